import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { driftOf } from '../testing/table-drift.ts'
import { frontSetting } from './tables.ts'

const { pool } = await testDatabase()

test('the table is what the migrations make', async () => {
  expect(await driftOf(pool, frontSetting)).toEqual([])
})
