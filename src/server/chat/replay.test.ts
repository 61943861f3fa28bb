import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Asker, anAsker, chatInstance } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents } from '../testing/event-reader.ts'
import { anAnswer } from '../testing/fake-analyst.ts'
import { pruneEvents } from './prune-events.ts'

const database = await testDatabase()
const instance = await chatInstance(database)

async function anEndedTurn(asker: Asker, endedAgo: string): Promise<string> {
  const turn_id = randomUUID()
  await readEvents(await asker.stream(instance, { turn_id }))
  await database.pool.query('update turn set ended_at = now() - $2::interval where id = $1', [
    turn_id,
    endedAgo,
  ])
  return turn_id
}

async function storedRows(turnId: string): Promise<number> {
  const { rows } = await database.pool.query(
    'select count(*)::int as count from turn_event where turn_id = $1',
    [turnId],
  )
  return rows[0].count
}

test('events of a turn are removed a day after its end, a few turns at a time and each once', async () => {
  const asker = await anAsker(database)
  const old = [await anEndedTurn(asker, '26 hours'), await anEndedTurn(asker, '25 hours')]
  const fresh = await anEndedTurn(asker, '23 hours')
  expect(await pruneEvents(instance.ctx, 1)).toBe(1)
  expect(await Promise.all(old.map(storedRows))).toEqual([0, expect.any(Number)])
  expect(await storedRows(old[1] ?? '')).toBeGreaterThan(0)
  expect(await pruneEvents(instance.ctx, 1)).toBe(1)
  expect(await pruneEvents(instance.ctx, 1)).toBe(0)
  expect(await storedRows(old[1] ?? '')).toBe(0)
  expect(await storedRows(fresh)).toBeGreaterThan(0)
})

test('a turn without events is replayed as it is stored: started, its blocks, claims, charge and done', async () => {
  const asker = await anAsker(database)
  const turnId = await anEndedTurn(asker, '25 hours')
  const before = await readEvents(await asker.events(instance, turnId))
  await database.pool.query('delete from turn_event where turn_id = $1', [turnId])
  const { blocks, claims } = anAnswer('w1 w2 w3 ')
  const whole = [
    { event: 'started', data: before[0]?.data },
    ...blocks.map((block, index) => ({ event: 'block', data: { index, block } })),
    { event: 'claims', data: { claims } },
    { event: 'charge', data: { credits: 3 } },
    { event: 'done', data: { state: 'complete' } },
  ]
  const replayed = await readEvents(await asker.events(instance, turnId))
  expect(replayed.map(({ event, data }) => ({ event, data }))).toEqual(whole)
  expect(replayed.map(({ id }) => Number(id))).toEqual(whole.map((_, at) => at + 1))
  for (const lastEventId of [2, before.length, 999])
    expect(await readEvents(await asker.events(instance, turnId, lastEventId))).toEqual(replayed)
})

test('a failed turn without events is replayed with its reason', async () => {
  const asker = await anAsker(database)
  instance.analyst.play = { words: 0, everyMs: 0, silent: true, failure: new Error('broken') }
  const turnId = await anEndedTurn(asker, '25 hours')
  await database.pool.query('delete from turn_event where turn_id = $1', [turnId])
  const replayed = await readEvents(await asker.events(instance, turnId))
  expect(replayed.map(({ event }) => event)).toEqual(['started', 'error', 'charge', 'done'])
  expect(replayed[1]?.data).toMatchObject({ code: 'internal' })
  expect(replayed.at(-1)?.data).toEqual({ state: 'failed' })
})
