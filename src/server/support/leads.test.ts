import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHttp } from '../platform/http-server.ts'
import { createNotices } from '../platform/notices.ts'
import { aSignedInUser } from '../testing/builders.ts'
import { createClient } from '../testing/client.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { type FakeCrm, startFakeCrm } from '../testing/fake-crm.ts'
import { productionSettings } from '../testing/production-settings.ts'
import { recordedLog } from '../testing/recorded-log.ts'
import { testApp } from '../testing/test-app.ts'
import { waitFor } from '../testing/wait-for.ts'
import { startLeadDelivery } from './jobs.ts'
import { handOverLeads } from './leads.ts'
import { crmOf, giveUpWaitingLeads, retryLead } from './support.ts'

const database = await testDatabase()
const { pool } = database
const app = await testApp(database)
const { log, lines } = recordedLog()
const ctx = testContext(pool, { log })
const client = createClient(app.http)
const fake: FakeCrm = await startFakeCrm()
afterAll(async () => {
  await app.close()
  await fake.close()
})
beforeEach(async () => {
  await pool.query('DELETE FROM support_lead')
  await pool.query('DELETE FROM crm_token')
  fake.reset()
  lines.length = 0
})

const settings = () => ({
  accountsUrl: fake.url,
  clientId: 'client',
  clientSecret: 'a-client-secret',
  refreshToken: 'a-refresh-token',
  lastPromptField: 'Last_Prompt',
  lastAnswerField: null,
})
const crm = () => crmOf(ctx, settings(), 'http://unused')

/** Sends a request for support through the API; answers its ticket's id. */
async function aTicket(overrides: Record<string, unknown> = {}): Promise<string> {
  const user = await aSignedInUser(pool)
  const body = { Description: `Help ${randomUUID()}`, Last_Name: 'Mensah', Phone: '0241234567', ...overrides }
  const answer = await client.post('/help', body, { headers: user.headers })
  expect(answer.status).toBe(200)
  const found = await pool.query<{ id: string }>('SELECT id FROM support_ticket WHERE user_id = $1', [
    user.id,
  ])
  return found.rows[0]?.id ?? ''
}

async function leadOf(ticketId: string) {
  const found = await pool.query<{
    state: string
    attempts: number
    lead_id: string | null
    last_error: string | null
    left_out: string[]
    wait_seconds: number
  }>(
    `SELECT state, attempts, lead_id, last_error, left_out,
       extract(epoch FROM next_attempt_at - now())::float8 AS wait_seconds
     FROM support_lead WHERE ticket_id = $1`,
    [ticketId],
  )
  return found.rows[0]
}

const makeDue = () => pool.query(`UPDATE support_lead SET next_attempt_at = now() WHERE state = 'waiting'`)

