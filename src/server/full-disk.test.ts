import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { grantStarter } from './credits/credits.ts'
import { createPool } from './platform/pool.ts'
import { aSignedInUser, type SignedInTestUser } from './testing/builders.ts'
import { testContext } from './testing/context.ts'
import { panelForTests } from './testing/panel-for-tests.ts'
import { freePort, type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { smallDisk } from './testing/small-disk.ts'
import { waitFor } from './testing/wait-for.ts'

const mounted = smallDisk(500)
const { disk } = mounted
const servers: ServerProcess[] = []
afterAll(async () => {
  for (const server of servers) await server.end('SIGKILL')
  disk?.remove()
})

async function askersIn(dataDir: string, count: number): Promise<SignedInTestUser[]> {
  const [, , , , host = ''] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split(
    '\n',
  )
  const pool = createPool({ host, port: 5432, user: 'soko', database: 'soko' }, { max: 2 })
  const users: SignedInTestUser[] = []
  while (users.length < count) {
    const user = await aSignedInUser(pool)
    await grantStarter(testContext(pool), user.id, 1_000)
    users.push(user)
  }
  await pool.end()
  return users
}

interface Asked {
  status: number
  retryAfter: string | null
  ms: number
}

async function ask(url: string, { headers }: SignedInTestUser): Promise<Asked> {
  const startedAt = performance.now()
  const answer = await fetch(`${url}/api/chat/reply`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      message: `GDP of Ghana ${randomUUID().repeat(80)}`,
      session_key: null,
      turn_id: randomUUID(),
    }),
  })
  await answer.arrayBuffer()
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    ms: performance.now() - startedAt,
  }
}

test('faults 78: on a full disk callers are answered within 2 s, one alarm is raised, and it ends once there is room', async ctx => {
  if (!disk) return ctx.skip(mounted.disk === null ? mounted.reason : '')
  const dataDir = join(disk.folder, 'data')
  const { dataDir: madeDir } = await panelForTests()
  cpSync(join(madeDir, 'sample-panel'), join(dataDir, 'sample-panel'), { recursive: true })
  const server = await startServerProcess({
    entry: 'src/server/main.ts',
    env: { DATA_DIR: dataDir },
    readyMaxMs: 90_000,
  })
  servers.push(server)
  const askers = await askersIn(dataDir, 30)
  const one = askers[0] as SignedInTestUser
  expect(await ask(server.url, one)).toMatchObject({ status: 200 })

  disk.fill()
  const asked: Asked[] = []
  const isReady = async () => (await fetch(`${server.url}/readyz`)).ok
  for (const asker of askers) asked.push(await ask(server.url, asker))
  const refused = asked.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  expect(refused.length).toBeGreaterThan(15)
  for (const { retryAfter } of refused) expect(retryAfter).toMatch(/^\d+$/)
  expect(Math.max(...asked.map(({ ms }) => ms))).toBeLessThan(2_000)
  expect(await isReady()).toBe(false)
  const alarms = () =>
    server
      .printed()
      .split('\n')
      .filter(line => line.includes('disk_full'))
  expect(alarms()).toHaveLength(1)

  disk.makeRoom()
  await waitFor('it is ready again', isReady, 20_000)
  expect(await ask(server.url, lastOf(askers))).toMatchObject({ status: 200 })
  expect(alarms()).toHaveLength(1)
  await server.end('SIGTERM')
}, 180_000)

/** One who has asked nothing that is still to be closed. */
const lastOf = (askers: readonly SignedInTestUser[]) => askers.at(-1) as SignedInTestUser

test('a start on a full disk ends with one sentence, with a database there and without one', async ctx => {
  if (!disk) return ctx.skip(mounted.disk === null ? mounted.reason : '')
  disk.fill()
  const port = String(await freePort())
  for (const folder of ['data', 'new']) {
    const startedAt = performance.now()
    const { PATH = '', HOME = '' } = process.env
    const { status, stderr } = spawnSync(process.execPath, ['src/server/main.ts'], {
      env: { PATH, HOME, DATA_DIR: join(disk.folder, folder), PORT: port },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The disk is full: make room in .+, then start again\n$/)
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  }
}, 180_000)
