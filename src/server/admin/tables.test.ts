import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { driftOf } from '../testing/table-drift.ts'
import { operatorAct } from './tables.ts'

const { pool } = await testDatabase()

test('the table is what the migrations make', async () => {
  expect(await driftOf(pool, operatorAct)).toEqual([])
})