describe('a ticket on its way to the CRM', () => {
  test('is handed over once, as a lead, without setting off anything there', async () => {
    const id = await aTicket()
    expect(await handOverLeads(ctx, crm())).toBe(1)
    expect(await handOverLeads(ctx, crm())).toBe(0)
    expect(fake.inserts).toHaveLength(1)
    expect(fake.inserts[0]).toMatchObject({
      trigger: [],
      data: [{ Last_Name: 'Mensah', Company: 'Not given', Description: expect.stringContaining(id) }],
    })
    expect(await leadOf(id)).toMatchObject({ state: 'handed_over', lead_id: '1001' })
  })

  test('waits longer after each try while the CRM is away, and the call that made it knew nothing of that', async () => {
    fake.answerInsert(() => 'hang-up')
    const id = await aTicket()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await makeDue()
      expect(await handOverLeads(ctx, crm())).toBe(0)
      waits.push((await leadOf(id))?.wait_seconds ?? 0)
    }
    for (const [at, wait] of waits.entries()) {
      expect(wait).toBeGreaterThan(15 * 2 ** at * 0.7)
      expect(wait).toBeLessThan(15 * 2 ** at * 1.01)
    }
    fake.answerInsert(null)
    await makeDue()
    expect(await handOverLeads(ctx, crm())).toBe(1)
    expect(await leadOf(id)).toMatchObject({ state: 'handed_over', attempts: 5 })
  })

  test('is given up after three days, with an alarm, and goes again when an operator says so', async () => {
    fake.answerInsert(() => ({
      status: 500,
      body: { code: 'INTERNAL_ERROR', message: 'x', status: 'error' },
    }))
    const id = await aTicket()
    await pool.query(
      `UPDATE support_lead SET created_at = now() - interval '73 hours' WHERE ticket_id = $1`,
      [id],
    )
    for (let attempt = 1; attempt < 8; attempt += 1) {
      await makeDue()
      await handOverLeads(ctx, crm())
      // A server that stood still for days has hardly tried.
      expect(await leadOf(id)).toMatchObject({ state: 'waiting', attempts: attempt })
    }
    await makeDue()
    await handOverLeads(ctx, crm())
    expect(await leadOf(id)).toMatchObject({ state: 'given_up' })
    const alarms = lines.filter(line => line.includes('crm_lead_given_up'))
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).toContain(id)
    fake.answerInsert(null)
    expect(await retryLead(ctx, id)).toBe(true)
    expect(await retryLead(ctx, id)).toBe(false)
    expect(await handOverLeads(ctx, crm())).toBe(1)
  })

  test('of a batch that is half good each is judged by itself', async () => {
    const [good, bad] = [await aTicket(), await aTicket({ Company: 'Bad' })]
    fake.answerRecord(record =>
      record.Company === 'Bad' ? { code: 'NOT_ALLOWED', status: 'error', message: 'no', details: {} } : null,
    )
    await handOverLeads(ctx, crm())
    expect(fake.inserts).toHaveLength(1)
    expect(await leadOf(good)).toMatchObject({ state: 'handed_over' })
    expect(await leadOf(bad)).toMatchObject({ state: 'given_up', last_error: 'NOT_ALLOWED: no' })
  })

  test('goes without a field that the CRM refuses, whose value stands in the description then', async () => {
    fake.answerRecord(record =>
      record.Phone
        ? { code: 'INVALID_DATA', status: 'error', message: 'invalid data', details: { api_name: 'Phone' } }
        : null,
    )
    const id = await aTicket()
    expect(await handOverLeads(ctx, crm())).toBe(1)
    expect(await leadOf(id)).toMatchObject({ state: 'handed_over', left_out: ['Phone'], attempts: 2 })
    expect(JSON.stringify(fake.inserts.at(-1))).toContain('Phone: 0241234567')
  })

  test('of which the CRM knows the person goes without what is the same; where it names nothing, a person is called', async () => {
    const duplicate = (details: object) => ({
      code: 'DUPLICATE_DATA',
      status: 'error',
      message: 'd',
      details,
    })
    fake.answerRecord(record => (record.Phone ? duplicate({ api_name: 'Phone', id: '7' }) : null))
    const first = await aTicket()
    expect(await handOverLeads(ctx, crm())).toBe(1)
    expect(await leadOf(first)).toMatchObject({ state: 'handed_over', lead_id: '1001', left_out: ['Phone'] })
    expect(fake.inserts.at(-1)?.data[0]?.Description).toContain('Phone: 0241234567')
    fake.answerRecord(() => duplicate({ id: '7' }))
    const second = await aTicket()
    expect(await handOverLeads(ctx, crm())).toBe(0)
    expect(await leadOf(second)).toMatchObject({ state: 'given_up', lead_id: null })
    expect(lines.filter(line => line.includes('crm_lead_given_up'))).toHaveLength(1)
  })

  test.each([
    ['no details', { code: 'INTERNAL_ERROR', status: 'error', message: 'x', details: null }, 'waiting'],
    ['a list of details', { code: 'NOT_ALLOWED', status: 'error', message: 'x', details: [] }, 'given_up'],
    ['a number for an id', { code: 'NOT_ALLOWED', status: 'error', details: { id: 4_150_868 } }, 'given_up'],
    ['no words', { code: 'SUCCESS', status: 'success', message: null, details: null }, 'handed_over'],
    ['no code', { code: { toString: 1 }, message: 'x' }, 'waiting'],
    ['a hidden sign', { code: 'INTERNAL_ERROR', status: 'error', message: 'a\0b', details: {} }, 'waiting'],
    ['no record', 'busy', 'waiting'],
  ])('of which the answer is odd (%s) holds up none beside it', async (_, odd, state) => {
    const good = [await aTicket(), await aTicket()]
    const bad = await aTicket({ Company: 'Odd' })
    fake.answerRecord(record => (record.Company === 'Odd' ? odd : null))
    await handOverLeads(ctx, crm())
    for (const id of good) expect(await leadOf(id)).toMatchObject({ state: 'handed_over' })
    expect(await leadOf(bad)).toMatchObject({ state })
    await makeDue()
    await handOverLeads(ctx, crm())
    const sentCount = fake.inserts
      .flatMap(({ data }) => data)
      .filter(({ Company }) => Company !== 'Odd').length
    expect(sentCount).toBe(good.length)
  })

  test('of which the answer cannot be noted holds up none beside it, and is given up in the end', async () => {
    const bad = await aTicket({ Company: 'Odd' })
    const good = await aTicket()
    fake.answerRecord(({ Company }) =>
      Company === 'Odd' ? { code: 'INTERNAL_ERROR', status: 'error', message: 'unfit', details: {} } : null,
    )
    await pool.query(
      `ALTER TABLE support_lead ADD CONSTRAINT unfit CHECK (last_error IS DISTINCT FROM 'INTERNAL_ERROR: unfit')`,
    )
    await handOverLeads(ctx, crm())
    expect(await leadOf(good)).toMatchObject({ state: 'handed_over' })
    expect(await leadOf(bad)).toMatchObject({ state: 'waiting', attempts: 1 })
    await pool.query(
      `UPDATE support_lead SET attempts = 200, created_at = now() - interval '73 hours' WHERE state = 'waiting'`,
    )
    await makeDue()
    await handOverLeads(ctx, crm())
    await pool.query('ALTER TABLE support_lead DROP CONSTRAINT unfit')
    expect(await leadOf(bad)).toMatchObject({ state: 'given_up' })
    expect(fake.inserts).toHaveLength(1)
  })

  test('is named in the alarm without a word of what the CRM says, which stands with the ticket', async () => {
    const id = await aTicket()
    const details = { api_name: 'Description' }
    fake.answerRecord(() => ({
      code: 'INVALID_DATA',
      status: 'error',
      message: 'invalid: ama@example.com',
      details,
    }))
    await handOverLeads(ctx, crm())
    expect(await leadOf(id)).toMatchObject({ last_error: 'INVALID_DATA: invalid: ama@example.com' })
    expect(lines.join('')).toMatch(/crm_lead_given_up.*"crm_answer":"INVALID_DATA","field":"Description"/)
    expect(lines.join('')).not.toContain('ama@example.com')
  })

  test('is not lost when the answer is no JSON or of another length', async () => {
    const second = await aTicket()
    for (const body of ['<html>', { data: [] }]) {
      fake.answerInsert(() => ({ status: 200, body }))
      await makeDue()
      await handOverLeads(ctx, crm())
      expect(await leadOf(second)).toMatchObject({ state: 'waiting' })
    }
  })

  test('goes with one of many workers only', async () => {
    const ids = await Promise.all(Array.from({ length: 25 }, () => aTicket()))
    const workers = Array.from({ length: 6 }, () => handOverLeads(ctx, crm()))
    const taken = (await Promise.all(workers)).reduce((sum, count) => sum + count, 0)
    expect(taken).toBe(ids.length)
    const sent = fake.inserts.flatMap(({ data }) => data.map(({ Description = '' }) => Description))
    expect(new Set(sent).size).toBe(ids.length)
    expect(sent).toHaveLength(ids.length)
  })

  test('goes whole again when a person puts it in line again', async () => {
    const refused = { code: 'INVALID_DATA', status: 'error', message: 'x' }
    fake.answerRecord(({ Phone }) => ({ ...refused, details: Phone ? { api_name: 'Phone' } : {} }))
    const id = await aTicket()
    await handOverLeads(ctx, crm())
    expect(await leadOf(id)).toMatchObject({ state: 'given_up', left_out: ['Phone'] })
    fake.answerRecord(null)
    expect(await retryLead(ctx, id)).toBe(true)
    expect(await handOverLeads(ctx, crm())).toBe(1)
    expect(fake.inserts.at(-1)?.data[0]).toHaveProperty('Phone', '0241234567')
  })

  test('is left to a person after a restore', async () => {
    const id = await aTicket()
    expect(await giveUpWaitingLeads(ctx, 'Restored from a backup')).toBe(1)
    expect(await handOverLeads(ctx, crm())).toBe(0)
    expect(await leadOf(id)).toMatchObject({ state: 'given_up', last_error: 'Restored from a backup' })
  })
})

