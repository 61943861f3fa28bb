import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copySamplePanel } from '../bench/set-up.ts'
import { spawnNode } from '../src/server/testing/spawn-node.ts'
import { waitFor } from '../src/server/testing/wait-for.ts'

const root = join(import.meta.dirname, '..')
const upMaxMs = 60_000
const gone = { timeout: 30_000, interval: 100 }
let dataDir: string

beforeEach(() => {
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'soko-interrupted-')))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))

/** Runs a test that starts a server and never ends; gives the run, and what it started: server, DuckDB, PostgreSQL. */
async function startEndlessTest() {
  await copySamplePanel(dataDir)
  const config = 'scripts/fixtures/endless-test/vitest.config.ts'
  const run = spawnNode(['node_modules/vitest/vitest.mjs', 'run', '--config', config], {
    cwd: root,
    env: { ...process.env, ENDLESS_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const serverFile = join(dataDir, 'server.pid')
  await waitFor('the server of the endless test is ready', () => pidIn(serverFile) > 0, upMaxMs)
  const server = pidIn(serverFile)
  const postgres = pidIn(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))
  // DuckDB, and what watches over PostgreSQL.
  let children: number[] = []
  const hasChildren = () => {
    children = childrenOf(server)
    return children.length >= 2
  }
  await waitFor('the server has its children', hasChildren, upMaxMs)
  return { run, started: [server, postgres, ...children] }
}

/** The number in a file's first line; NaN while there is no file, or nothing in it yet. */
const pidIn = (file: string) =>
  existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN

const childrenOf = (parent: number) =>
  spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, of]) => (of === parent ? [pid] : []))

/** One that ended and that nobody has waited for yet does not run. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'every process that a test started ends with the test run that gets %s',
  async signal => {
    const { run, started } = await startEndlessTest()
    expect(started.every(isRunning)).toBe(true)
    run.kill(signal)
    await expect.poll(() => started.filter(isRunning), gone).toEqual([])
  },
  120_000,
)

test('a test run ends with the process that started it', async () => {
  const program = `
    const { spawnNode } = await import(${JSON.stringify(join(root, 'src/server/testing/spawn-node.ts'))})
    const child = spawnNode(['--eval', 'setInterval(() => {}, 1000)'])
    console.log(child.pid)
    setInterval(() => {}, 1000)`
  const parent = spawnNode(['--input-type=module', '--eval', program])
  const child = await new Promise<number>(resolve =>
    parent.stdout?.once('data', data => resolve(Number(data))),
  )
  expect(isRunning(child)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(child), gone).toBe(false)
})
