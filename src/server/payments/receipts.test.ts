import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { TopUpEntry } from '../../contract/payments.ts'
import { inTransaction } from '../platform/context.ts'
import { readMailbox } from '../platform/mail.ts'
import { aSignedInUser } from '../testing/builders.ts'
import { createClient, errorOf } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { testApp } from '../testing/test-app.ts'
import { createReceipts, forgetBuyer } from './receipts.ts'

const database = await testDatabase({ maxConnections: 20 })
const { pool } = database
const app = await testApp(database)
const { base: ctx } = app
const { express } = app.scripted
afterAll(() => app.close())
const client = createClient(app.http)

async function aBuyer() {
  const user = await aSignedInUser(pool)
  const { headers } = user
  const put = async (body: object) => {
    const payload = JSON.stringify(body)
    const sent = { ...headers, 'content-type': 'application/json' }
    const answer = await app.http.fastify.inject({
      ...{ method: 'PUT', url: '/api/accounts/billing', headers: sent, payload },
    })
    return { status: answer.statusCode, body: answer.json<object>() }
  }
  return {
    ...{ ...user, put },
    get: (path: string, more: Record<string, string> = {}) =>
      client.get(path, { headers: { ...headers, ...more } }),
    post: (path: string, body: object) => client.post(path, body, { headers }),
    history: async () =>
      (await client.get('/accounts/topup/history', { headers })).json<{ history: { data: TopUpEntry[] } }>()
        .history.data,
  }
}
type Buyer = Awaited<ReturnType<typeof aBuyer>>

/** A purchase up to where the provider says that it is paid; answers how to come back from there. */
async function paying(buyer: Buyer, productId = 'starter') {
  const order = { id: productId, idempotency_key: randomUUID() }
  expect((await buyer.post('/payments/express/create-order', order)).status).toBe(200)
  const [entry] = await buyer.history()
  const reference = entry?.ref ?? ''
  express.say(reference)
  const token = express.orders.get(reference)?.providerRef ?? ''
  const comeBack = () => buyer.post('/payments/express/verify', { orderId: reference, token })
  return { id: entry?.id ?? '', reference, comeBack }
}

async function bought(buyer: Buyer, productId?: string) {
  const purchase = await paying(buyer, productId)
  expect((await purchase.comeBack()).json()).toEqual({ status: 'OK', state: 'credited' })
  return purchase
}

const receiptOf = (buyer: Buyer, id: string) => buyer.get(`/accounts/topup/${id}/receipt`)
const bytesOf = async (buyer: Buyer, id: string) => {
  const { rawPayload } = await app.http.fastify.inject({
    ...{ url: `/api/accounts/topup/${id}/receipt`, headers: buyer.headers },
  })
  return rawPayload
}