describe('access to the CRM', () => {
  test('is asked for once by all workers, kept for its life, and sealed in the database', async () => {
    await Promise.all(Array.from({ length: 3 }, () => aTicket()))
    await Promise.all(Array.from({ length: 5 }, () => handOverLeads(ctx, crm())))
    await aTicket()
    await handOverLeads(ctx, crm())
    expect(fake.tokensGiven()).toBe(1)
    const rows = await pool.query<{ token_sealed: Buffer }>('SELECT * FROM crm_token')
    expect(rows.rows).toHaveLength(1)
    const sealed = JSON.stringify(rows.rows) + String(rows.rows[0]?.token_sealed)
    for (const secret of [...fake.tokens(), 'a-client-secret', 'a-refresh-token'])
      expect(sealed).not.toContain(secret)
  })

  test('is renewed when it was taken away, and when its life is over', async () => {
    await aTicket()
    await handOverLeads(ctx, crm())
    fake.revokeTokens()
    const id = await aTicket()
    await handOverLeads(ctx, crm())
    expect(await leadOf(id)).toMatchObject({ state: 'handed_over', attempts: 1 })
    await pool.query('UPDATE crm_token SET expires_at = now()')
    await aTicket()
    await handOverLeads(ctx, crm())
    expect(fake.tokensGiven()).toBe(3)
  })

  test('that is refused is not asked for again within a minute, and no secret is in the log', async () => {
    fake.refuseAccess()
    const id = await aTicket()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await makeDue()
      await handOverLeads(ctx, crm())
    }
    expect(fake.accessAsked()).toBe(1)
    expect(await leadOf(id)).toMatchObject({ state: 'waiting', attempts: 5 })
    expect(lines.join('')).toContain('invalid_code')
    expect(lines.join('')).not.toMatch(/a-client-secret|a-refresh-token/)
  })
})

