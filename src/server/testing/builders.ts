import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

let count = 0

/** An address nobody else in the run has. */
export const anEmail = (): string => `user-${++count}-${randomUUID().slice(0, 8)}@example.com`

export const aPassword = 'Marigold-42!'

/** What the register form sends; say only what the test is about. */
export function aRegistration(overrides: Record<string, unknown> = {}) {
  return {
    email: anEmail(),
    name: 'Ama Mensah',
    address: '12 Ring Road, Accra',
    industry: 'Consumer goods',
    job_title: 'Insight manager',
    company: 'Example Foods',
    experience: '10',
    phone: '0241234567',
    password: aPassword,
    password_confirmation: aPassword,
    ...overrides,
  }
}

export interface SignedInTestUser {
  id: string
  email: string
  /** What each signed-in call sends. */
  headers: { authorization: string; 'x-device-token': string }
}

/** A verified user with an active session, straight into the database: no password, so no hashing. */
export async function aSignedInUser(
  pool: Pool,
  overrides: { email?: string } = {},
): Promise<SignedInTestUser> {
  const email = overrides.email ?? anEmail()
  const token = randomBytes(32).toString('base64url')
  const deviceToken = randomBytes(32).toString('base64url')
  const made = await pool.query<{ id: string }>(
    `INSERT INTO users (email, email_canonical, status, password_hash, name, address, verified_at)
     VALUES ($1, lower($1), 'active', 'none', 'Ama Mensah', 'Accra', now()) RETURNING id`,
    [email],
  )
  const id = made.rows[0]?.id ?? ''
  const hashed = [token, deviceToken].map(secret => createHash('sha256').update(secret).digest())
  await pool.query('INSERT INTO sessions (user_id, token_hash, device_hash) VALUES ($1, $2, $3)', [
    id,
    ...hashed,
  ])
  return { id, email, headers: { authorization: `Bearer ${token}`, 'x-device-token': deviceToken } }
}
