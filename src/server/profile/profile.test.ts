import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Session, User } from '../../contract/auth.ts'
import type { VersionedProfile } from '../../contract/profile.ts'
import { aPassword, aRegistration, aSignedInUser, type SignedInTestUser } from '../testing/builders.ts'
import { createClient, errorOf } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { testApp } from '../testing/test-app.ts'

const database = await testDatabase()
const { pool } = database
const app = await testApp(database)
afterAll(() => app.close())
const client = createClient(app.http)

/** A profile that holds to every rule; say only what the test is about. */
const aProfile = (overrides: Record<string, unknown> = {}) => ({
  name: 'Ama Serwaa Mensah',
  location: 'Kumasi, Ghana',
  phone: '0241234567',
  gender: 'Female',
  occupation: 'Researcher',
  industry: 'Consumer goods',
  company: "Adwoa's Foods",
  job_title: 'Insight manager',
  education: "Master's degree",
  experience: 9,
  age: 34,
  ...overrides,
})

const update = (user: Pick<SignedInTestUser, 'headers'>, body: unknown) =>
  client.post('/accounts/update_profile', body, { headers: user.headers })

const read = async (user: SignedInTestUser) =>
  (await client.get('/accounts/profile', { headers: user.headers })).json<VersionedProfile>()

const rowOf = async (id: string) =>
  (await pool.query<Record<string, unknown>>('SELECT * FROM users WHERE id = $1', [id])).rows[0] ?? {}

describe('a profile that holds to the rules', () => {
  test('is stored trimmed, and answered, read and signed in with from then on', async () => {
    const user = await aSignedInUser(pool)
    const answer = await update(
      user,
      aProfile({ location: '  Kumasi, Ghana ', experience: ' 9 ', age: '34' }),
    )
    expect(answer.status).toBe(200)
    const { status, ...saved } = answer.json<VersionedProfile & { status: string }>()
    expect(status).toBe('OK')
    expect(saved.user).toMatchObject({ ...aProfile(), id: user.id, email: user.email })
    expect(await read(user)).toEqual(saved)
  })

  test('is what login and re-enable answer afterwards', async () => {
    const form = aRegistration()
    await client.post('/register', form)
    await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [form.email])
    const signIn = async () =>
      (await client.post('/login', { email: form.email, password: aPassword })).json<Session>()
    const session = await signIn()
    const headers = { authorization: `Bearer ${session.token}`, 'x-device-token': session.device_token }
    expect(session.user).toMatchObject({ location: null, experience: 10 })
    const { user } = (await update({ headers }, aProfile())).json<{ user: User }>()
    const enabled = await client.post('/session/re-enable', undefined, { headers })
    expect(enabled.json<{ user: User }>().user).toEqual(user)
    expect((await signIn()).user).toEqual(user)
  })

  test('may leave phone and age out, which keeps them, or send them empty, which clears them', async () => {
    const user = await aSignedInUser(pool)
    await update(user, aProfile())
    const { phone, age, ...without } = aProfile({ company: 'Other Foods' })
    expect((await update(user, without)).json<{ user: User }>().user).toMatchObject({
      company: 'Other Foods',
      phone,
      age,
    })
    await update(user, aProfile({ phone: '', age: null }))
    expect((await read(user)).user).toMatchObject({ phone: null, age: null })
  })
})

describe('a profile that breaks a rule', () => {
  test('is told every failing rule by field, and nothing of it is stored', async () => {
    const user = await aSignedInUser(pool)
    const before = await rowOf(user.id)
    const answer = await update(user, {
      ...{ name: 'Jo', location: '-', phone: '024', gender: '', occupation: '12', industry: 'Food & drink' },
      ...{ company: '<b>Acme</b>', job_title: 'x', education: null, experience: 81, age: 100 },
    })
    expect(answer.status).toBe(422)
    expect(errorOf(answer)).toMatchObject({
      code: 'invalid',
      message: 'Please enter a valid location.',
      errors: {
        location: ['Please enter a valid location.'],
        gender: ['Please enter a valid gender.'],
        occupation: ['Please enter a valid occupation.'],
        industry: ['Please enter a valid industry.'],
        company: ['Please enter a valid company.'],
        job_title: ['Please enter a valid job title.'],
        education: ['Please enter a valid education level.'],
        experience: ['Please enter a valid experience level.'],
        name: ['Please enter a valid name.'],
        phone: ['Please enter a valid phone number.'],
        age: ['Please enter a valid age.'],
      },
    })
    expect(await rowOf(user.id)).toEqual(before)
  })

  test.each([
    ['text of another type', { name: 5 }, 422, 'name'],
    ['a list', { location: ['Accra'] }, 422, 'location'],
    ['an object', { phone: { number: '0241234567' } }, 422, 'phone'],
    ['truth', { age: true }, 422, 'age'],
    ['a fraction', { experience: 2.5 }, 422, 'experience'],
    ['an endless number', { experience: '1e3' }, 422, 'experience'],
    ['NUL', { company: 'Acme\0Foods' }, 422, 'company'],
    ['NUL in the phone', { phone: '02412345\0 67' }, 422, 'phone'],
    ['half a letter', { company: 'Acme \ud800' }, 422, 'company'],
    ['a line break', { name: 'Ama\r\nBcc: x' }, 422, 'name'],
    ['121 letters', { company: 'a'.repeat(121) }, 422, 'company'],
    ['a version of another type', { version: 3 }, 422, 'version'],
  ])('%s is refused by field, never a fault of ours', async (_, overrides, status, field) => {
    const user = await aSignedInUser(pool)
    const answer = await update(user, aProfile(overrides))
    expect(answer.status).toBe(status)
    expect(Object.keys(errorOf(answer).errors ?? {})).toEqual([field])
  })

  test.each(['[]', 'null', '"text"', '{', '5'])('the body %s is malformed', async body => {
    const user = await aSignedInUser(pool)
    const answer = await client.send('/accounts/update_profile', body, 'application/json', {
      headers: user.headers,
    })
    expect([answer.status, errorOf(answer).code]).toEqual([400, 'malformed'])
  })
})

