import { expect, test } from 'vitest'
import type { Security } from '../../contract/account.ts'
import type { Session } from '../../contract/auth.ts'
import { openSocialWorld } from '../testing/social-world.ts'

const { pool, world } = await openSocialWorld()
const { client } = world

async function aPersonOfGoogle() {
  const person = world.aPerson()
  await world.anAccount(person.email)
  const signIn = async () => {
    const { token, device_token } = (await world.logIn('GOOGLE', await world.google(person))).json<Session>()
    return { authorization: `Bearer ${token}`, 'x-device-token': device_token }
  }
  return { email: person.email, before: await signIn(), headers: await signIn() }
}

type Headers = Record<string, string>
const signOut = async (headers: Headers) =>
  (await client.post('/accounts/sign_out_everywhere', {}, { headers })).status
const reEnable = async (headers: Headers) =>
  (await client.post('/session/re-enable', undefined, { headers })).status
const isProven = async (headers: Headers) =>
  (await client.get('/accounts/security', { headers })).json<Security>().is_proven

test('a sign-in by a provider of the last five minutes signs out everywhere without a password', async () => {
  const { before, headers } = await aPersonOfGoogle()
  expect(await isProven(headers)).toBe(true)
  expect(await signOut(headers)).toBe(200)
  expect(await reEnable(before)).toBe(401)
  expect(await isProven(headers)).toBe(true)
})

test('an older one asks for the password, and so does one that took over again meanwhile', async () => {
  const { email, before, headers } = await aPersonOfGoogle()
  await pool.query(
    `UPDATE sessions SET created_at = now() - interval '5 minutes 1 second'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  )
  expect(await isProven(headers)).toBe(false)
  expect(await signOut(headers)).toBe(422)
  expect(await reEnable(before)).toBe(200)
  expect(await signOut(before)).toBe(422)
})
