import pg from 'pg'
import { expect, test } from 'vitest'
import type { SignedInContext } from '../platform/context.ts'
import type { UserEvents } from '../platform/user-events.ts'
import { aSignedInUser } from '../testing/builders.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { followSession } from './session-stream.ts'

const { pool } = await testDatabase()

async function someone(from: pg.Pool): Promise<SignedInContext> {
  const { id } = await aSignedInUser(pool)
  const found = await pool.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [id])
  return { ...testContext(from), user: { id, sessionId: found.rows[0]?.id ?? '', roles: [] } }
}

/** A stream that remembers, and subscriptions that are counted. */
function followed() {
  const over = new AbortController()
  let count = 0
  const userEvents: UserEvents = {
    subscribe() {
      count += 1
      return () => {
        count -= 1
      }
    },
  }
  const stream = { send() {}, comment() {}, end: () => over.abort(), closed: over.signal }
  return { userEvents, stream, over, subscriptions: () => count }
}

test('a reader that left, before or after its stream began, leaves no subscription behind', async () => {
  const ctx = await someone(pool)
  const [early, late] = [followed(), followed()]
  early.over.abort()
  followSession(ctx, early.userEvents, early.stream)
  followSession(ctx, late.userEvents, late.stream)
  await expect.poll(late.subscriptions).toBe(1)
  expect(early.subscriptions()).toBe(0)
  late.over.abort()
  expect(late.subscriptions()).toBe(0)
})

test('a stream whose session cannot be judged ends, so that its reader comes again', async () => {
  const gone = new pg.Pool({ host: '/nowhere' })
  const { userEvents, stream, over, subscriptions } = followed()
  followSession(await someone(gone), userEvents, stream)
  await waitFor('the end of the stream', () => over.signal.aborted)
  expect(subscriptions()).toBe(0)
  await gone.end()
})
