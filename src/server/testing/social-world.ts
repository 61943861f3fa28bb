import type { Pool } from 'pg'
import { afterAll, expect } from 'vitest'
import type { SocialOptions } from '../../contract/social.ts'
import { aRegistration } from './builders.ts'
import { type Answer, createClient, errorOf } from './client.ts'
import { testDatabase } from './database.ts'
import { type SocialApp, socialApp } from './social-app.ts'

type Person = Parameters<SocialApp['standIn']['issuer']['tokenFor']>[0]
export type TokenMaking = Parameters<SocialApp['standIn']['graph']['tokenFor']>[1]
export type SocialWorld = ReturnType<typeof socialWorld>

/** The world on a database and an app of its own, which end after the file's tests. */
export async function openSocialWorld() {
  const database = await testDatabase()
  const app = await socialApp(database)
  afterAll(() => app.close())
  return { database, pool: database.pool, app, world: socialWorld(app, database.pool) }
}

let networkCount = 0
let personCount = 0

/** People at the providers, what they send, and what they are mailed. */
export function socialWorld({ app, standIn }: SocialApp, pool: Pool) {
  const client = createClient(app)

  /** A network no other call counts against. */
  const from = () => ({ from: `198.19.${Math.floor(++networkCount / 250)}.${(networkCount % 250) + 1}` })

  async function mailsTo(email: string, purpose: string): Promise<string[]> {
    const found = await pool.query<{ text_body: string }>(
      'SELECT text_body FROM mail_outbox WHERE to_address = $1 AND purpose = $2 ORDER BY created_at DESC',
      [email, purpose],
    )
    return found.rows.map(row => row.text_body)
  }

  return {
    client,
    from,
    mailsTo,

    /** Somebody whose mailbox Google runs, unless said otherwise. */
    aPerson(more: Partial<Person> = {}): Person {
      const sub = `10000000000000${++personCount}`
      const email = `kojo.${sub}@gmail.com`
      return { sub, email, givenName: 'Kojo', familyName: 'Asante', isVerified: true, hd: '', ...more }
    },

    /** Google's token for somebody, with a nonce of ours; `claims` take the place of its own. */
    async google(person: Person, claims?: Record<string, unknown>): Promise<string> {
      const { nonce } = (await client.get('/social/options')).json<SocialOptions>()
      return standIn.issuer.tokenFor(person, nonce, claims)
    },

    facebook: (person: Person, making?: TokenMaking): string => standIn.graph.tokenFor(person, making),

    ask: (provider: string, authToken: string) =>
      client.post('/social_login', { authToken, provider }, from()),

    logIn: (provider: string, authToken: string, more: object = {}) =>
      client.post('/login', { email: 'whoever@example.com', authToken, provider, ...more }, from()),

    /** Registers an address by password and gives its account a status. Answers the account's id. */
    async anAccount(email: string, status = 'active'): Promise<string> {
      await client.post('/register', aRegistration({ email }), from())
      const found = await pool.query<{ id: string }>(
        'UPDATE users SET status = $2 WHERE email = $1 RETURNING id',
        [email, status],
      )
      return found.rows[0]?.id ?? ''
    },

    /** The code of the newest link that connects a provider. */
    async linkCodeTo(email: string): Promise<string> {
      const [mail = ''] = await mailsTo(email, 'social-link')
      return /\/auth\/connect\/([\w-]{43})/.exec(mail)?.[1] ?? ''
    },
  }
}

/** The refusal has the specification's shape: what to show is the first of `error.errors.message`. */
export function expectRefused(answer: Answer, status: number, code: string): void {
  expect([answer.status, errorOf(answer).code]).toEqual([status, code])
  expect(errorOf(answer).errors?.message?.[0]).toBe(errorOf(answer).message)
}
