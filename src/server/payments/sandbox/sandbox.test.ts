import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { createClient } from '../../testing/client.ts'
import { testDatabase } from '../../testing/database.ts'
import { aPurchase, paymentSandbox } from '../../testing/payment-sandbox.ts'
import { aBuyer } from '../../testing/payment-world.ts'
import { productionSettings } from '../../testing/production-settings.ts'
import { freePort } from '../../testing/server-process.ts'
import { testApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { paymentStandIns, sandboxKeys } from './sandbox-keys.ts'

const database = await testDatabase()
const { pool } = database
const port = await freePort()
const env = { PORT: String(port), RATE_LIMITS: 'off' }
const app = await testApp(database, env, createLog('silent'), 'stand-ins')
await app.http.fastify.listen({ host: '127.0.0.1', port })
afterAll(() => app.close())
const client = createClient(app.http)

const providers = ['express', 'paypal', 'flutterwave'] as const
type Provider = (typeof providers)[number]

/** Somebody starts a purchase and chooses at the checkout; where the browser is sent then. */
async function bought(provider: Provider, auto: string) {
  const buyer = await aBuyer(pool, client)
  const order = await buyer.order(provider)
  const [attempt] = await buyer.attempts()
  const page = new URL(attempt.redirect_url)
  page.searchParams.set('auto', auto)
  const answer = await fetch(page, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? 'about:blank')
  const before = await buyer.credits()
  const state = async () => (await buyer.attempts())[0]?.state
  return { buyer, order, back, state, gained: async () => (await buyer.credits()) - before }
}

describe.each(providers)('a purchase at the stand-in for %s', provider => {
  test('faults 108, 112: is credited by its webhook alone, once, also when that comes five times', async () => {
    for (const auto of ['approve', 'duplicate']) {
      const { buyer, state } = await bought(provider, auto)
      await waitFor('it is credited', async () => (await state()) === 'credited')
      await waitFor('all of it is told', async () => {
        const { rows } = await pool.query(
          `SELECT count(*) AS due FROM payment_sandbox_notice JOIN payment_sandbox_order o ON o.id = order_id
           WHERE due_at IS NOT NULL AND o.reference = $1`,
          [(await buyer.attempts())[0]?.reference],
        )
        return rows[0]?.due === 0
      })
      expect(await buyer.ledger()).toEqual([['purchase', 100]])
    }
  })

  test('is credited by the return where nothing is ever told', async () => {
    const { buyer, order, back, state, gained } = await bought(provider, 'no-notify')
    expect(back.pathname).toBe('/app')
    if (provider === 'flutterwave')
      await buyer.post('/payments/flutterwave/verify', {
        tx_ref: back.searchParams.get('tx_ref'),
        transaction_id: back.searchParams.get('transaction_id'),
      })
    else {
      expect(back.searchParams.get('order-id')).toBe(order.reference)
      expect(await buyer.comeBack({ ...order, token: back.searchParams.get('token') ?? '' })).toBe('credited')
    }
    expect(await state()).toBe('credited')
    expect(await gained()).toBe(100)
  })

  test('faults 117: a wrong amount or currency is left to a person', async () => {
    for (const auto of ['wrong-amount', 'wrong-currency']) {
      const { state, gained } = await bought(provider, auto)
      await waitFor('it is left to a person', async () => (await state()) === 'review')
      expect(await gained()).toBe(0)
    }
  })

  test('faults 109: what is declined, cancelled or pending gives no credits', async () => {
    for (const [auto, wanted] of [
      ['decline', 'declined'],
      ['cancel', 'cancelled'],
      ['pending', 'pending'],
    ] as const) {
      const { buyer, order, state, gained } = await bought(provider, auto)
      if (provider === 'flutterwave')
        await buyer.post('/payments/flutterwave/verify', { tx_ref: order.reference })
      else await buyer.comeBack(order)
      expect(await state()).toBe(wanted)
      expect(await gained()).toBe(0)
    }
  })
})

test('what is due outlives a restart, and of several instances one tells it', async () => {
  const other = await testDatabase()
  const first = await paymentSandbox(other)
  const purchase = aPurchase(first.config)
  const { redirectUrl } = await first.adapter('express').start(purchase)
  await first.open(`${redirectUrl}&auto=late`)
  await first.close()
  await other.pool.query('UPDATE payment_sandbox_order SET next_at = now()')
  const instances = await Promise.all([paymentSandbox(other), paymentSandbox(other), paymentSandbox(other)])
  const told = () => instances.flatMap(({ notices }) => notices).map(({ raw }) => raw.toString())
  await waitFor('it is told', () => told().length > 0)
  await Promise.all(instances.map(instance => instance.close()))
  expect(told()).toEqual([expect.stringContaining(purchase.reference)])
  const { rows } = await other.pool.query('SELECT state FROM payment_sandbox_order')
  expect(rows).toEqual([{ state: 'paid' }])
})

describe('the stand-ins', () => {
  const settings = (more: Record<string, string>) =>
    readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'soko-sandbox-')), ...more })
  const live = { EXPRESSPAY_MERCHANT_ID: 'm', EXPRESSPAY_API_KEY: 'k' }
  const theirSandbox = { ...live, EXPRESSPAY_URL: 'https://sandbox.expresspaygh.com' }

  test('are not made in production', () => {
    expect(paymentStandIns(settings(productionSettings))).toEqual([])
    expect(() => sandboxKeys(settings(productionSettings))).toThrow('in production')
  })

  test('are not made beside keys that move money, whichever', () => {
    const paypal = { PAYPAL_CLIENT_ID: 'c', PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w' }
    const flutterwave = {
      FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK-1',
      FLUTTERWAVE_SECRET_KEY: 'FLWSECK-1',
      FLUTTERWAVE_SECRET_HASH: 'h',
    }
    for (const account of [live, paypal, flutterwave]) {
      expect(paymentStandIns(settings(account))).toEqual([])
      expect(() => sandboxKeys(settings(account))).toThrow('beside live keys')
    }
  })

  test('are not made where a proxy lets others reach this server', () => {
    for (const HOST of ['127.0.0.1', '0.0.0.0']) {
      const staging = settings({ HOST, PUBLIC_URL: 'https://staging.soko.example' })
      expect(paymentStandIns(staging)).toEqual([])
      expect(() => sandboxKeys(staging)).toThrow('others reach it')
      expect(paymentStandIns(settings({ HOST, PORT: '4000' }))).toHaveLength(3)
    }
  })

  test('stand in for whoever is not set, beside a provider’s own sandbox too', () => {
    expect(paymentStandIns(settings({}))).toEqual(['express', 'paypal', 'flutterwave'])
    expect(paymentStandIns(settings(theirSandbox))).toEqual(['paypal', 'flutterwave'])
  })

  test('have the same secrets at each start of an installation, and others elsewhere', () => {
    const here = settings({})
    expect(sandboxKeys(here)).toEqual(sandboxKeys(here))
    expect(sandboxKeys(here).express.apiKey).not.toBe(sandboxKeys(settings({})).express.apiKey)
    const shared = { INSTALLATION_SECRET: 'x'.repeat(40) }
    expect(sandboxKeys(settings(shared))).toEqual(sandboxKeys(settings(shared)))
  })

  test('say what they are, run no script of others, and are framed by pages of ours alone', async () => {
    const buyer = await aBuyer(pool, client)
    await buyer.order('express')
    const [attempt] = await buyer.attempts()
    const page = await fetch(attempt.redirect_url)
    const html = await page.text()
    expect(html).toContain('SANDBOX — no money moves')
    expect(html).not.toMatch(/<script|https?:/)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })

  test('know nothing of a payment that nobody began', async () => {
    for (const path of [
      '/sandbox/express/api/checkout.php?token=x&auto=approve',
      '/sandbox/paypal/checkoutnow?token=x',
      '/sandbox/flutterwave/pay?id=x',
    ])
      expect((await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })).status).toBe(404)
  })

  test('answer nobody without their keys', async () => {
    const at = `http://127.0.0.1:${port}/sandbox`
    const form = new URLSearchParams({ 'merchant-id': 'stand-in', 'api-key': 'guess', token: 'x' })
    const query = await fetch(`${at}/express/api/query.php`, { method: 'POST', body: form })
    expect(await query.json()).toMatchObject({ status: 2 })
    const headers = { authorization: 'Bearer A21.99999999999.00' }
    expect((await fetch(`${at}/paypal/v2/checkout/orders/X`, { headers })).status).toBe(401)
    expect((await fetch(`${at}/flutterwave/v3/transactions/1/verify`, { headers })).status).toBe(401)
  })
})