describe('the stand-in', () => {
  test('takes what the product sends, as it comes in, and shows it', async () => {
    const http = createHttp({ ...app.http.parts, db: ctx.db })
    const { mountLocalCrm } = await import('./support.ts')
    mountLocalCrm(http)
    const origin = await http.fastify.listen({ port: 0, host: '127.0.0.1' })
    const notices = createNotices(database.connection, log)
    await notices.ready()
    const delivery = startLeadDelivery(ctx, notices, crmOf(ctx, null, origin))
    const hostile = '<script>alert(1)</script>'
    const id = await aTicket({ Company: hostile, LastPrompt: 'GDP of Ghana' })
    await waitFor('it was handed over', async () => (await leadOf(id))?.state === 'handed_over')
    const list = (await (await fetch(`${origin}/dev/crm`)).json()) as { fields: object }[]
    expect(list).toMatchObject([{ fields: { Company: hostile, Last_Prompt: 'GDP of Ghana' } }])
    const page = await fetch(`${origin}/dev/crm`, { headers: { accept: 'text/html' } })
    const html = await page.text()
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain(hostile)
    await delivery.close()
    await notices.close()
    await http.fastify.close()
  })

  test('speaks as the real one where it refuses', async () => {
    const http = createHttp({ ...app.http.parts, db: ctx.db })
    const { mountLocalCrm } = await import('./support.ts')
    mountLocalCrm(http)
    const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
      http.fastify.inject({ method: 'POST', url: `/dev/crm${url}`, payload, headers })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const wrong = await post('/oauth/v2/token', 'client_id=x', form)
    expect([wrong.statusCode, wrong.json()]).toEqual([200, { error: 'invalid_client' }])
    const refused = await post('/crm/v8/Leads', { data: [{ Last_Name: 'A' }] })
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'INVALID_TOKEN'])
    const right =
      'grant_type=refresh_token&client_id=local-client&client_secret=local-secret&refresh_token=local-refresh'
    const { access_token } = (await post('/oauth/v2/token', right, form)).json()
    const records = [{ Last_Name: 'A', Company: 'B' }, { Last_Name: 'x'.repeat(81), Company: 'B' }, {}]
    const half = await post(
      '/crm/v8/Leads',
      { data: records },
      { authorization: `Zoho-oauthtoken ${access_token}` },
    )
    expect(half.statusCode).toBe(207)
    expect(half.json().data).toMatchObject([
      { code: 'SUCCESS', status: 'success' },
      { code: 'INVALID_DATA', details: { api_name: 'Last_Name', maximum_length: 80 } },
      { code: 'MANDATORY_NOT_FOUND', details: { api_name: 'Last_Name' } },
    ])
    await http.fastify.close()
  })

  test('is not there in production, where nothing waits for a CRM that is not set', async () => {
    const production = await testApp(database, {
      ...productionSettings,
      INSTALLATION_SECRET: 'x'.repeat(32),
    })
    expect((await production.http.fastify.inject('/dev/crm')).statusCode).toBe(404)
    expect(production.crm).toBeNull()
    const user = await aSignedInUser(pool)
    const body = { Description: 'Hello' }
    const answer = await createClient(production.http).post('/help', body, { headers: user.headers })
    expect(answer.status).toBe(200)
    expect((await pool.query('SELECT 1 FROM support_lead')).rows).toEqual([])
    await production.close()
  })
})
