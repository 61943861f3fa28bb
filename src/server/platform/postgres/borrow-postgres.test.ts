import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { borrowEmbeddedPostgres } from './borrow-postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

// Whole databases are made, started and stopped here.
vi.setConfig({ testTimeout: 60_000 })

const log = { info: () => undefined }
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'soko-borrow-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))

test('the database of another command is never lent, since it may be replaced at any moment', async () => {
  const restoring = await borrowEmbeddedPostgres({ dataDir, log })
  try {
    expect(restoring.isOurs).toBe(true)
    await expect(borrowEmbeddedPostgres({ dataDir, log, lockWaitMs: 300 })).rejects.toThrow(
      `(process ${process.pid}): try again when it has ended`,
    )
  } finally {
    await restoring.giveBack()
  }
  const after = await borrowEmbeddedPostgres({ dataDir, log, lockWaitMs: 300 })
  expect(after.isOurs).toBe(true)
  await after.giveBack()
})

test('the database of a running server is lent, and left running', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log })
  try {
    const lent = await borrowEmbeddedPostgres({ dataDir, log, lockWaitMs: 300 })
    expect(lent).toMatchObject({ isOurs: false, connection: server.connection })
    await lent.giveBack()
    expect((await borrowEmbeddedPostgres({ dataDir, log, lockWaitMs: 300 })).isOurs).toBe(false)
  } finally {
    await server.stop()
  }
})
