import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { driftOf } from '../testing/table-drift.ts'
import * as tables from './tables.ts'

const { pool } = await testDatabase()

test.each(Object.entries<PgTable>(tables))('%s is what the migrations make', async (_, table) => {
  expect(await driftOf(pool, table)).toEqual([])
})
