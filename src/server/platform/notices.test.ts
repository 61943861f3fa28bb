import { afterAll, describe, expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { inTransaction } from './context.ts'
import { createLog } from './log.ts'
import { createNotices, notify } from './notices.ts'

const database = await testDatabase()
const ctx = testContext(database.pool)
const notices = createNotices(database.connection, createLog('silent'))
afterAll(() => notices.close())

describe('notices', () => {
  test('reach every listener after the commit, in order, and none after a rollback', async () => {
    await notices.ready()
    const heard: string[] = []
    const other = createNotices(database.connection, createLog('silent'))
    await other.ready()
    other.listen('test_channel', payload => heard.push(`other ${payload}`))
    notices.listen('test_channel', payload => heard.push(payload))
    await waitFor('both listen', async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity
         where datname = current_database() and query = 'listen test_channel' and state = 'idle'`,
      )
      return rowCount === 2
    })
    await inTransaction(ctx, async tx => {
      await notify(tx, 'test_channel', 'one')
      await notify(tx, 'test_channel', 'two')
      expect(heard).toEqual([])
    })
    await inTransaction(ctx, async tx => {
      await notify(tx, 'test_channel', 'never')
      throw new Error('no')
    }).catch(() => undefined)
    await notify(ctx, 'test_channel', 'three')
    await waitFor('all are heard', () => heard.length === 6)
    expect(heard.filter(payload => !payload.startsWith('other'))).toEqual(['one', 'two', 'three'])
    await other.close()
  })

  test('whoever begins to listen later is called once the channel is listened to, since something may have been missed', async () => {
    await notices.ready()
    let gapCount = 0
    notices.listen(
      'late_channel',
      () => undefined,
      () => {
        gapCount += 1
      },
    )
    await waitFor('the gap is reported', () => gapCount === 1)
  })

  test('come back by themselves when the connection is lost, and say that something may be missing', async () => {
    const heard: string[] = []
    let gapCount = 0
    notices.listen(
      'lost_channel',
      payload => heard.push(payload),
      () => {
        gapCount += 1
      },
    )
    const cut = () =>
      database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'soko notices' AND datname = current_database()`,
      )
    await waitFor('the channel is listened to', () => gapCount === 1)
    for (const round of [1, 2]) {
      await cut()
      await waitFor('the gap is reported', () => gapCount === round + 1)
      await notify(ctx, 'lost_channel', `after ${round}`)
      await waitFor('a notice is heard again', () => heard.length === round)
    }
    expect(heard).toEqual(['after 1', 'after 2'])
  })

  test('faults 167: a listener that throws takes no other down', async () => {
    const heard: string[] = []
    notices.listen('throwing_channel', () => {
      throw new Error('bad listener')
    })
    notices.listen('throwing_channel', payload => heard.push(payload))
    // Listening begins a moment after it was asked for; what was said before is nobody's.
    await waitFor('it is heard', async () => {
      await notify(ctx, 'throwing_channel', 'still here')
      return heard.length > 0
    })
    expect(heard[0]).toBe('still here')
  })
})
