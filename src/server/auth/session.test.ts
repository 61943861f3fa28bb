import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { type AuthApp, authApp } from '../testing/auth-app.ts'
import { aRegistration, aSignedInUser } from '../testing/builders.ts'
import { createClient, errorOf, type TestClient } from '../testing/client.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { followStream } from '../testing/stream.ts'
import { endEverySession, findSession } from './auth.ts'

const database = await testDatabase()
const { pool } = database
let accounts: AuthApp
let client: TestClient
let origin: string

beforeAll(async () => {
  accounts = await authApp(database)
  client = createClient(accounts.app)
  origin = await accounts.app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => accounts.close())

async function anAccount() {
  const form = aRegistration()
  await client.post('/register', form)
  await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [form.email])
  return { email: form.email, password: form.password }
}

async function signIn(account: { email: string; password: string }): Promise<Session> {
  const answer = await client.post('/login', account)
  expect(answer.status).toBe(200)
  return answer.json<Session>()
}

const headersOf = ({ token, device_token }: Session) => ({
  authorization: `Bearer ${token}`,
  'x-device-token': device_token,
})

/** A signed-in call that a superseded session may not make: its stream of events. */
const tryStream = async (headers: Record<string, string>) => {
  const stream = await followStream(`${origin}/api/session/events`, headers)
  stream.close()
  return stream.status
}

const reEnable = (headers: Record<string, string>) =>
  client.post('/session/re-enable', undefined, { headers })

const activeCount = async (email: string) => {
  const found = await pool.query(
    `SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1 AND s.state = 'active'`,
    [email],
  )
  return found.rowCount
}

