import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../contract/auth.ts'
import { anEmail, aPassword, aRegistration } from '../testing/builders.ts'
import { testDatabase } from '../testing/database.ts'
import { type SocialApp, socialApp } from '../testing/social-app.ts'
import { type SocialWorld, socialWorld } from '../testing/social-world.ts'

const database = await testDatabase()
const { pool } = database
const squatters = 'Squatters-Pass-1!'
let app: SocialApp
let world: SocialWorld

beforeAll(async () => {
  app = await socialApp(database)
  world = socialWorld(app, pool)
})
afterAll(() => app.close())

const register = (form: object) => world.client.post('/register', form, world.from())
const squat = (email: string, name = 'Eve Attacker') =>
  register(aRegistration({ email, name, password: squatters, password_confirmation: squatters }))
const statusOfLogin = async (email: string, password: string) =>
  (await world.client.post('/login', { email, password }, world.from())).status
/** So that nothing counts as a double click. */
async function aMinuteLater(email: string) {
  await pool.query(`UPDATE users SET created_at = created_at - interval '1 minute' WHERE email = $1`, [email])
  await pool.query(
    `UPDATE mail_outbox SET created_at = created_at - interval '1 minute' WHERE to_address = $1`,
    [email],
  )
}

async function verifyByNewestMail(email: string): Promise<string> {
  const [mail = ''] = await world.mailsTo(email, 'verify')
  const code = /\/verify\/([\w-]{43})/.exec(mail)?.[1] ?? ''
  const answer = await world.client.post('/email/verify', { code }, world.from())
  expect(answer.status).toBe(200)
  return answer.json<{ message: string }>().message
}

describe('an address that somebody registered without proof', () => {
  test('is open at once to the registrant Google vouches for, with what they typed; the password before ends', async () => {
    const victim = world.aPerson()
    await squat(victim.email)
    await aMinuteLater(victim.email)
    const answer = await register({
      ...aRegistration({ email: victim.email, company: 'Own Foods' }),
      ...{ authToken: await world.google(victim), provider: 'GOOGLE' },
    })
    expect(answer.json()).toMatchObject({ status: 'active' })
    expect(await statusOfLogin(victim.email, aPassword)).toBe(200)
    expect(await statusOfLogin(victim.email, squatters)).toBe(401)
    const entered = await world.logIn('GOOGLE', await world.google(victim))
    expect(entered.json<{ user: User }>().user).toMatchObject({ name: 'Ama Mensah', company: 'Own Foods' })
    const stale = /\/verify\/([\w-]{43})/.exec((await world.mailsTo(victim.email, 'verify'))[0] ?? '')?.[1]
    const late = await world.client.post('/email/verify', { code: stale }, world.from())
    expect(late.status).toBe(400)
  })

  test('is not handed over on the word for another address', async () => {
    const email = anEmail()
    await squat(email)
    await aMinuteLater(email)
    const token = { authToken: await world.google(world.aPerson()), provider: 'GOOGLE' }
    const answer = await register({ ...aRegistration({ email }), ...token })
    expect(Object.keys(answer.json<object>())).toEqual(['message'])
    const found = await pool.query('SELECT status, name FROM users WHERE email = $1', [email])
    expect(found.rows).toEqual([{ status: 'unverified', name: 'Eve Attacker' }])
  })

  test.each([
    ['before', squatters, aPassword],
    ['after', aPassword, squatters],
  ])(
    'and whose link is opened: a stranger’s password typed %s the owner’s does not count',
    async (_, first, second) => {
      const email = anEmail()
      await register(aRegistration({ email, password: first, password_confirmation: first }))
      await aMinuteLater(email)
      await register(aRegistration({ email, password: second, password_confirmation: second }))
      expect(await verifyByNewestMail(email)).toContain('Choose one by ‘Forgot password?’')
      expect(await statusOfLogin(email, squatters)).toBe(401)
      expect(await statusOfLogin(email, aPassword)).toBe(401)
    },
  )

  test('the link asked for again, or the older mail of an hour full of mails, does not bring the password back', async () => {
    const email = anEmail()
    await squat(email)
    await aMinuteLater(email)
    for (let count = 0; count < 3; count += 1) {
      await world.client.get(`/resend_validation?email=${email}`, world.from())
    }
    await register(aRegistration({ email }))
    expect(await world.mailsTo(email, 'verify')).toHaveLength(3)
    await verifyByNewestMail(email)
    expect(await statusOfLogin(email, squatters)).toBe(401)
  })

  test('faults 30, 31, 32: the same registration again changes nothing, and its password opens the account', async () => {
    const email = anEmail()
    const form = aRegistration({ email })
    const first = await register(form)
    await aMinuteLater(email)
    const before = await pool.query('SELECT * FROM users WHERE email = $1', [email])
    expect((await register(form)).text).toBe(first.text)
    expect((await pool.query('SELECT * FROM users WHERE email = $1', [email])).rows).toEqual(before.rows)
    expect(await verifyByNewestMail(email)).toBe('Your email address has been verified. You can now sign in.')
    expect(await statusOfLogin(email, aPassword)).toBe(200)
  })

  test('faults 30, 31: another registration in the same seconds changes nothing of the first', async () => {
    const email = anEmail()
    const [first, second] = [await register(aRegistration({ email })), await squat(email)]
    expect(second.text).toBe(first.text)
    expect(await world.mailsTo(email, 'verify')).toHaveLength(1)
    await verifyByNewestMail(email)
    expect(await statusOfLogin(email, aPassword)).toBe(200)
    expect(await statusOfLogin(email, squatters)).toBe(401)
  })

  test('an account that is proved cannot be contested', async () => {
    const email = anEmail()
    await register(aRegistration({ email }))
    await verifyByNewestMail(email)
    await aMinuteLater(email)
    await squat(email)
    expect(await statusOfLogin(email, aPassword)).toBe(200)
    const found = await pool.query('SELECT is_contested FROM users WHERE email = $1', [email])
    expect(found.rows).toEqual([{ is_contested: false }])
  })

  test('is mailed none of the words that were typed as a name', async () => {
    const email = anEmail()
    await squat(email, 'Your prize waits')
    await world.client.post('/password/forgot', { email }, world.from())
    const mails = [
      ...(await world.mailsTo(email, 'verify')),
      ...(await world.mailsTo(email, 'password-reset')),
    ]
    expect(mails).toHaveLength(2)
    for (const mail of mails) expect(mail).not.toContain('prize')
  })
})
