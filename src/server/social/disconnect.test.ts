import { describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { anEmail, aPassword } from '../testing/builders.ts'
import { errorOf } from '../testing/client.ts'
import { expectRefused, openSocialWorld, type SocialWorld } from '../testing/social-world.ts'

const { pool, world } = await openSocialWorld()
const { client } = world

const newPassword = 'Owners-Own-9!'

/** Somebody with an account that is connected to Google, and how they call the server. */
async function aConnectedPerson(more: Parameters<SocialWorld['aPerson']>[0] = {}) {
  const person = world.aPerson(more)
  const id = await world.anAccount(person.email)
  const { token, device_token } = (await world.logIn('GOOGLE', await world.google(person))).json<Session>()
  const headers = { authorization: `Bearer ${token}`, 'x-device-token': device_token }
  return { person, id, headers }
}

async function reset(email: string): Promise<void> {
  await client.post('/password/forgot', { email }, world.from())
  const [mail = ''] = await world.mailsTo(email, 'password-reset')
  const [, code = ''] = /\/reset_password\/([\w-]{43})/.exec(mail) ?? []
  const passwords = { password: newPassword, password_confirmation: newPassword }
  expect((await client.post('/password/reset', { code, ...passwords }, world.from())).status).toBe(200)
}

async function move(headers: Record<string, string>, to: string): Promise<void> {
  const asked = { email: to, password: aPassword }
  expect((await client.post('/accounts/email/change', asked, { headers, ...world.from() })).status).toBe(200)
  const [mail = ''] = await world.mailsTo(to, 'email-change')
  const [, code = ''] = /\/confirm_email\/([\w-]{43})/.exec(mail) ?? []
  expect((await client.post('/email/change', { code }, world.from())).status).toBe(200)
}

const logInWith = (email: string, password: string) =>
  client.post('/login', { email, password }, world.from())

const identitiesOf = async (id: string) =>
  (await pool.query('SELECT provider FROM social_identities WHERE user_id = $1', [id])).rows

describe('the ways in by a provider', () => {
  test('end with a new password, mailed links too, and the owner is told how to sign in', async () => {
    const { person, id } = await aConnectedPerson()
    // Somebody else's at Facebook, under the same address.
    await world.logIn('FACEBOOK', world.facebook(world.aPerson({ email: person.email })))
    const link = await world.linkCodeTo(person.email)
    await reset(person.email)
    expect(await identitiesOf(id)).toEqual([])
    expect((await client.post('/social/link', { code: link }, world.from())).status).toBe(400)
    const [told] = await world.mailsTo(person.email, 'password-changed')
    expect(told).toContain('Signing in by Google was disconnected')
    expect((await logInWith(person.email, newPassword)).status).toBe(200)
  })

  test('end with a new address: whoever held the old one at a provider gets in no more', async () => {
    const work = await aConnectedPerson({ email: anEmail(), hd: 'example.com' })
    const home = anEmail()
    await move(work.headers, home)
    expectRefused(await world.logIn('GOOGLE', await world.google(work.person)), 404, 'not_found')
    expect((await world.mailsTo(home, 'email-changed'))[0]).toContain('Signing in by Google was disconnected')
    expect((await logInWith(home, aPassword)).status).toBe(200)
  })

  test('an account without a password of its own gets one by a reset, and its provider back by signing in', async () => {
    const person = world.aPerson()
    await world.anAccount(person.email, 'unverified')
    // The password of whoever registered ends here, so the provider is the only way in.
    expect((await world.logIn('GOOGLE', await world.google(person))).status).toBe(200)
    expect((await logInWith(person.email, aPassword)).status).toBe(401)
    await reset(person.email)
    expect((await logInWith(person.email, newPassword)).status).toBe(200)
    expect((await world.logIn('GOOGLE', await world.google(person))).status).toBe(200)
    expect((await logInWith(person.email, newPassword)).status).toBe(200)
  })

  test('nothing of a provider is said in the mails of an account that had none', async () => {
    const email = anEmail()
    await world.anAccount(email)
    await reset(email)
    expect((await world.mailsTo(email, 'password-changed'))[0]).not.toContain('Signing in by')
  })
})

describe('the owner of an account', () => {
  const disconnect = (headers: Record<string, string>, body: object) =>
    client.post('/accounts/disconnect', { provider: 'GOOGLE', ...body }, { headers, ...world.from() })
  const connectedOf = async (headers: Record<string, string>) =>
    (await client.get('/accounts/connected', { headers })).json()

  test('sees whom it is connected to, and disconnects with the password alone, which is told', async () => {
    const { person, headers } = await aConnectedPerson({ email: anEmail(), hd: 'example.com' })
    const since = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await connectedOf(headers)).toEqual({ connected: [{ provider: 'GOOGLE', since }] })
    for (const password of ['', 'Somebody-Elses-1!']) {
      const refused = await disconnect(headers, { password })
      expect([refused.status, errorOf(refused).errors?.password?.length]).toEqual([422, 1])
    }
    expect((await disconnect(headers, { provider: 'FACEBOOK', password: aPassword })).status).toBe(200)
    expect(await connectedOf(headers)).toMatchObject({ connected: [{ provider: 'GOOGLE' }] })
    expect((await disconnect(headers, { password: aPassword })).status).toBe(200)
    expect(await connectedOf(headers)).toEqual({ connected: [] })
    const mails = await world.mailsTo(person.email, 'social-disconnected')
    expect(mails).toEqual([expect.stringContaining('Signing in by Google was disconnected')])
    expect((await logInWith(person.email, aPassword)).status).toBe(200)
  })

  test('is nobody without a session', async () => {
    expect((await client.get('/accounts/connected')).status).toBe(401)
    expect((await disconnect({}, { password: aPassword })).status).toBe(401)
  })
})
