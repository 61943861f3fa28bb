import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../platform/migrate.ts'
import { createPool } from '../platform/pool.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL; `template` is a migrated, empty database. */
    postgres: { host: string; port: number; user: string; template: string }
  }
}

const TEMPLATE = 'template_migrated'

/**
 * One PostgreSQL for the whole test run, new and empty each time, so that runs neither meet nor inherit anything. Without
 * fsync: a power cut may take it, nothing else.
 * @returns the tear-down
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'soko-test-'))
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined },
    durable: false,
    maxConnections: 300,
    graceSeconds: 1,
    removeWhenKilled: true,
  })
  const { host, port, user } = postgres.connection
  const admin = createPool({ host, port, user, database: 'postgres' }, { max: 1 })
  await admin.query(`CREATE DATABASE ${TEMPLATE}`)
  await admin.end()
  const template = createPool({ host, port, user, database: TEMPLATE }, { max: 1 })
  await migrate(template, join(project.config.root, 'migrations'))
  await template.end()
  project.provide('postgres', { host, port, user, template: TEMPLATE })
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
