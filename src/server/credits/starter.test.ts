import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { balance, createStarter } from './credits.ts'

const { pool } = await testDatabase()
const ctx = testContext(pool)
const starter = createStarter('the secret of a test', 100)

async function grantedTo(names: string[], from = starter): Promise<number> {
  const userId = randomUUID()
  await from.grant(ctx, userId, names)
  return balance(ctx, userId)
}

test('who is remembered by any of their names is granted nothing; anybody else is', async () => {
  await starter.remember(ctx, ['ama@example.com', 'GOOGLE 1'])
  await starter.remember(ctx, ['ama@example.com'])
  expect(await grantedTo(['ama@example.com'])).toBe(0)
  expect(await grantedTo(['other@example.com', 'GOOGLE 1'])).toBe(0)
  expect(await grantedTo(['other@example.com', 'FACEBOOK 1'])).toBe(100)
})

test('the marks name nobody, and mean nothing without the secret', async () => {
  await starter.remember(ctx, ['kofi@example.com'])
  const { rows } = await pool.query('SELECT *, encode(mark, $1) FROM starter_marks', ['escape'])
  expect(JSON.stringify(rows)).not.toContain('kofi')
  expect(await grantedTo(['kofi@example.com'], createStarter('another secret', 100))).toBe(100)
})
