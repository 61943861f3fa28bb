import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { driftOf } from '../testing/table-drift.ts'
import { crmToken, supportLead, supportTicket } from './tables.ts'

const { pool } = await testDatabase()

test.each([[supportTicket], [supportLead], [crmToken]])(
  'the table is what the migrations make',
  async table => {
    expect(await driftOf(pool, table)).toEqual([])
  },
)
