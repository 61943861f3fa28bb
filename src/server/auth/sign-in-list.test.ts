import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignIn } from '../../contract/account.ts'
import type { Session } from '../../contract/auth.ts'
import { type AuthApp, authApp } from '../testing/auth-app.ts'
import { aRegistration, aSignedInUser } from '../testing/builders.ts'
import { createClient, type TestClient } from '../testing/client.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { leastMs } from '../testing/least-ms.ts'
import { browserWords } from './browser-words.ts'
import { shortNetwork } from './short-network.ts'
import { sweepSessions } from './sign-in-list.ts'

const database = await testDatabase()
const { pool } = database
let accounts: AuthApp
let client: TestClient

beforeAll(async () => {
  accounts = await authApp(database)
  client = createClient(accounts.app)
})
afterAll(() => accounts.close())

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const headersOf = ({ token, device_token }: Session) => ({
  authorization: `Bearer ${token}`,
  'x-device-token': device_token,
})

async function anAccount() {
  const { email, password } = aRegistration()
  await client.post('/register', aRegistration({ email, password }))
  await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [email])
  return (userAgent: string, from: string) =>
    client
      .post('/login', { email, password }, { headers: { 'user-agent': userAgent }, from })
      .then(answer => answer.json<Session>())
}

const listOf = async (headers: Record<string, string>) =>
  (await client.get('/accounts/sign_ins', { headers })).json<{ sign_ins: SignIn[] }>().sign_ins

describe('the list of sign-ins', () => {
  test('says when, from what and which one is this, active, superseded or ended', async () => {
    const signIn = await anAccount()
    const ended = await signIn(chromeOnWindows, '203.0.113.9')
    await client.get('/user/logout', { headers: headersOf(ended) })
    await signIn(safariOnIphone, '2001:db8:1:2::77')
    const now = await signIn(chromeOnWindows, '198.51.100.4')
    const list = await listOf(headersOf(now))
    expect(list).toMatchObject([
      { browser: 'Chrome 141', system: 'Windows', network: '198.51.100.x', state: 'active', is_this: true },
      {
        browser: 'Safari 18',
        system: 'iPhone',
        network: '2001:db8:1:x',
        state: 'superseded',
        is_this: false,
      },
      { browser: 'Chrome 141', system: 'Windows', network: '203.0.113.x', state: 'ended', is_this: false },
    ])
    for (const { created_at } of list) {
      expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000)
    }
    const stored = JSON.stringify((await pool.query('SELECT * FROM sessions')).rows)
    expect(stored).not.toContain('203.0.113.9')
    expect(stored).not.toContain('AppleWebKit')
  })

  test('is the account’s own, and marks as ended what is past its time', async () => {
    const { id, headers } = await aSignedInUser(pool)
    await aSignedInUser(pool)
    await pool.query(
      `INSERT INTO sessions (user_id, token_hash, device_hash, state, created_at, last_seen_at)
       SELECT $1, decode(md5(random()::text), 'hex'), 'x', 'superseded', now() - interval '40 days', now() - interval '20 days'`,
      [id],
    )
    const list = await listOf(headers)
    expect(list.map(({ state, browser, is_this }) => [state, browser, is_this])).toEqual([
      ['active', null, true],
      ['ended', null, false],
    ])
  })

  test('forgets a sign-in after 90 days, on the list at once and in the database by the sweep', async () => {
    const { id, headers } = await aSignedInUser(pool)
    await pool.query(
      `INSERT INTO sessions (user_id, token_hash, device_hash, state, created_at, expires_at)
       VALUES ($1, decode(md5(random()::text), 'hex'), 'x', 'revoked', now() - interval '91 days', now() - interval '1 day')`,
      [id],
    )
    const count = async () => (await pool.query('SELECT 1 FROM sessions WHERE user_id = $1', [id])).rowCount
    expect(await listOf(headers)).toHaveLength(1)
    expect(await count()).toBe(2)
    await sweepSessions(testContext(pool))
    expect(await count()).toBe(1)
  })
})

test.each([
  [chromeOnWindows, 'Chrome 141', 'Windows'],
  [safariOnIphone, 'Safari 18', 'iPhone'],
  [`${chromeOnWindows} Edg/141.0.0.0`, 'Edge 141', 'Windows'],
  [`${chromeOnWindows} OPR/120.0.0.0`, 'Opera 120', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140', 'Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet 28',
    'Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari 18',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome 140',
    'iPad',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
    'Chrome 139',
    'ChromeOS',
  ],
  ['curl/8.5.0', null, null],
  ['', null, null],
])('browser and system of %j', (line, browser, system) => {
  expect(browserWords(line)).toEqual({ browser, system })
})

test('a User-Agent of megabytes costs no time', async () => {
  const line = 'Version/1 '.repeat(200_000)
  expect(browserWords(line)).toEqual({ browser: null, system: null })
  expect(await leastMs(() => browserWords(line))).toBeLessThan(50)
})

test('a network is shown without its end', () => {
  const networks = ['203.0.113.9', '2001:db8:1:2::/64', 'gone']
  expect(networks.map(shortNetwork)).toEqual(['203.0.113.x', '2001:db8:1:x', null])
})