describe('the receipt of a purchase', () => {
  test('turns no direction of writing, nor does its mail', async () => {
    const buyer = await aBuyer()
    await pool.query('UPDATE users SET name = $2 WHERE email = $1', [buyer.email, 'Ama \u202ehasneM\u2066'])
    await buyer.put({ company: 'Example\u200f Foods\u061c', tax_number: 'C1' })
    const { id } = await bought(buyer)
    const turning = /\p{Bidi_Control}/u
    const lines = pdfText(await bytesOf(buyer, id))
    expect(lines).toContain('Example Foods')
    expect(lines.join('')).not.toMatch(turning)
    const [mail] = await readMailbox(ctx, buyer.email)
    expect(mail?.text).toContain('Hello Ama hasneM,')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(turning)
  })

  test('is issued as it is credited, mailed with the file, and can be downloaded', async () => {
    const buyer = await aBuyer()
    await buyer.put({ company: '  Ɔkyerɛma & Sons  ', tax_number: 'C0001234567' })
    const { id, reference } = await bought(buyer)
    expect(await buyer.history()).toMatchObject([{ id, status: 'Successful', has_receipt: true }])

    const file = await receiptOf(buyer, id)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="soko-receipt-20\d\d-\d{6}\.pdf"$/),
    })
    const lines = pdfText(await bytesOf(buyer, id))
    for (const words of [
      ...['Ama Mensah', buyer.email, 'Ɔkyerɛma & Sons', 'C0001234567', 'Starter', '100', '150.00 GHS'],
      ...['expressPay', reference, `tx-${reference}`, 'SANDBOX — no money moved'],
    ])
      expect(lines).toContain(words)

    const [mail, ...more] = await readMailbox(ctx, buyer.email)
    expect(more).toEqual([])
    const number = /(20\d\d-\d{6})\.pdf/.exec(String(file.headers['content-disposition']))?.[1]
    expect(mail).toMatchObject({
      subject: `Your receipt ${number}`,
      attachments: [`soko-receipt-${number}.pdf`],
    })
    expect(mail?.text).toContain('100 credits were added to your account: Starter, 150.00 GHS')
    expect(mail?.text).toContain('no money moved')
    const mailed = await app.makeFile({ name: 'x.pdf', kind: 'receipt', id })
    expect(mailed.content.equals(await bytesOf(buyer, id))).toBe(true)
    const accept = { accept: 'text/html' }
    const page = await app.http.fastify.inject({ url: `/dev/mail?to=${buyer.email}`, headers: accept })
    const link = /<a href="(\/dev\/mail\/file[^"]+)">soko-receipt-/.exec(page.body)?.[1] ?? ''
    const kept = await app.http.fastify.inject(link)
    expect(kept.headers['content-type']).toBe('application/pdf')
    expect(kept.rawPayload.equals(mailed.content)).toBe(true)
    expect((await app.http.fastify.inject('/dev/mail/file?name=x')).statusCode).toBe(404)
  })

  test('is one, however often the buyer comes back, and however many do so at once', async () => {
    const buyer = await aBuyer()
    const { comeBack } = await paying(buyer)
    await Promise.all(Array.from({ length: 6 }, comeBack))
    await comeBack()
    expect(await readMailbox(ctx, buyer.email)).toHaveLength(1)
    const found = await pool.query(
      'SELECT 1 FROM payment_receipt JOIN payment_attempt ON id = attempt_id WHERE user_id = $1',
      [buyer.id],
    )
    expect(found.rowCount).toBe(1)
  })

  test('is numbered without a gap, also where crediting fails and where many are credited at once', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, aBuyer))
    const purchases = await Promise.all(buyers.map(buyer => paying(buyer)))
    const unlucky = await aBuyer()
    const { id } = await paying(unlucky)
    const failing = inTransaction(ctx, async tx => {
      await app.payments.receipts.issue(tx, id)
      throw new Error('the crediting failed')
    })
    await expect(failing).rejects.toThrow('the crediting failed')
    await Promise.all(purchases.map(({ comeBack }) => comeBack()))
    const found = await pool.query<{ number: string }>('SELECT number FROM payment_receipt ORDER BY number')
    const year = new Date().getUTCFullYear()
    expect(found.rows.map(({ number }) => number)).toEqual(
      found.rows.map((_, place) => `${year}-${String(place + 1).padStart(6, '0')}`),
    )
    expect(found.rows.length).toBeGreaterThanOrEqual(8)
    expect(await readMailbox(ctx, unlucky.email)).toEqual([])
  })

  test('begins a year with number 1', async () => {
    const { id } = await paying(await aBuyer())
    const clock = { now: () => new Date('2031-01-01T00:00:00Z') }
    await app.payments.receipts.issue({ ...ctx, clock }, id)
    const found = await pool.query('SELECT number FROM payment_receipt WHERE attempt_id = $1', [id])
    expect(found.rows).toEqual([{ number: '2031-000001' }])
  })

  test('is there for nobody else and for no other purchase: the same bytes as for one that nobody has', async () => {
    const [buyer, other] = [await aBuyer(), await aBuyer()]
    const { id } = await bought(buyer)
    const unpaid = await paying(buyer)
    const answers = [
      await receiptOf(other, id),
      await receiptOf(other, randomUUID()),
      await receiptOf(buyer, unpaid.id),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect({ ...errorOf(answer), request_id: '' }).toEqual({
        ...errorOf(answers[1] as typeof answer),
        request_id: '',
      })
    }
    for (const bad of ['x', "1' or '1'='1", '%00']) expect((await receiptOf(buyer, bad)).status).toBe(400)
  })

  test('keeps what it said when details, product or price change later', async () => {
    const buyer = await aBuyer()
    await buyer.put({ company: 'Before', tax_number: 'T1' })
    const { id } = await bought(buyer, 'team')
    const before = await bytesOf(buyer, id)
    await buyer.put({ company: 'After', tax_number: '' })
    await pool.query(`UPDATE payment_product SET name = 'Other' WHERE id = 'team'`)
    await pool.query('UPDATE users SET name = $2 WHERE id = $1', [buyer.id, 'Somebody Else'])
    expect((await bytesOf(buyer, id)).equals(before)).toBe(true)
  })

  test('says that the money went back once it did', async () => {
    const buyer = await aBuyer()
    const { id } = await bought(buyer)
    await pool.query(`UPDATE payment_attempt SET state = 'refunded' WHERE id = $1`, [id])
    expect(pdfText(await bytesOf(buyer, id)).join('')).toContain('this purchase was refunded')
  })

  test('faults 121: of a closed account is issued without a name and mailed to nobody; of a deleted one it forgets', async () => {
    const buyer = await aBuyer()
    const { id } = await paying(buyer)
    const receipts = createReceipts({
      ...{ buyerOf: async () => null, publicUrl: '', supportEmail: 's@soko.test' },
      seller: { name: 'Soko Ghana Ltd', address: '1 High Street, Accra', taxNumber: 'C0009' },
    })
    await receipts.issue(ctx, id)
    expect(await readMailbox(ctx, buyer.email)).toEqual([])
    const closed = pdfText((await receipts.file(ctx, id)).content).join('')
    expect(closed).toContain('Accountclosed')
    expect(closed).toContain('Soko Ghana Ltd1 High Street, AccraTax number C0009')

    const named = await aBuyer()
    await named.put({ company: 'Example Foods', tax_number: 'T1' })
    const purchase = await bought(named)
    await forgetBuyer(ctx, named.id)
    const found = await pool.query('SELECT * FROM payment_receipt WHERE attempt_id = $1', [purchase.id])
    expect(found.rows).toMatchObject([
      { buyer_name: null, buyer_email: null, company: null, tax_number: null, number: expect.any(String) },
    ])
  })
})

