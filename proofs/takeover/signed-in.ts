import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { signPeopleIn } from '../../bench/sign-people-in.ts'
import type { Session } from '../../src/contract/auth.ts'
import { createPasswordHasher } from '../../src/server/auth/password.ts'
import { aPassword } from '../../src/server/testing/builders.ts'

/** What a call of a session sends. */
export type Headers = { authorization: string; 'x-device-token': string }

/** A person with a password, and the session that is the active one. */
export interface Person {
  id: string
  email: string
  active: Headers
  /** Sessions that lost their place, oldest first. */
  superseded: Headers[]
}

export interface SessionRow {
  state: 'active' | 'superseded' | 'revoked'
  token_hash: string
  /** By the machine's clock, in ms: when it was opened, and when it was last used or enabled again. */
  created_at_ms: number
  last_seen_at_ms: number
}

const starterCredits = 10_000

/** People with a session each and the same password, whose hash costs what the product's cost. */
export async function makePeople(pool: Pool, count: number): Promise<Person[]> {
  const hash = await createPasswordHasher().hash(aPassword)
  const people = await signPeopleIn(pool, count, starterCredits)
  await pool.query('update users set password_hash = $2 where id = any($1)', [
    people.map(({ id }) => id),
    hash,
  ])
  return people.map(({ id, email, headers }) => ({ id, email, active: headers, superseded: [] }))
}

export type Taken = { status: number; headers: Headers }

/** Signs in at a server. */
export async function signIn(url: string, { email }: Person): Promise<Taken> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: aPassword }),
  })
  const { token, device_token } = (await answer.json()) as Session
  return {
    status: answer.status,
    headers: { authorization: `Bearer ${token}`, 'x-device-token': device_token },
  }
}

/** Makes an older session the active one again. */
export async function reEnable(url: string, headers: Headers): Promise<Taken> {
  const answer = await fetch(`${url}/api/session/re-enable`, { method: 'POST', headers })
  await answer.body?.cancel()
  return { status: answer.status, headers }
}

/** What a call of this session is answered with: a status, and the code of a refusal. */
export async function standing(url: string, headers: Headers): Promise<string> {
  const answer = await fetch(`${url}/api/accounts/credits`, { headers })
  const body = (await answer.json()) as { error?: { code: string } }
  return [answer.status, body.error?.code].filter(Boolean).join(' ')
}

export async function readSessions(pool: Pool, { id }: Person): Promise<SessionRow[]> {
  const { rows } = await pool.query<SessionRow>(
    `select state, encode(token_hash, 'hex') as token_hash,
       (extract(epoch from created_at) * 1000)::float8 as created_at_ms,
       (extract(epoch from last_seen_at) * 1000)::float8 as last_seen_at_ms
     from sessions where user_id = $1`,
    [id],
  )
  return rows
}

/** As the product stores it. */
export const hashOf = ({ authorization }: Headers): string =>
  createHash('sha256').update(authorization.replace('Bearer ', '')).digest('hex')
