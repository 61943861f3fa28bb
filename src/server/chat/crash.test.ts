import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { checkInvariants } from '../credits/credits.ts'
import { type Asker, anAsker } from '../testing/chat-world.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { type ReadEvent, readEvents, wordsOf } from '../testing/event-reader.ts'
import { startFakeModelServer, usualScript } from '../testing/fake-model-server.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'

const database = await testDatabase()
/** A model that takes its time: an answer is half-way when the server is killed. Quick asks are answered at once. */
const model = await startFakeModelServer((call, at) =>
  usualScript(JSON.stringify(call.messages).includes('at once') ? 0 : 60)(call, at),
)
afterAll(() => model.close())

async function startServer(): Promise<ServerProcess> {
  const { dataDir } = await panelForTests()
  const { host, port, user, database: name } = database.connection
  const where = new URLSearchParams({ host, port: String(port), user })
  return startServerProcess({
    entry: 'src/server/main.ts',
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: `postgresql:///${name}?${where}`,
      LOG_LEVEL: 'error',
      MODEL: 'openai-compatible/fake',
      OPENAI_COMPATIBLE_URL: model.url,
    },
    readyMaxMs: 60_000,
  })
}

interface Sent {
  asker: Asker
  turnId: string
  question: string
  seen: ReadEvent[]
}

/** Sends a question, and reads until `enough` or until the server is gone. */
async function send(
  server: ServerProcess,
  question: string,
  enough: (event: ReadEvent, all: readonly ReadEvent[]) => boolean,
) {
  const asker = await anAsker(database)
  const turnId = randomUUID()
  const answer = await fetch(`${server.url}/api/chat/reply`, {
    method: 'POST',
    headers: { ...asker.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ message: question, session_key: null, turn_id: turnId }),
  })
  const seen = await readEvents(answer, enough)
  return { asker, turnId, question, seen } satisfies Sent
}

const stateOf = async ({ turnId }: Sent) => {
  const found = await database.pool.query('select question, state, credits from turn where id = $1', [turnId])
  return found.rows[0] as { question: string; state: string; credits: number } | undefined
}

async function openHolds(): Promise<number> {
  const found = await database.pool.query(
    `select count(*)::int as count from credit_hold where state = 'open'`,
  )
  return found.rows[0]?.count
}

test('faults 59, 80: killed five times in the middle of answers, the server loses no acknowledged question, leaves no hold after 60 s and charges nothing twice', async () => {
  const whole: Sent[] = []
  const cut: Sent[] = []
  for (let kill = 1; kill <= 5; kill += 1) {
    const server = await startServer()
    whole.push(await send(server, `GDP of Ghana at once, ${kill}`, () => false))
    const acknowledged = send(server, `GDP of Ghana, ${kill}`, event => event.event === 'started')
    const halfWay = send(server, `GDP of Ghana in words, ${kill}`, (_, all) => wordsOf(all).length > 20)
    cut.push(...(await Promise.all([acknowledged, halfWay])))
    await server.end('SIGKILL')
  }
  const killedAt = performance.now()
  const server = await startServer()
  await expect.poll(openHolds, { timeout: 60_000, interval: 500 }).toBe(0)
  expect(performance.now() - killedAt).toBeLessThan(60_000)

  for (const one of whole) {
    expect(one.seen.at(-1)).toMatchObject({ event: 'done', data: { state: 'complete' } })
    const { credits, ...stored } = (await stateOf(one)) as {
      credits: number
      question: string
      state: string
    }
    expect(stored).toEqual({ question: one.question, state: 'complete' })
    expect(credits).toBeGreaterThan(0)
    expect(await one.asker.account()).toEqual({ balance: 100 - credits, held: 0, spent: credits })
  }
  for (const one of cut) {
    expect(one.seen[0]?.event).toBe('started')
    expect(await stateOf(one)).toEqual({ question: one.question, state: 'incomplete', credits: 0 })
    expect(await one.asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
    const answer = await fetch(`${server.url}/api/chat/turns/${one.turnId}/events`, {
      headers: one.asker.headers,
    })
    const replay = await readEvents(answer)
    expect(replay.map(event => event.id)).toEqual(replay.map((_, index) => index + 1))
    expect(replay.at(-1)?.data).toEqual({ state: 'incomplete' })
  }
  const spends = await database.pool.query(
    `select count(*)::int as count from credit_entry where kind = 'spend'`,
  )
  expect(spends.rows).toEqual([{ count: whole.length }])
  expect(await checkInvariants(testContext(database.pool))).toEqual([])
  await server.end('SIGTERM')
}, 180_000)
