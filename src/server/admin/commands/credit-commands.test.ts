import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { grantStarter } from '../../credits/credits.ts'
import { testContext } from '../../testing/context.ts'
import { testDatabase } from '../../testing/database.ts'
import { dataOf, operatorDesk } from '../../testing/operator-desk.ts'

const { pool } = await testDatabase()
const { admin } = operatorDesk(pool)

test('credits check reads the whole ledger, names accounts that do not agree with it, and ends with 1 then', async () => {
  const [sound, wrong] = [randomUUID(), randomUUID()]
  for (const userId of [sound, wrong]) await grantStarter(testContext(pool), userId, 50)
  const first = await admin(['credits', 'check'])
  expect(first).toMatchObject({
    code: 0,
    out: expect.stringContaining('Every account agrees with its ledger'),
  })

  const client = await pool.connect()
  await client.query(`set session_replication_role = 'replica'`)
  await client.query('update credit_account set balance = 57 where user_id = $1', [wrong])
  await client.query('reset session_replication_role')
  client.release()
  const second = await admin(['credits', 'check', '--json'])
  expect(second.code).toBe(1)
  expect(dataOf(second)).toEqual({ wrong: [wrong] })
})
