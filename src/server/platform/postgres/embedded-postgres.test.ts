import { type ChildProcess, spawnSync } from 'node:child_process'
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { spawnNode } from '../../testing/spawn-node.ts'
import type { SocketConnection } from './postmaster.ts'

const OWNER = fileURLToPath(new URL('../../testing/embedded-owner.ts', import.meta.url))
// Real processes start and stop here, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let base: string
let dataDir: string
/** A cluster made once; most tests begin with a copy of it. */
let made: string
const owners: ChildProcess[] = []

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'soko-embedded-'))
  dataDir = made
  const owner = await start()
  owner.process.kill('SIGTERM')
  await ended(owner.process)
})
afterAll(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }))

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'soko-embedded-'))
  useDataDir(join(base, 'data'))
})

function useDataDir(path: string): void {
  dataDir = path
  const cluster = join('postgres', 'cluster')
  cpSync(join(made, cluster), join(dataDir, cluster), { recursive: true, mode: constants.COPYFILE_FICLONE })
}

afterEach(async () => {
  for (const owner of owners.splice(0)) {
    if (owner.exitCode === null && owner.signalCode === null) {
      owner.kill('SIGTERM')
      await ended(owner)
    }
  }
  await until(() => !postmasterRuns())
  rmSync(base, { recursive: true, force: true, maxRetries: 5 })
})

type Owner = { process: ChildProcess; connection: SocketConnection; said: () => string }

async function start(graceSeconds = 1): Promise<Owner> {
  const child = spawnNode([OWNER, dataDir, String(graceSeconds)])
  owners.push(child)
  let out = ''
  let said = ''
  child.stderr?.on('data', chunk => {
    said += String(chunk)
  })
  const connection = await new Promise<SocketConnection>((resolve, reject) => {
    child.stdout?.on('data', chunk => {
      out += String(chunk)
      if (out.includes('\n')) resolve(JSON.parse(out))
    })
    child.on('close', () => reject(new Error(said.trim())))
  })
  return { process: child, connection, said: () => said }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise(resolve => child.once('exit', resolve))
}

async function kill(owner: Owner): Promise<void> {
  owner.process.kill('SIGKILL')
  await ended(owner.process)
}

async function until(condition: () => boolean, waitMs = 20_000): Promise<number> {
  const from = Date.now()
  while (!condition() && Date.now() - from < waitMs) await sleep(50)
  return Date.now() - from
}

function pidFile(): string {
  return join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
}

function postmasterPid(): number {
  return Number(readFileSync(pidFile(), 'utf8').split('\n')[0])
}

/** Its file may go away, or have nothing in it yet, at the moment it is read. */
function postmasterRuns(): boolean {
  try {
    return postmasterPid() > 0 && alive(postmasterPid())
  } catch {
    return false
  }
}

