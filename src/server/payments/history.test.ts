import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import type { TopUpEntry } from '../../contract/payments.ts'
import { createClient } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { aBuyer as buyerOver } from '../testing/payment-world.ts'
import { testApp } from '../testing/test-app.ts'
import { waitFor } from '../testing/wait-for.ts'

const database = await testDatabase()
const { pool } = database
const app = await testApp(database, { RATE_LIMITS: 'off' })
afterAll(() => app.close())
const client = createClient(app.http)
const aBuyer = () => buyerOver(pool, client)
type Buyer = Awaited<ReturnType<typeof aBuyer>>

interface Page {
  history: { data: TopUpEntry[]; next_cursor: string | null }
}
const read = async (buyer: Buyer, query: string, more = {}) =>
  (await buyer.get(`/accounts/topup/history${query}`, more)).json<Page>().history

test('pages go from the newest to the oldest, none twice and none left out, whatever is bought meanwhile', async () => {
  const buyer = await aBuyer()
  for (let count = 0; count < 7; count += 1) await buyer.order()
  const all = (await buyer.topUps()).map(({ ref }) => ref)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Page['history'] = await read(buyer, `?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...page.data.map(({ ref }) => ref))
    cursor = page.next_cursor
    await buyer.order('flutterwave')
  } while (cursor)
  expect(seen).toEqual(all)
})

test('faults 134: a cursor that is garbage, another user’s or of another list is refused, and so is a wrong limit', async () => {
  const [buyer, other] = [await aBuyer(), await aBuyer()]
  for (let count = 0; count < 2; count += 1) {
    await buyer.order()
    await other.order()
  }
  const { next_cursor } = await read(buyer, '?limit=1')
  expect((await other.get(`/accounts/topup/history?cursor=${next_cursor}`)).status).toBe(400)
  expect((await buyer.get(`/accounts/usage/history?cursor=${next_cursor}`)).status).toBe(400)
  for (const query of ['cursor=x', `cursor=${next_cursor}A`, 'limit=0', 'limit=-1', 'limit=101', 'limit=abc'])
    expect((await buyer.get(`/accounts/topup/history?${query}`)).status).toBe(400)
})

test('can be asked for the days of the caller’s zone', async () => {
  const buyer = await aBuyer()
  const { id } = await buyer.order()
  await pool.query(`UPDATE payment_attempt SET created_at = '2026-03-10T23:30:00Z' WHERE id = $1`, [id])
  const days = (from: string, to: string, zone: string) =>
    read(buyer, `?from=${from}&to=${to}`, { 'x-timezone': zone })
  expect((await days('2026-03-10', '2026-03-10', 'UTC')).data).toHaveLength(1)
  expect((await days('2026-03-10', '2026-03-10', 'Africa/Lagos')).data).toHaveLength(0)
  expect((await days('2026-03-11', '2026-03-11', 'Africa/Lagos')).data).toHaveLength(1)
  expect((await buyer.get('/accounts/topup/history?from=2026-02-30')).status).toBe(400)
})

test('each state has its word', async () => {
  const buyer = await aBuyer()
  const { id } = await buyer.order()
  const words = {
    ...{ redirected: 'Pending', pending: 'Pending', paid: 'Pending', review: 'Pending' },
    ...{ credited: 'Successful', declined: 'Failed', cancelled: 'Failed', expired: 'Failed' },
    ...{ refunded: 'Refunded', reversed: 'Refunded' },
  }
  for (const [state, word] of Object.entries(words)) {
    await pool.query(
      `UPDATE payment_attempt SET state = $2, credited_at = now(), transaction_id = id::text WHERE id = $1`,
      [id, state],
    )
    expect((await buyer.topUps()).map(({ status }) => status)).toEqual([word])
  }
  await pool.query(`UPDATE payment_attempt SET state = 'created' WHERE id = $1`, [id])
  expect(await buyer.topUps()).toEqual([])
})

// spec: S3.tracking.1
test('what became of a payment in a browser is noted as it was told, and credits nothing', async () => {
  const buyer = await aBuyer()
  const event = {
    ...{ publicKey: 'FLWPUBK-1', language: 'Angular V3', version: '1.2.1', message: '0' },
    title: 'Initiate-Charge-Multiple-error',
  }
  const answer = await buyer.post('/payments/tracking', { ...event, status: 'successful', credits: 9 })
  expect(answer.json()).toEqual({ status: 'OK' })
  const kept = await pool.query('SELECT * FROM payment_tracking WHERE user_id = $1', [buyer.id])
  const { publicKey, ...rest } = event
  expect(kept.rows).toMatchObject([{ ...rest, public_key: publicKey }])
  for (const wrong of [{ title: 'x'.repeat(201) }, { version: 1 }, { message: null }])
    expect((await buyer.post('/payments/tracking', { ...event, ...wrong })).status).toBe(422)
  expect(await buyer.ledger()).toEqual([])
})

test('where the settings name an address, it is passed on there; that it fails is nobody’s trouble', async () => {
  const heard: string[] = []
  const server = createServer((request, response) => {
    void text(request).then(body => {
      heard.push(body)
      response.writeHead(500).end('no')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/sendevent`
  const passing = await testApp(database, { PAYMENT_TRACKING_URL: url })
  const buyer = await buyerOver(pool, createClient(passing.http))
  const event = { publicKey: 'K', language: 'L', version: '1', title: 'T', message: '0' }
  expect((await buyer.post('/payments/tracking', event)).status).toBe(200)
  await waitFor('it is passed on', () => heard.length === 1)
  expect(JSON.parse(heard[0] ?? '')).toEqual(event)
  server.close()
  await once(server, 'close')
  expect((await buyer.post('/payments/tracking', event)).status).toBe(200)
  await passing.close()
})
