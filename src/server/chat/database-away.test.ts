import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { migrate } from '../platform/migrate.ts'
import { createPool } from '../platform/pool.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { anAsker, chatInstance, gate } from '../testing/chat-world.ts'
import { readEvents, wordsOf } from '../testing/event-reader.ts'
import { waitFor } from '../testing/wait-for.ts'

/** A PostgreSQL of this file's own, which may go away and come back on the same address. */
const dataDir = mkdtempSync(join(tmpdir(), 'soko-away-'))
const bringUp = () =>
  startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined },
    durable: false,
    graceSeconds: 1,
    removeWhenKilled: true,
  })
let postgres = await bringUp()
const { host = '', port = 0, user = '', database: name = '' } = postgres.connection
const connection = { host: String(host), port, user: String(user), database: String(name) }
const pool = createPool(connection, { max: 5 })
const database = { pool, connection, close: () => pool.end() }
await migrate(pool, join(import.meta.dirname, '../../../migrations'))
afterAll(async () => {
  await pool.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const wordCount = 40
const allWords = Array.from({ length: wordCount }, (_, index) => `w${index + 1} `).join('')

describe('faults 77, 83: the database goes away while answers run', () => {
  test('their words go on, done waits for the commit, nothing is lost and each is charged once', async () => {
    const instance = await chatInstance(database)
    const askers = await Promise.all(Array.from({ length: 20 }, () => anAsker(database)))
    const pause = gate()
    instance.analyst.play = { words: wordCount, everyMs: 20, pause: { after: 10, until: pause.opened } }
    const turns = askers.map(() => randomUUID())
    const streams = await Promise.all(
      askers.map((asker, index) => asker.stream(instance, { turn_id: turns[index] })),
    )
    let doneWhileAway = 0
    let isAway = false
    const wholeWhileAway = new Set<number>()
    const reading = streams.map((stream, index) =>
      readEvents(stream, (event, all) => {
        if (event.event === 'done' && isAway) doneWhileAway += 1
        if (isAway && wordsOf(all) === allWords) wholeWhileAway.add(index)
        return false
      }),
    )
    await expect.poll(() => instance.analyst.asked.length).toBe(20)
    await postgres.stop()
    isAway = true
    // The rest of every answer is made while there is no database.
    pause.open()
    await expect.poll(() => wholeWhileAway.size, { timeout: 10_000 }).toBe(20)
    // What would call them done has had the time for it.
    await new Promise(resolve => setTimeout(resolve, 500))
    isAway = false
    postgres = await bringUp()
    const all = await Promise.all(reading)
    expect(doneWhileAway).toBe(0)
    for (const [index, events] of all.entries()) {
      expect(wordsOf(events)).toBe(allWords)
      expect(events.at(-1)?.data).toEqual({ state: 'complete' })
      expect(await askers[index]?.account()).toEqual({ balance: 97, held: 0, spent: 3 })
      const replay = await readEvents((await askers[index]?.events(instance, turns[index] ?? '')) as Response)
      expect(replay).toEqual(events)
    }
    await instance.close()
  }, 60_000)

  test('for longer than it may wait: not_saved, nothing charged; afterwards the part is there, incomplete', async () => {
    const instance = await chatInstance(database, { saveMaxMs: 1_500, silentForMs: 500 })
    const asker = await anAsker(database)
    const pause = gate()
    instance.analyst.play = { words: wordCount, everyMs: 5, pause: { after: 10, until: pause.opened } }
    const turnId = randomUUID()
    const reading = readEvents(await asker.stream(instance, { turn_id: turnId }))
    const isStored = async () =>
      (await pool.query(`select from turn_event where turn_id = $1 and lines like '%w2 %'`, [turnId]))
        .rowCount !== 0
    await waitFor('its first words are stored', isStored)
    await postgres.stop()
    pause.open()
    const events = await reading
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'not_saved' } })
    postgres = await bringUp()
    await expect.poll(() => asker.account().catch(() => null), { timeout: 10_000 }).not.toBeNull()
    await instance.chat.start()
    await expect.poll(() => asker.account(), { timeout: 10_000 }).toEqual({ balance: 100, held: 0, spent: 0 })
    const replay = await readEvents(await asker.events(instance, turnId, events.at(-1)?.id))
    expect(replay.at(-1)?.data).toEqual({ state: 'incomplete' })
    expect(wordsOf(replay)).toContain('w1 w2 ')
    await instance.close()
  }, 60_000)
})