describe('one active session', () => {
  // spec: S4.conflict.4
  test('faults 18, 21: a second sign-in supersedes the first: 409 on its calls, and its open page hears within 1 s', {
    retry: 2,
  }, async () => {
    const account = await anAccount()
    const first = await signIn(account)
    const page = await followStream(`${origin}/api/session/events`, headersOf(first))
    expect(page.status).toBe(200)
    const second = await signIn(account)
    const start = performance.now()
    expect(await page.next('session_superseded')).toBe('{}')
    expect(performance.now() - start).toBeLessThan(1_000)
    const refused = await fetch(`${origin}/api/session/events`, { headers: headersOf(first) })
    expect(refused.status).toBe(409)
    const body = (await refused.json()) as { error: { code: string } }
    expect(body.error.code).toBe('409_SESSION_CONFLICT')
    expect(await tryStream(headersOf(second))).toBe(200)
  })

  test.each([2, 8])(
    'faults 19: %i sign-ins at the same instant leave exactly one active session',
    async count => {
      const account = await anAccount()
      for (let round = 0; round < 5; round += 1) {
        const sessions = await Promise.all(Array.from({ length: count }, () => signIn(account)))
        expect(new Set(sessions.map(session => session.token)).size).toBe(count)
        expect(await activeCount(account.email)).toBe(1)
        const statuses = await Promise.all(sessions.map(session => tryStream(headersOf(session))))
        expect(statuses.filter(status => status === 200)).toHaveLength(1)
        expect(statuses.filter(status => status === 409)).toHaveLength(count - 1)
      }
    },
  )

  test('faults 20: re-enable makes a superseded session active and supersedes the other; twice is once', async () => {
    const account = await anAccount()
    const first = await signIn(account)
    const second = await signIn(account)
    const answers = [await reEnable(headersOf(first)), await reEnable(headersOf(first))]
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(answers[0]?.json()).toEqual({ status: 'OK', user: first.user })
    expect(answers[1]?.text).toBe(answers[0]?.text)
    expect(await tryStream(headersOf(first))).toBe(200)
    expect(await tryStream(headersOf(second))).toBe(409)
    expect(await activeCount(account.email)).toBe(1)
  })

  test('faults 20: re-enable with an unknown, revoked or expired token is 401 and changes nothing', async () => {
    const account = await anAccount()
    const first = await signIn(account)
    const second = await signIn(account)
    await client.get('/user/logout', { headers: headersOf(first) })
    expect((await reEnable(headersOf(first))).status).toBe(401)
    expect((await reEnable({ authorization: `Bearer ${'A'.repeat(43)}` })).status).toBe(401)
    const third = await signIn(account)
    await pool.query(`UPDATE sessions SET expires_at = now() - interval '1 s' WHERE state = 'superseded'`)
    expect((await reEnable(headersOf(second))).status).toBe(401)
    expect(await tryStream(headersOf(third))).toBe(200)
  })

  test('faults 20: both sides taking over at once leave exactly one active session', async () => {
    const account = await anAccount()
    const sessions = [await signIn(account), await signIn(account), await signIn(account)]
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(sessions.map(session => reEnable(headersOf(session))))
      expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
      expect(await activeCount(account.email)).toBe(1)
    }
  })

  test('a session that logs out while it takes over stays logged out', async () => {
    const account = await anAccount()
    const [older] = [await signIn(account), await signIn(account)]
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query(
      `UPDATE sessions SET state = 'revoked' WHERE state = 'superseded'
         AND user_id = (SELECT id FROM users WHERE email = $1)`,
      [account.email],
    )
    const takingOver = reEnable(headersOf(older))
    await sleep(200)
    await client.query('COMMIT')
    client.release()
    expect((await takingOver).status).toBe(401)
    expect((await reEnable(headersOf(older))).status).toBe(401)
    expect(await activeCount(account.email)).toBe(1)
  })

  test('faults 23: a token brought along to sign-in is not the one that comes out', async () => {
    const account = await anAccount()
    const planted = 'P'.repeat(43)
    const answer = await client.post('/login', account, { headers: { authorization: `Bearer ${planted}` } })
    expect(answer.json<Session>().token).not.toBe(planted)
    expect(await tryStream({ authorization: `Bearer ${planted}` })).toBe(401)
  })

  test('faults 24: a token that is cut, padded, re-cased or one bit off is no token; nor is one in the address', async () => {
    const { headers } = await aSignedInUser(pool)
    const token = headers.authorization.slice(7)
    const flipped = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`
    const recased = token === token.toLowerCase() ? token.toUpperCase() : token.toLowerCase()
    for (const bad of [token.slice(0, 42), `${token}A`, `${token}=`, recased, flipped, `${token} x`, '']) {
      expect((await reEnable({ authorization: `Bearer ${bad}` })).status, bad.length.toString()).toBe(401)
    }
    expect((await reEnable({ ...headers, 'x-device-token': flipped })).status).toBe(401)
    expect((await client.post(`/session/re-enable?token=${token}&access_token=${token}`)).status).toBe(401)
    expect((await reEnable(headers)).status).toBe(200)
  })

  test('faults 25: logging out twice, with a strange token or none, answers 200', async () => {
    const { headers } = await aSignedInUser(pool)
    const tries: Record<string, string>[] = [headers, headers, { authorization: 'Bearer nonsense' }, {}]
    for (const sent of tries) {
      expect((await client.get('/user/logout/', { headers: sent })).status).toBe(200)
    }
    const after = await reEnable(headers)
    expect([after.status, errorOf(after).code]).toEqual([401, 'unauthenticated'])
  })

  test('HEAD opens no stream', async () => {
    const { headers } = await aSignedInUser(pool)
    const answer = await accounts.app.fastify.inject({ method: 'HEAD', url: '/api/session/events', headers })
    expect(answer.statusCode).toBe(405)
  })

  test('logging out ends the session’s own stream', async () => {
    const { headers } = await aSignedInUser(pool)
    const page = await followStream(`${origin}/api/session/events`, headers)
    await client.get('/user/logout', { headers })
    await page.ended
  })

  test.each([
    ['idle for 14 days', `last_seen_at = now() - interval '14 days 1 second'`, 401],
    ['idle for a little less', `last_seen_at = now() - interval '13 days 23 hours'`, 200],
    ['90 days old', `expires_at = now() - interval '1 second'`, 401],
  ])('faults 27: a session that is %s', async (_, change, status) => {
    const { id, headers } = await aSignedInUser(pool)
    await pool.query(`UPDATE sessions SET ${change} WHERE user_id = $1`, [id])
    const answer = await reEnable(headers)
    expect(answer.status).toBe(status)
    if (status === 401) expect(errorOf(answer).code).toBe('session_expired')
  })

  test('faults 28: the end of a session is judged by the database’s clock, whatever ours says', async () => {
    const { id, headers } = await aSignedInUser(pool)
    const token = headers.authorization.slice(7)
    const farAhead = testContext(pool, { clock: { now: () => new Date('2099-01-01') } })
    expect((await findSession(farAhead, token, null)).user.id).toBe(id)
    await pool.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [id])
    const farBehind = testContext(pool, { clock: { now: () => new Date('2001-01-01') } })
    await expect(findSession(farBehind, token, null)).rejects.toMatchObject({ code: 'session_expired' })
  })

  test('faults 29: the step after restoring a backup ends every session', async () => {
    const own = await testDatabase()
    const users = [await aSignedInUser(own.pool), await aSignedInUser(own.pool)]
    const ctx = testContext(own.pool)
    const tokens = users.map(user => user.headers.authorization.slice(7))
    for (const token of tokens) expect((await findSession(ctx, token, null)).isSuperseded).toBe(false)
    await endEverySession(ctx)
    for (const token of tokens) {
      await expect(findSession(ctx, token, null)).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  })

  test('use prolongs a session, and is written down at most every five minutes', async () => {
    const { id, headers } = await aSignedInUser(pool)
    const seen = async () =>
      (await pool.query<{ at: Date }>('SELECT last_seen_at AS at FROM sessions WHERE user_id = $1', [id]))
        .rows[0]?.at
    const before = await seen()
    await reEnable(headers)
    expect(await seen()).toEqual(before)
    await pool.query(`UPDATE sessions SET last_seen_at = now() - interval '6 minutes' WHERE user_id = $1`, [
      id,
    ])
    await tryStream(headers)
    expect((await seen())?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })
})
