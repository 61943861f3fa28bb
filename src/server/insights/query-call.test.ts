import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { QueryAnswer } from '../../contract/insights.ts'
import { limits } from '../../contract/limits.ts'
import { queryLimits } from '../../contract/query.ts'
import { findSession } from '../auth/auth.ts'
import { createHttp } from '../platform/http-server.ts'
import { createRateLimits, type RateLimits } from '../platform/rate-limit.ts'
import { aSignedInUser } from '../testing/builders.ts'
import { createClient, errorOf } from '../testing/client.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { smallEngine } from '../testing/small-engine.ts'
import { parseAsk } from './query/text/parse-query.ts'
import { printAsk } from './query/text/print-query.ts'
import type { QueryRunner } from './query-call.ts'
import { mountInsights } from './routes.ts'
import { WarehouseError } from './warehouse.ts'

const { pool } = await testDatabase()
const engine = await smallEngine(
  [
    {
      ...{ segment: 'beer', country: 'KEN', year: 2024, brand: 'Brand A', channel: 'modern_trade' },
      ...{ volume: 1, price: 1, rate: 1 },
    },
  ],
  [
    ['population', 'KEN', 2024, 56_000_000],
    ['population', 'UGA', 2024, 50_000_000],
  ],
)
afterAll(() => engine.close())

const base = testContext(pool)
const small: QueryRunner = { dataVersion: 'small', runAsk: ask => engine.ask(printAsk(ask)) }

function clientOf(queries: QueryRunner = small, rateLimits: RateLimits = createRateLimits(pool, false)) {
  const http = createHttp({
    ...{ db: base.db, log: base.log, clock: base.clock, findSession },
    ...{ publicUrl: 'http://localhost', trustedProxies: [], isProduction: false },
  })
  mountInsights(http, { suggestions: { industries: [], countries: [] }, queries, rateLimits })
  return createClient(http)
}

const user = await aSignedInUser(pool)
const client = clientOf()
const send = (body: unknown, to = client) => to.post('/insights/query', body, { headers: user.headers })

const text = 'show population\nrows country KEN|UGA\ntime 2024\norder population high'

describe('a call of the query language', () => {
  test('gives the same tables for a text and for the queries it stands for, in canonical form and in words', async () => {
    const answer = await send({ text: text.replace('KEN|UGA', 'UGA|KEN|UGA') })
    expect(answer.status).toBe(200)
    const body = answer.json() as QueryAnswer
    expect(body.tables[0]?.rows.map(row => row.filter(cell => typeof cell === 'number'))).toEqual([
      [56_000_000],
      [50_000_000],
    ])
    expect(body.tables_of).toEqual([body.tables.map(({ id }) => id)])
    expect(body.text).toHaveLength(1)
    expect(body.hash).toEqual(body.text.map(one => createHash('sha256').update(one).digest('hex')))
    expect(body.words[0]).toMatch(/population/i)
    expect(body.data_version).toBe('small')
    expect((await send({ ask: { queries: body.queries } })).json()).toEqual(body)
  })

  test('runs nothing where a query means nothing, and says by which rule and what to ask instead', async () => {
    const answer = await send({ text: `${text}\n---\nshow population + gdp_usd\ntime 2024` })
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({
      tables: [],
      faults: [
        {
          query: 1,
          rule: 2,
          at: 'population + gdp_usd',
          message: expect.stringContaining('cannot be added'),
        },
      ],
    })
    expect(answer.json()).toMatchObject({ text: [text, 'show population + gdp_usd\ntime 2024'] })
  })

  test('refuses a text that is no query with the place of the fault', async () => {
    const answer = await send({ text: 'show population\ntime tomorrow' })
    expect(answer.status).toBe(422)
    expect(errorOf(answer)).toMatchObject({
      code: 'invalid',
      errors: { text: [expect.stringMatching(/^line 2: /)] },
    })
  })

  test.each([
    ['neither', {}],
    ['both', { text, ask: parseAsk(text) }],
  ])('refuses a body with %s of ask and text', async (_, body) => {
    expect(errorOf(await send(body))).toMatchObject({
      code: 'invalid',
      errors: { ask: [expect.any(String)] },
    })
  })

  test.each([
    [
      'an unknown node',
      { queries: [{ ...parseAsk(text).queries[0], show: [{ as: null, of: { k: 'sql' } }] }] },
    ],
    ['no query', { queries: [] }],
    ['more queries than an ask may have', { queries: Array(9).fill(parseAsk(text).queries[0]) }],
  ])('refuses an ask with %s', async (_, ask) => {
    const answer = await send({ ask })
    expect(answer.status).toBe(422)
    expect(errorOf(answer)).toMatchObject({ code: 'invalid', errors: { ask: [expect.any(String)] } })
  })

  test.each([
    ['deeper than the language allows', queryLimits.depth + 1, 200, { faults: [{ rule: 13 }] }],
    ['inside each other by the thousand', 1_500, 400, { error: { code: 'malformed' } }],
  ])('refuses expressions %s', async (_, depth, status, body) => {
    const of = `${'{"k":"fn","fn":"abs","of":'.repeat(depth - 1)}{"k":"measure","id":"population"}${'}'.repeat(depth - 1)}`
    const query = JSON.stringify({ ...parseAsk(text).queries[0], show: [{ as: null, of: 'deep' }] })
    const answer = await send(JSON.parse(`{"ask":{"queries":[${query.replace('"deep"', of)}]}}`))
    expect(answer.status).toBe(status)
    expect(answer.json()).toMatchObject(body)
  })

  test('is for those who are signed in', async () => {
    expect((await client.post('/insights/query', { text })).status).toBe(401)
  })

  test('is refused after so many in a minute, with the time to wait', async () => {
    const guarded = clientOf(small, createRateLimits(pool, true))
    const hurried = await aSignedInUser(pool)
    const ask = () => guarded.post('/insights/query', { text }, { headers: hurried.headers })
    for (let count = 0; count < limits.queriesPerMinute; count++) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test.each([
    ['timeout', 503, 'busy'],
    ['died', 503, 'unavailable'],
    ['refused', 500, 'internal'],
  ] as const)('is answered in words where the warehouse says %s', async (reason, status, code) => {
    const failing = clientOf({
      dataVersion: 'small',
      runAsk: async () => Promise.reject(new WarehouseError(reason, 'no')),
    })
    const answer = await send({ text }, failing)
    expect(answer.status).toBe(status)
    expect(errorOf(answer).code).toBe(code)
  })
})
