import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeEach, expect } from 'vitest'
import type { TopUpEntry } from '../../contract/payments.ts'
import { aSignedInUser } from './builders.ts'
import { createClient, type TestClient } from './client.ts'
import { testContext } from './context.ts'
import { testDatabase } from './database.ts'
import { recordedLog } from './recorded-log.ts'
import type { ScriptedProvider } from './scripted-provider.ts'
import { testApp } from './test-app.ts'

const startPaths = {
  express: '/payments/express/create-order',
  paypal: '/payments/paypal/orders',
  flutterwave: '/payments/flutterwave/create-order',
}

export interface Order {
  id: string
  reference: string
  token: string
}

/**
 * The product over scripted providers, which begin each test answering at once and asked nothing, and a log that begins
 * it empty. Call it at the top of a test file.
 */
export async function openPaymentWorld(env: Record<string, string> = { RATE_LIMITS: 'off' }) {
  const database = await testDatabase({ maxConnections: 20 })
  const { pool } = database
  const { log, lines } = recordedLog()
  const app = await testApp(database, env, log)
  afterAll(() => app.close())
  const client = createClient(app.http)
  beforeEach(() => {
    lines.length = 0
    const { express, paypal, flutterwave } = app.scripted
    for (const provider of [express, paypal, flutterwave]) {
      provider.fault = null
      provider.delayMs = 0
      Object.assign(provider.calls, { start: 0, query: 0, capture: 0, refund: 0 })
    }
  })
  return {
    ...{ database, pool, app, client, log, lines },
    ctx: testContext(pool),
    aBuyer: () => aBuyer(pool, client),
    /** The alarms of this test, all of them or those about a purchase. */
    alarms: (reference?: string) =>
      lines
        .map(line => JSON.parse(line) as { alarm?: string; reference?: string })
        .filter(line => reference === undefined || line.reference === reference)
        .flatMap(({ alarm }) => alarm ?? []),
  }
}

/** Somebody who buys through the calls of the product. */
export async function aBuyer(pool: Pool, client: TestClient) {
  const { headers, id, email } = await aSignedInUser(pool)
  const get = (path: string, more: Record<string, string> = {}) =>
    client.get(path, { headers: { ...headers, ...more } })
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    client.post(path, body, { headers: { ...headers, ...more } })
  return {
    ...{ id, email, headers, get, post },
    /** Starts a purchase. */
    async order(provider: keyof typeof startPaths = 'express', productId = 'starter'): Promise<Order> {
      const body = { id: productId, idempotency_key: randomUUID() }
      const answer = await post(startPaths[provider], body)
      expect(answer.status).toBe(200)
      const found = await pool.query<Order>(
        `SELECT id, reference, provider_ref AS token FROM payment_attempt WHERE user_id = $1
         ORDER BY seq DESC LIMIT 1`,
        [id],
      )
      return found.rows[0] as Order
    },
    /** Comes back from where it was paid; the state it is told. */
    async comeBack({ reference, token }: Order): Promise<string> {
      const answer = await post('/payments/express/verify', { orderId: reference, token })
      expect(answer.status).toBe(200)
      return answer.json<{ state: string }>().state
    },
    async credits(): Promise<number> {
      return (await get('/accounts/credits')).json<{ credits: number }>().credits
    },
    async topUps(): Promise<TopUpEntry[]> {
      return (await get('/accounts/topup/history')).json<{ history: { data: TopUpEntry[] } }>().history.data
    },
    async attempts() {
      return (await pool.query('SELECT * FROM payment_attempt WHERE user_id = $1 ORDER BY seq', [id])).rows
    },
    /** Kind and amount of everything that stands in the ledger. */
    async ledger(): Promise<[string, number][]> {
      const { rows } = await pool.query(
        'SELECT kind, amount FROM credit_entry WHERE user_id = $1 ORDER BY id',
        [id],
      )
      return rows.map(({ kind, amount }) => [kind, amount])
    },
    async steps(attemptId: string): Promise<string[]> {
      const { rows } = await pool.query(
        'SELECT cause, from_state, to_state FROM payment_step WHERE attempt_id = $1 ORDER BY id',
        [attemptId],
      )
      return rows.map(({ cause, from_state, to_state }) => `${cause}: ${from_state} → ${to_state}`)
    },
  }
}

/** A provider tells of an order at its webhook; the answer. */
export async function tell(
  client: TestClient,
  provider: ScriptedProvider,
  fields: Parameters<ScriptedProvider['notice']>[0],
  from?: string,
) {
  const { body, headers } = provider.notice(fields)
  return client.send(`/payments/${provider.name}/webhook`, body, 'application/json', {
    headers,
    ...(from !== undefined && { from }),
  })
}
