import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { adminCommand } from './testing/admin-command.ts'
import { aSignedInUser } from './testing/builders.ts'
import { testDatabase } from './testing/database.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000 })

const { pool, connection } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'soko-admin-payments-'))
const address = `postgres://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}/${connection.database}`

/** What expressPay answers when it is asked about a token; nothing of it where there is none. */
const answers = new Map<string, object>()
const expressPay = createServer((request, response) => void answerQuery(request, response))
async function answerQuery(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += chunk
  const answer = answers.get(new URLSearchParams(body).get('token') ?? '')
  response.writeHead(answer ? 200 : 503, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer ?? {}))
}
let admin: ReturnType<typeof adminCommand>

beforeAll(async () => {
  await new Promise<void>(resolve => {
    expressPay.listen(0, '127.0.0.1', resolve)
  })
  const { port } = expressPay.address() as AddressInfo
  admin = adminCommand({
    ...{ DATABASE_URL: address, DATA_DIR: folder, EXPRESSPAY_URL: `http://127.0.0.1:${port}` },
    ...{ EXPRESSPAY_MERCHANT_ID: 'merchant', EXPRESSPAY_API_KEY: 'a-secret-key' },
  })
})
afterAll(async () => {
  await new Promise(resolve => {
    expressPay.close(resolve)
  })
  rmSync(folder, { recursive: true, force: true })
})

test('a purchase is credited once expressPay itself says that it was paid, and the books agree', async () => {
  const buyer = await aSignedInUser(pool)
  const [reference, token] = ['ABCDEFGHIJKLMN7', 'a-token']
  await pool.query(
    `INSERT INTO payment_attempt (reference, user_id, idempotency_key, provider, is_sandbox, product_id, product_name,
       credit_amount, amount_minor, currency, state, review_reason, provider_ref)
     VALUES ($1, $2, gen_random_uuid(), 'express', false, 'starter', 'Starter', 100, 15000, 'GHS', 'review', 'other-amount', $3)`,
    [reference, buyer.id, token],
  )
  const approve = ['payments', 'approve', reference, '--reason', 'Checked', '--as', 'Efua']
  expect(await admin(approve)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('provider') })
  const answer = { result: 1, 'result-text': 'ok', 'order-id': reference, token, currency: 'GHS' }
  answers.set(token, { ...answer, amount: '151.00', 'transaction-id': '4455' })
  const approved = await admin(approve)
  expect(approved).toEqual({
    code: 0,
    err: '',
    out: `100 credits were added to the account of ${buyer.id}\n`,
  })
  const reconciled = await admin(['payments', 'reconcile', '--json'])
  expect(reconciled.code).toBe(0)
  expect(JSON.parse(reconciled.out)).toMatchObject({
    differences: [],
    lines: [{ provider: 'express', isSandbox: false, state: 'credited', count: 1, amountMinor: 15_000 }],
  })
  await pool.query(`UPDATE payment_attempt SET state = 'paid' WHERE reference = $1`, [reference])
  expect(await admin(['payments', 'reconcile'])).toMatchObject({
    ...{ code: 1, err: '', out: expect.stringMatching(new RegExp(`paid-not-credited +${reference}`)) },
  })
})