/** The process that waits for the end of an owner. */
function watchdogOf(owner: Owner): number {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const line = stdout.split('\n').find(one => {
    const [, parent] = one.trim().split(/\s+/)
    return Number(parent) === owner.process.pid && one.includes('watchdog')
  })
  return Number.parseInt(line ?? '', 10)
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function query(connection: SocketConnection, sql: string): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('it starts durable, in UTF-8, without a network port, and stops in order', async () => {
  const owner = await start()
  const settings = await query(
    owner.connection,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
      current_setting('listen_addresses') AS network, current_setting('server_encoding') AS encoding,
      upper('é') AS letter`,
  )
  expect(settings).toEqual([{ fsync: 'on', commit: 'on', network: '', encoding: 'UTF8', letter: 'É' }])
  expect(statSync(owner.connection.host).mode & 0o077).toBe(0)
  const pid = postmasterPid()
  owner.process.kill('SIGTERM')
  await ended(owner.process)
  expect(owner.process.exitCode).toBe(0)
  expect(existsSync(pidFile())).toBe(false)
  // Whoever inherited the process has to take note of its end.
  await until(() => !alive(pid))
  expect(alive(pid)).toBe(false)
})

test('after kill -9 of its owner no PostgreSQL is left behind', async () => {
  const owner = await start(1)
  const pid = postmasterPid()
  const killedAt = Date.now()
  await kill(owner)
  await until(() => !alive(pid))
  expect(alive(pid)).toBe(false)
  expect(Date.now() - killedAt).toBeGreaterThan(500)
})

test('a start within the grace attaches, keeps committed rows, and the old watchdog leaves it alone', async () => {
  const first = await start()
  await query(first.connection, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)')
  const pid = postmasterPid()
  // Its grace begins only when the second start is done, however long that takes.
  const watchdog = watchdogOf(first)
  process.kill(watchdog, 'SIGSTOP')
  await kill(first)
  const second = await start()
  process.kill(watchdog, 'SIGCONT')
  expect(second.said()).toContain('Attached to the running database')
  expect(postmasterPid()).toBe(pid)
  await until(() => !alive(watchdog))
  expect(alive(watchdog)).toBe(false)
  expect(await query(second.connection, 'SELECT id FROM kept')).toEqual([{ id: 7 }])
})

test('kill -9 of owner and PostgreSQL together loses no committed row', async () => {
  const first = await start(30)
  await query(first.connection, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (8)')
  process.kill(postmasterPid(), 'SIGKILL')
  await kill(first)
  const second = await start()
  expect(await query(second.connection, 'SELECT id FROM kept')).toEqual([{ id: 8 }])
})

test('a pid file whose number now belongs to another program does not block the start', async () => {
  const first = await start(30)
  process.kill(postmasterPid(), 'SIGKILL')
  await kill(first)
  const stale = readFileSync(pidFile(), 'utf8').split('\n')
  writeFileSync(pidFile(), [String(process.pid), ...stale.slice(1)].join('\n'))
  const second = await start()
  expect(await query(second.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a copied data folder gets a PostgreSQL of its own, while that of the original runs', async () => {
  const first = await start()
  const pid = postmasterPid()
  const original = dataDir
  dataDir = join(base, 'copy')
  cpSync(join(original, 'postgres', 'cluster'), join(dataDir, 'postgres', 'cluster'), { recursive: true })
  await query((await start()).connection, 'CREATE TABLE only_in_the_copy ()')
  expect(postmasterPid()).not.toBe(pid)
  expect(await query(first.connection, "SELECT to_regclass('only_in_the_copy') AS found")).toEqual([
    { found: null },
  ])
})

test('a second start on the same data folder gets one clear line, and the first goes on', async () => {
  const first = await start()
  const error = await start().catch((thrown: Error) => thrown)
  expect(String(error)).toContain(`Another Soko (process ${first.process.pid}) already uses`)
  expect(String(error).split('\n')).toHaveLength(1)
  expect(await query(first.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a start waits for a server that is about to stop', async () => {
  const first = await start()
  first.process.kill('SIGTERM')
  const second = await start()
  expect(await query(second.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a half-made cluster is made again', async () => {
  rmSync(dataDir, { recursive: true })
  mkdirSync(join(dataDir, 'postgres', 'cluster.half-1-1', 'base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'cluster.half-1-1', 'PG_VERSION'), '18\n')
  const owner = await start()
  expect(await query(owner.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(readdirSync(join(dataDir, 'postgres')).filter(name => name.includes('half'))).toEqual([])
})

test('killed in the middle of making the cluster, the next start makes it', async () => {
  const isMade = () => existsSync(join(dataDir, 'postgres', 'cluster'))
  // On a busy machine it may be made before the kill comes.
  for (let tries = 0; tries < 5 && isMade(); tries += 1) {
    await until(() => !postmasterRuns())
    rmSync(dataDir, { recursive: true })
    const child = spawnNode([OWNER, dataDir, '1'], { stdio: ['ignore', 'ignore', 'ignore'] })
    await until(
      () => existsSync(join(dataDir, 'postgres')) && readdirSync(join(dataDir, 'postgres')).some(isHalf),
    )
    child.kill('SIGKILL')
    await ended(child)
  }
  expect(isMade()).toBe(false)
  const owner = await start()
  expect(await query(owner.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a deep data folder still gets a socket, in a private folder', async () => {
  useDataDir(join(base, 'a-folder-with-a-long-name'.repeat(5), 'data'))
  const owner = await start()
  expect(owner.connection.host).toMatch(/^\/tmp\/soko-[0-9a-f]{16}$/)
  expect(statSync(owner.connection.host).mode & 0o777).toBe(0o700)
  expect(await query(owner.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  rmSync(owner.connection.host, { recursive: true, force: true })
})

test('a data folder with an apostrophe, a comma and spaces in its name works', async () => {
  useDataDir(join(base, "it's my, data"))
  const owner = await start()
  expect(await query(owner.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a data folder whose name a shell would read as its own is refused with one line', async () => {
  dataDir = join(base, '$(touch here)')
  const error = await start().catch((thrown: Error) => thrown)
  expect(String(error)).toMatch(/must not hold any of .*touch here/)
  expect(existsSync(dataDir)).toBe(false)
})

function isHalf(name: string): boolean {
  return name.startsWith('cluster.half-')
}
