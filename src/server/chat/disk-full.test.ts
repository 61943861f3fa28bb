import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anAsker, chatInstance, gate } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents } from '../testing/event-reader.ts'

const database = await testDatabase()

/** Each write of these tables is refused as PostgreSQL refuses it when its disk is full. */
async function fillDisk(): Promise<void> {
  await database.pool.query(`
    create function disk_is_full() returns trigger language plpgsql as
      'begin raise exception using errcode = ''53100'', message = ''could not extend file: No space left on device''; end';
    create trigger full_disk before insert or update on turn execute function disk_is_full();
    create trigger full_disk before insert or update on turn_event execute function disk_is_full()`)
}
const emptyDisk = () => database.pool.query('drop function disk_is_full cascade')

interface Meanwhile {
  /** How long the disk stays full once the answer is whole. */
  fullForMs: number
}

/** An answer that is being written when the disk fills up: its events, and how long its reader waited for the end. */
async function answerOnFullDisk({ fullForMs }: Meanwhile) {
  const instance = await chatInstance(database, { sweepEveryMs: 200, silentForMs: 1_500 })
  await instance.chat.start()
  const asker = await anAsker(database)
  const pause = gate()
  instance.analyst.play = { words: 40, everyMs: 0, pause: { after: 10, until: pause.opened } }
  const reading = readEvents(await asker.stream(instance, { turn_id: randomUUID() }))
  await expect.poll(() => instance.analyst.asked.length).toBe(1)
  await fillDisk()
  const startedAt = performance.now()
  pause.open()
  const late = await anAsker(database)
  const refused = await late.stream(instance, {})
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  const emptying = new Promise(resolve => setTimeout(resolve, fullForMs)).then(emptyDisk)
  const events = await reading
  const waitedMs = performance.now() - startedAt
  await emptying
  return { instance, asker, late, events, waitedMs }
}

test('faults 78: on a full disk a question gets 503, and the reader of an answer hears within 2 s that it was not saved and costs nothing', async () => {
  const { instance, asker, late, events, waitedMs } = await answerOnFullDisk({ fullForMs: 3_000 })
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'not_saved' } })
  expect(events.some(({ event }) => event === 'done')).toBe(false)
  expect(waitedMs).toBeLessThan(2_000)
  expect(await late.account()).toEqual({ balance: 100, held: 0, spent: 0 })
  await expect.poll(() => asker.account(), { timeout: 5_000 }).toEqual({ balance: 100, held: 0, spent: 0 })
  instance.analyst.play = { words: 5, everyMs: 0 }
  const again = await readEvents(await late.stream(instance, {}))
  expect(again.at(-1)?.data).toEqual({ state: 'complete' })
  await instance.close()
}, 30_000)

test('faults 78: an answer is stored and charged once where there is room again within a second', async () => {
  const { instance, asker, events } = await answerOnFullDisk({ fullForMs: 300 })
  expect(events.at(-1)?.data).toEqual({ state: 'complete' })
  expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
  await instance.close()
}, 30_000)
