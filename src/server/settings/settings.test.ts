import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createNotices } from '../platform/notices.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { recordedLog } from '../testing/recorded-log.ts'
import { waitFor } from '../testing/wait-for.ts'
import { createFrontSettings, loadFrontSettings, setPart } from './settings.ts'

const { pool, connection } = await testDatabase()
const ctx = testContext(pool)

test('a slow look that ends after a newer one leaves the newer words in their place', async () => {
  const notices = createNotices(connection, recordedLog().log)
  await notices.ready()
  const store = createFrontSettings(notices, loadFrontSettings(null))
  await setPart(ctx, { part: 'tagline', text: 'Old', actor: 'Efua' })

  // One connection that sees the database as it is now, and answers only after its sleep.
  const slow = new pg.Pool({ ...connection, max: 1 })
  await slow.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await slow.query('SELECT 1 FROM front_setting')
  const sleeping = slow.query('SELECT pg_sleep(0.7)')
  const early = store.read(testContext(slow))

  await setPart(ctx, { part: 'tagline', text: 'New', actor: 'Efua' })
  await waitFor('the change is heard', async () => (await store.read(ctx)).tagline.text === 'New')
  await sleeping
  expect((await early).tagline.text).toBe('New')
  expect((await store.read(ctx)).tagline.text).toBe('New')
  await slow.query('ROLLBACK')
  await slow.end()
  await notices.close()
})

test('the database is asked once, and again only after a change', async () => {
  const notices = createNotices(connection, recordedLog().log)
  await notices.ready()
  const store = createFrontSettings(notices, loadFrontSettings(null))
  // What was read before the store listened to changes is read once more.
  let first = await store.read(ctx)
  await waitFor('the same is given twice', async () => {
    const before = first
    await sleep(50)
    first = await store.read(ctx)
    return first === before
  })
  await setPart(ctx, { part: 'tagline', text: 'Another', actor: 'Efua' })
  await waitFor('the change is shown', async () => (await store.read(ctx)).tagline.text === 'Another')
  await notices.close()
})
