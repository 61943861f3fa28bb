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

test('faults 78: with the disk full a question is refused with 503, and a running answer waits for its end and its charge', async () => {
  const instance = await chatInstance(database)
  const [asker, late] = await Promise.all([anAsker(database), anAsker(database)])
  const pause = gate()
  instance.analyst.play = { words: 40, everyMs: 5, pause: { after: 10, until: pause.opened } }
  const turnId = randomUUID()
  let isFull = true
  let doneWhileFull = false
  const reading = readEvents(await asker.stream(instance, { turn_id: turnId }), event => {
    if (event.event === 'done' && isFull) doneWhileFull = true
    return false
  })
  await expect.poll(() => instance.analyst.asked.length).toBe(1)
  await fillDisk()
  pause.open()
  const refused = await late.stream(instance, {})
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  await new Promise(resolve => setTimeout(resolve, 1_000))
  expect(await asker.account()).toMatchObject({ balance: 100, spent: 0 })
  expect(await late.account()).toEqual({ balance: 100, held: 0, spent: 0 })

  isFull = false
  await emptyDisk()
  const events = await reading
  expect(doneWhileFull).toBe(false)
  expect(events.at(-1)?.data).toEqual({ state: 'complete' })
  expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
  expect(await readEvents(await asker.events(instance, turnId))).toEqual(events)
  instance.analyst.play = { words: 5, everyMs: 5 }
  const again = await readEvents(await late.stream(instance, {}))
  expect(again.at(-1)?.data).toEqual({ state: 'complete' })
  await instance.close()
}, 30_000)
