import { expect, test } from 'vitest'
import { anEmail } from '../testing/builders.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { sweepUnproved } from './sweep-unproved.ts'

const { pool } = await testDatabase()

async function aUser(status: string, days: number): Promise<string> {
  const email = anEmail()
  await pool.query(
    `INSERT INTO users (email, email_canonical, status, password_hash, name, address, created_at)
     VALUES ($1, $1, $2, 'none', 'Ama Mensah', 'Accra', now() - make_interval(days => $3))`,
    [email, status, days],
  )
  return email
}

test('a registration that nobody proved goes after seven days; a fresh one, one just mailed and any proved one stay', async () => {
  const old = await aUser('unverified', 8)
  const kept = [
    await aUser('unverified', 6),
    await aUser('active', 400),
    await aUser('disabled', 400),
    await aUser('unverified', 9),
  ]
  await pool.query(
    `INSERT INTO email_verifications (code_hash, user_id, mail_id)
     SELECT 'code', id, gen_random_uuid() FROM users WHERE email = $1`,
    [kept.at(-1)],
  )
  await sweepUnproved(testContext(pool))
  const left = await pool.query<{ email: string }>('SELECT email FROM users WHERE email = ANY($1)', [
    [old, ...kept],
  ])
  expect(left.rows.map(({ email }) => email).sort()).toEqual(kept.sort())
})