test('faults 133: a purchase that is credited while its buyer’s account is being deleted leaves no name behind', async () => {
  const buyer = await aBuyer()
  const { id } = await paying(buyer)
  const deleting = await pool.connect()
  try {
    await deleting.query('BEGIN')
    await deleting.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [buyer.id])
    let isIssued = false
    const issuing = inTransaction(ctx, tx => app.payments.receipts.issue(tx, id)).then(() => {
      isIssued = true
    })
    await new Promise(resolve => setTimeout(resolve, 150))
    expect(isIssued).toBe(false)
    await deleting.query('DELETE FROM users WHERE id = $1', [buyer.id])
    await deleting.query('COMMIT')
    await issuing
  } finally {
    deleting.release()
  }
  const found = await pool.query(
    'SELECT buyer_name, buyer_email FROM payment_receipt WHERE attempt_id = $1',
    [id],
  )
  expect(found.rows).toEqual([{ buyer_name: null, buyer_email: null }])
  expect(await readMailbox(ctx, buyer.email)).toEqual([])
})

describe('billing details', () => {
  test('are the account’s own, kept trimmed, and emptied by empty texts', async () => {
    const [buyer, other] = [await aBuyer(), await aBuyer()]
    const details = async ({ get }: Buyer) => (await get('/accounts/billing')).json()
    expect(await details(buyer)).toEqual({ company: '', tax_number: '' })
    const set = { company: 'Example Foods', tax_number: 'C1' }
    expect(await buyer.put({ company: ' Example Foods ', tax_number: 'C1', user_id: other.id })).toEqual({
      ...{ status: 200, body: set },
    })
    expect(await details(buyer)).toEqual(set)
    expect(await details(other)).toEqual({ company: '', tax_number: '' })
    await buyer.put({ company: '', tax_number: '' })
    expect(await details(buyer)).toEqual({ company: '', tax_number: '' })
  })

  test.each([
    { company: 'x'.repeat(121), tax_number: '' },
    { company: 5, tax_number: '' },
    { company: 'Example Foods' },
  ])('that do not fit are refused and change nothing: %j', async body => {
    const buyer = await aBuyer()
    expect((await buyer.put(body)).status).toBe(422)
    expect((await buyer.get('/accounts/billing')).json()).toEqual({ company: '', tax_number: '' })
  })
})

