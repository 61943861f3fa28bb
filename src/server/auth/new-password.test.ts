import { afterAll, describe, expect, test } from 'vitest'
import { messages } from '../../contract/messages.ts'
import { authApp } from '../testing/auth-app.ts'
import { aPassword, aRegistration } from '../testing/builders.ts'
import { createClient, errorOf } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'

const database = await testDatabase()
const { pool } = database
const accounts = await authApp(database)
const client = createClient(accounts.app)
afterAll(() => accounts.close())

const tooCommon = 'This password is too common. Please choose another one.'
const isOwn = 'Please choose a password without your own name, company or address.'
const person = {
  name: 'Ngozi Adébáyò',
  company: 'Kola & Sons',
  address: '7 Marina Crescent, Ibadan',
}

let calls = 0
/** From a network of its own: registrations are limited. */
const from = () => `198.51.${Math.floor(++calls / 250)}.${calls % 250}`
const passwords = (password: string) => ({ password, password_confirmation: password })

async function registered(password: string, more: Record<string, unknown> = {}) {
  const form = aRegistration({ ...person, ...passwords(password), ...more })
  const answer = await client.post('/register', form, { from: from() })
  return answer.status === 422 ? (errorOf(answer).errors?.password ?? []) : answer.status
}

describe('a password that is among the hundred thousand commonest', () => {
  test.each([
    // As they stand in the list.
    'L58jkdjP!',
    'NICK1234-rem936',
    // With the signs and capitals that the rules ask for.
    'Thunder123!',
    'gAndalf-1',
    '#Scooter1#',
    'Bronc0s.1',
    '$Tarwars1',
    // With accents, or in letters of another width.
    'Thünder123!',
    'Ｔhunder123!',
  ])('faults 33: is refused on registration: %s', async password => {
    expect(await registered(password)).toEqual([tooCommon])
  })

  test.each(['Trotro-River-38!', 'k7#Wq!zP', 'Abc1!abD', aPassword])(
    'faults 33: is not %s',
    async password => {
      expect(await registered(password)).toBe(200)
    },
  )
})

describe('a password with the own name, company or address in it', () => {
  test.each([
    'Ngozi-2026!',
    'x9!Adebayo#K2',
    'adÉbÁyÒ-2026!',
    'Ad3bay0-2026!',
    'Kola-2026!',
    'Crescent+77-Trotro',
    'Ibadan_2026!',
    'Market.Stall-77',
  ])('is refused on registration: %s', async password => {
    const email = `market.stall.${calls}@example.com`
    expect(await registered(password, { email })).toEqual([isOwn])
  })

  test('is fine where only a few letters are the same', async () => {
    for (const password of ['Chocolate-Kolanut-77!', 'Marina1-Fabric-77'])
      expect(await registered(password, { address: '7 Hill, Jos' })).toBe(200)
  })

  test('comes after the five rules of the specification', async () => {
    expect(await registered('ngozi')).toEqual([
      messages.passwordLength,
      messages.passwordNumber,
      messages.passwordUpper,
      messages.passwordSpecial,
    ])
  })
})

describe('a password set by a mailed link', () => {
  async function linkTo(email: string): Promise<string> {
    await client.post('/password/forgot', { email }, { from: from() })
    const found = await pool.query<{ text: string }>(
      `SELECT text_body AS text FROM mail_outbox WHERE to_address = $1 AND purpose = 'password-reset'`,
      [email],
    )
    return /\/reset_password\/([\w-]{43})/.exec(found.rows[0]?.text ?? '')?.[1] ?? ''
  }

  test('meets the same rules, and the link stays good', async () => {
    const form = aRegistration(person)
    await client.post('/register', form, { from: from() })
    const code = await linkTo(form.email)
    const reset = (path: string, password: string, more: object) =>
      client.post(path, { code, ...more, ...passwords(password) }, { from: from(), headers: echo })
    const echo = { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' }
    for (const [path, more] of [
      ['/password/reset', {}],
      ['/v1/production/auth/reset', { email: form.email }],
    ] as const) {
      const common = await reset(path, 'Thunder123!', more)
      expect([common.status, errorOf(common).errors?.password]).toEqual([422, [tooCommon]])
      const own = await reset(path, 'Ngozi-2026!', more)
      expect([own.status, errorOf(own).errors?.password]).toEqual([422, [isOwn]])
    }
    expect((await reset('/password/reset', 'Trotro-River-38!', {})).status).toBe(200)
  })

  test('says nothing of a person to whoever has no good link', async () => {
    const answer = await client.post(
      '/password/reset',
      { code: 'A'.repeat(43), ...passwords('Ngozi-2026!') },
      { from: from() },
    )
    expect([answer.status, errorOf(answer).code]).toEqual([400, 'invalid_or_expired'])
  })
})
