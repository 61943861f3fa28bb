import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { limits } from '../../contract/limits.ts'
import { type AuthApp, authApp } from '../testing/auth-app.ts'
import { aRegistration, aSignedInUser } from '../testing/builders.ts'
import { createClient, errorOf, type TestClient } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { followStream } from '../testing/stream.ts'
import { waitFor } from '../testing/wait-for.ts'

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

const headersOf = ({ token, device_token }: Session) => ({
  authorization: `Bearer ${token}`,
  'x-device-token': device_token,
})

/** An account that was signed in three times: the last one is active, the two before are superseded. */
async function signedInThrice() {
  const { email, password } = aRegistration()
  await client.post('/register', aRegistration({ email, password }))
  await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [email])
  const signIn = async () => headersOf((await client.post('/login', { email, password })).json<Session>())
  return { email, password, sessions: [await signIn(), await signIn(), await signIn()] as const }
}

type Headers = Record<string, string>
const signOut = (headers: Headers, body: object) =>
  client.post('/accounts/sign_out_everywhere', body, { headers })
const reEnable = async (headers: Headers) =>
  (await client.post('/session/re-enable', undefined, { headers })).status
const security = async (headers: Headers) => (await client.get('/accounts/security', { headers })).status

describe('signing out everywhere', () => {
  test('ends every session but the one that asks, so that none of them can take over again', async () => {
    const { password, sessions } = await signedInThrice()
    const [first, second, here] = sessions
    const answer = await signOut(here, { password })
    expect([answer.status, Object.keys(answer.json<object>())]).toEqual([200, ['message']])
    expect(await reEnable(first)).toBe(401)
    expect(await reEnable(second)).toBe(401)
    expect(await security(here)).toBe(200)
    expect((await signOut(here, { password })).status).toBe(200)
  })

  test('leaves other people’s sessions alone', async () => {
    const [one, other] = [await signedInThrice(), await signedInThrice()]
    await signOut(one.sessions[2], { password: one.password })
    expect(await security(other.sessions[2])).toBe(200)
    expect(await reEnable(other.sessions[0])).toBe(200)
  })

  test('wants the password: without it or with a wrong one nothing ends', async () => {
    const { sessions } = await signedInThrice()
    for (const body of [{}, { password: '' }, { password: 'Somebody-Elses-1!' }]) {
      const refused = await signOut(sessions[2], body)
      expect([refused.status, errorOf(refused).errors?.password?.length]).toEqual([422, 1])
    }
    expect(await reEnable(sessions[0])).toBe(200)
  })

  test('is not for a superseded session', async () => {
    const { password, sessions } = await signedInThrice()
    expect((await signOut(sessions[0], { password })).status).toBe(409)
    expect(await security(sessions[2])).toBe(200)
  })
})

describe('a superseded session', () => {
  const supersededFor = (email: string, ago: string) =>
    pool.query(
      `UPDATE sessions SET superseded_at = now() - $2::interval
       WHERE state = 'superseded' AND user_id = (SELECT id FROM users WHERE email = $1)`,
      [email, ago],
    )

  test('can take over again for a day', async () => {
    const { email, sessions } = await signedInThrice()
    await supersededFor(email, '23 hours 59 minutes')
    expect(await security(sessions[0])).toBe(409)
    expect(await reEnable(sessions[0])).toBe(200)
    expect(await security(sessions[0])).toBe(200)
  })

  test('is over after a day: 401 on every call, and the active one stays', async () => {
    const { email, sessions } = await signedInThrice()
    await supersededFor(email, '24 hours 1 second')
    expect(await reEnable(sessions[0])).toBe(401)
    expect(await security(sessions[0])).toBe(401)
    expect(await security(sessions[2])).toBe(200)
    const list = await client.get('/accounts/sign_ins', { headers: sessions[2] })
    const states = list.json<{ sign_ins: { state: string }[] }>().sign_ins.map(({ state }) => state)
    expect(states).toEqual(['active', 'ended', 'ended'])
  })

  test('that took over and lost the place again has a new day', async () => {
    const { email, sessions } = await signedInThrice()
    await supersededFor(email, '23 hours')
    expect(await reEnable(sessions[0])).toBe(200)
    expect(await reEnable(sessions[1])).toBe(200)
    const found = await pool.query(
      `SELECT 1 FROM sessions s JOIN users u ON u.id = user_id
       WHERE email = $1 AND s.state = 'superseded' AND superseded_at > now() - interval '1 minute'`,
      [email],
    )
    expect(found.rowCount).toBe(2)
  })
})

describe('the device token', () => {
  test('may be left out; one that is sent must be the session’s own, and a wrong one ends nothing', async () => {
    const [one, other] = [await aSignedInUser(pool), await aSignedInUser(pool)]
    const { authorization, 'x-device-token': own } = one.headers
    expect(await security({ authorization })).toBe(200)
    for (const wrong of [other.headers['x-device-token'], '', `${own}, ${own}`])
      expect(await security({ authorization, 'x-device-token': wrong })).toBe(401)
    expect(await security(one.headers)).toBe(200)
  })

  test('is optional in the API’s own description', async () => {
    const { openApi } = await import('../platform/api-docs.ts')
    const document = openApi(accounts.app.mounted)
    expect(document.components.securitySchemes.device.description).toContain('optional')
    expect(document.paths['/api/accounts/security']?.get).toMatchObject({
      security: [{ bearer: [], device: [] }, { bearer: [] }],
    })
  })
})

describe('open event streams', () => {
  test('of one user are limited; one more waits until another closes, and nobody else does', async () => {
    const [user, other] = [await aSignedInUser(pool), await aSignedInUser(pool)]
    const open = (headers: Headers) => followStream(`${origin}/api/session/events`, headers)
    const streams = []
    for (let count = 0; count < limits.sessionStreamsPerUser; count += 1) {
      const stream = await open(user.headers)
      expect(stream.status).toBe(200)
      streams.push(stream)
    }
    const refused = await fetch(`${origin}/api/session/events`, { headers: user.headers })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(10)
    const others = await open(other.headers)
    expect(others.status).toBe(200)
    streams[0]?.close()
    await waitFor('a place is free', async () => {
      const again = await open(user.headers)
      streams.push(again)
      return again.status === 200
    })
    for (const stream of [...streams, others]) stream.close()
  })
})