describe('top-ups as a file', () => {
  const linesOf = async (buyer: Buyer, query = '', more: Record<string, string> = {}) => {
    const file = await buyer.get(`/accounts/topup/history/export?format=csv${query}`, more)
    expect(file.headers['content-disposition']).toBe('attachment; filename="soko-top-ups.csv"')
    return file.text.split('\r\n').slice(0, -1)
  }

  test('faults 138: are UTF-8 with a mark, newest first; a product named as a formula is text', async () => {
    const buyer = await aBuyer()
    await pool.query(`UPDATE payment_product SET name = '=cmd()|"A"' WHERE id = 'business'`)
    const [first, second] = [await bought(buyer, 'business'), await paying(buyer)]
    const lines = await linesOf(buyer)
    const date = '20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z'
    expect(lines[0]).toBe(
      '\uFEFFDate (UTC),Amount,Currency,Platform,Product,Credits,Status,Reference,Receipt',
    )
    expect(lines[1]).toMatch(
      new RegExp(`^${date},150,GHS,expressPay,Starter,100,Pending,${second.reference},$`),
    )
    expect(lines[2]).toMatch(
      new RegExp(
        `^${date},2200,GHS,expressPay,"'=cmd\\(\\)\\|""A""",2000,Successful,${first.reference},20\\d\\d-\\d{6}$`,
      ),
    )
    expect(lines).toHaveLength(3)
  })

  test('are those of the days in the reader’s own calendar, and nobody else’s', async () => {
    const [buyer, other] = [await aBuyer(), await aBuyer()]
    const { id } = await paying(buyer)
    await pool.query('UPDATE payment_attempt SET created_at = $2 WHERE id = $1', [id, '2026-11-18T23:30:00Z'])
    expect(await linesOf(buyer, '&from=2026-11-19&to=2026-11-19')).toHaveLength(1)
    const lagos = { 'x-timezone': 'Africa/Lagos' }
    expect(await linesOf(buyer, '&from=2026-11-19&to=2026-11-19', lagos)).toHaveLength(2)
    expect(await linesOf(other)).toHaveLength(1)
  })

  test('are a workbook where one is asked for; receipts and exports share the limit of files', async () => {
    const buyer = await aBuyer()
    const file = await buyer.get('/accounts/topup/history/export?format=xlsx')
    expect(file.headers['content-disposition']).toBe('attachment; filename="soko-top-ups.xlsx"')
    expect(file.text.slice(0, 2)).toBe('PK')
    for (let count = 0; count < 19; count += 1) await linesOf(buyer)
    expect((await receiptOf(buyer, randomUUID())).status).toBe(429)
  })
})
