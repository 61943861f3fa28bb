import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createPool } from './platform/pool.ts'
import { aSignedInUser } from './testing/builders.ts'
import { testDatabase } from './testing/database.ts'
import { panelForTests } from './testing/panel-for-tests.ts'
import { productionSettings } from './testing/production-settings.ts'
import { freePort } from './testing/server-process.ts'
import { spawnNode } from './testing/spawn-node.ts'
import { followStream } from './testing/stream.ts'
import { waitFor } from './testing/wait-for.ts'

const { dataDir } = await panelForTests()
const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
})

interface Server {
  child: ChildProcess
  /** All it said so far, both streams. */
  said(): string
  exit: Promise<{ code: number | null; stderr: string }>
}

function startServer(settings: Record<string, string>): Server {
  const { PATH = '', HOME = '' } = process.env
  const child = spawnNode([join(import.meta.dirname, '../../dist/server/main.js')], {
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0', ...settings },
  })
  started.push(child)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', chunk => {
    stdout += chunk
  })
  child.stderr?.on('data', chunk => {
    stderr += chunk
  })
  return {
    child,
    said: () => stdout + stderr,
    exit: new Promise(resolve => {
      child.on('close', code => resolve({ code, stderr }))
    }),
  }
}

const oneLine = (text: string) => text.trim().split('\n')

describe('a start that cannot go on', () => {
  test.each([
    ['a bad setting', { PORT: 'ninety' }, /^Setting PORT must be a port/],
    [
      'production without its settings',
      { NODE_ENV: 'production' },
      /^\{"level":"fatal",.*"msg":"Setting DATABASE_URL is needed in production/,
    ],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /^The database cannot be used: .+/,
    ],
    [
      'a file of settings that is not there',
      { FRONT_SETTINGS_FILE: '/nowhere.json' },
      /^FRONT_SETTINGS_FILE .+/,
    ],
  ])(
    'faults 169: %s ends it with one line',
    async (_, settings, line) => {
      const { exit } = startServer(settings)
      const { code, stderr } = await exit
      expect(code).toBe(1)
      expect(oneLine(stderr), stderr).toHaveLength(1)
      expect(stderr).toMatch(line)
    },
    60_000,
  )
})

test('a port that is taken ends the start before anything is made', async () => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  const folder = mkdtempSync(join(tmpdir(), 'soko-port-'))
  const { code, stderr } = await startServer({ DATA_DIR: folder, PORT: String(port) }).exit
  taken.close()
  expect([code, oneLine(stderr)]).toEqual([1, [`Port ${port} is taken: end what uses it, or set PORT`]])
  expect(readdirSync(folder)).toEqual([])
}, 60_000)

test('in production every line is JSON, from the first one', async () => {
  const { connection } = await testDatabase({ from: 'empty' })
  const address = `postgres://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}`
  const server = startServer({
    ...productionSettings,
    DATABASE_URL: `${address}/${connection.database}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  await waitFor('it is ready', () => server.said().includes('Soko is ready in '), 45_000)
  server.child.kill('SIGTERM')
  await server.exit
  const lines = oneLine(server.said())
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), msg: expect.any(String) })
}, 90_000)

describe('a server', () => {
  test('starts on an empty database, tells where it is, streams, and ends in order within seconds', async () => {
    const { connection } = await testDatabase({ from: 'empty' })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const address = `postgres://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}`
    const server = startServer({ DATABASE_URL: `${address}/${connection.database}`, PORT: String(port) })
    await waitFor('it is ready', () => server.said().includes('Soko is ready in '), 45_000)
    expect(server.said()).toContain(url)
    expect(server.said()).not.toContain('Demo account')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)

    const pool = createPool(connection, { max: 2 })
    const { headers } = await aSignedInUser(pool)
    await pool.end()
    const stream = await followStream(`${url}/api/session/events`, headers)
    expect(stream.status).toBe(200)
    const endedAt = performance.now()
    server.child.kill('SIGTERM')
    await stream.ended
    expect(await server.exit).toEqual({ code: 0, stderr: '' })
    expect(performance.now() - endedAt).toBeLessThan(8_000)

    const taken = createServer().listen(port, '127.0.0.1')
    const second = startServer({ DATABASE_URL: `${address}/${connection.database}`, PORT: String(port) })
    const { code, stderr } = await second.exit
    expect([code, oneLine(stderr)]).toEqual([1, [`Port ${port} is taken: end what uses it, or set PORT`]])
    taken.close()
  }, 90_000)
})
