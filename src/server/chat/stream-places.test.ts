import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { type Asker, anAsker, chatInstance } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents } from '../testing/event-reader.ts'

const database = await testDatabase()
const instance = await chatInstance(database)

const takeAll = (asker: Asker) =>
  Array.from({ length: limits.streamsPerUser }, () => instance.streamPlaces.take(asker.id, 'turn'))

test('a question that asks for one event stream too many is refused, and nothing of it is stored or charged', async () => {
  const asker = await anAsker(database)
  const [giveBack] = takeAll(asker)
  const turnId = randomUUID()
  const refused = await asker.stream(instance, { turn_id: turnId })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await database.pool.query('SELECT 1 FROM turn WHERE id = $1', [turnId])).rowCount).toBe(0)
  expect(await asker.account()).toMatchObject({ held: 0, spent: 0 })
  expect(
    (await asker.call(instance, 'POST', '/chat/reply', { message: 'GDP', session_key: null })).status,
  ).toBe(200)
  giveBack?.()
  const events = await readEvents(await asker.stream(instance, { turn_id: turnId }))
  expect(events.at(-1)).toMatchObject({ event: 'done' })
})

test('a stream that ended, or a question that was refused, gives its place back', async () => {
  const asker = await anAsker(database)
  for (let round = 0; round < limits.streamsPerUser + 2; round += 1) {
    expect((await asker.stream(instance, { message: '' })).status).toBe(422)
    const turnId = randomUUID()
    if (round < 4) await readEvents(await asker.stream(instance, { turn_id: turnId }))
  }
  const all = takeAll(asker)
  expect(all).toHaveLength(limits.streamsPerUser)
})

test('answers are followed in at most ten streams', async () => {
  const asker = await anAsker(database)
  const turnId = randomUUID()
  await readEvents(await asker.stream(instance, { turn_id: turnId }))
  takeAll(asker)
  expect((await asker.events(instance, turnId, 0)).status).toBe(429)
})