test('faults 130: protected and unknown fields are ignored, none of them is written', async () => {
  const [user, other] = [await aSignedInUser(pool), await aSignedInUser(pool)]
  const [before, othersBefore] = [await rowOf(user.id), await rowOf(other.id)]
  const answer = await update(
    user,
    aProfile({
      ...{ id: other.id, user_id: other.id, email: other.email, email_canonical: 'x@example.com' },
      ...{ credits: 1_000_000, balance: 1_000_000, roles: ['admin'], status: 'disabled' },
      ...{ password_hash: 'x', password: 'x', verified_at: null, address: 'elsewhere', [randomUUID()]: 1 },
    }),
  )
  expect(answer.status).toBe(200)
  const after = await rowOf(user.id)
  const written = Object.keys(after).filter(
    column => JSON.stringify(after[column]) !== JSON.stringify(before[column]),
  )
  expect(written.filter(column => !Object.keys(aProfile()).includes(column))).toEqual([])
  expect(answer.json<{ user: User }>().user).toMatchObject({ email: user.email, roles: [] })
  expect(await rowOf(other.id)).toEqual(othersBefore)
  const credits = await client.get('/accounts/credits', { headers: user.headers })
  expect(credits.json<{ credits: number }>().credits).toBe(0)
})

describe('faults 132: of two edits of one state', () => {
  test('the second is refused with 409 and overwrites nothing', async () => {
    const user = await aSignedInUser(pool)
    const { version } = await read(user)
    await update(user, aProfile({ company: 'First Foods', version }))
    const stale = await update(user, aProfile({ company: 'Second Foods', version }))
    expect([stale.status, errorOf(stale).code]).toEqual([409, 'stale_edit'])
    const now = await read(user)
    expect(now.user.company).toBe('First Foods')
    expect((await update(user, aProfile({ company: 'Second Foods', version: now.version }))).status).toBe(200)
  })

  test('sent at the same instant exactly one is saved', async () => {
    const user = await aSignedInUser(pool)
    const { version } = await read(user)
    const companies = ['One Foods', 'Two Foods', 'Three Foods', 'Four Foods', 'Five Foods', 'Six Foods']
    const answers = await Promise.all(companies.map(company => update(user, aProfile({ company, version }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await read(user)).user.company).toBe(companies[winner])
  })

  test('the same edit sent twice is one edit, and without a version the last one wins', async () => {
    const user = await aSignedInUser(pool)
    const { version } = await read(user)
    const [first, again] = [
      await update(user, aProfile({ version })),
      await update(user, aProfile({ version })),
    ]
    expect(again.status).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect((await update(user, aProfile({ company: 'Last Foods' }))).status).toBe(200)
    expect((await read(user)).user.company).toBe('Last Foods')
  })
})

test('without a session, with a dead one or a superseded one nothing is changed', async () => {
  const user = await aSignedInUser(pool)
  expect((await client.post('/accounts/update_profile', aProfile())).status).toBe(401)
  await pool.query(`UPDATE sessions SET state = 'superseded' WHERE user_id = $1`, [user.id])
  const superseded = await update(user, { name: '' })
  expect([superseded.status, errorOf(superseded).code]).toEqual([409, '409_SESSION_CONFLICT'])
  await pool.query(`UPDATE sessions SET state = 'revoked' WHERE user_id = $1`, [user.id])
  expect((await update(user, aProfile())).status).toBe(401)
  expect((await rowOf(user.id)).location).toBeNull()
})

test('more than 60 saved changes in ten minutes are refused; what breaks a rule is not counted', async () => {
  const user = await aSignedInUser(pool)
  for (let count = 0; count < 70; count += 1) expect((await update(user, {})).status).toBe(422)
  for (let count = 0; count < 60; count += 1) expect((await update(user, aProfile())).status).toBe(200)
  const refused = await update(user, aProfile({ company: 'Late Foods' }))
  expect([refused.status, errorOf(refused).code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
