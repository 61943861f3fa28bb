import { createPasswordHasher } from '../../src/server/auth/password.ts'
import { createPool } from '../../src/server/platform/pool.ts'
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded-postgres.ts'
import { startServerProcess } from '../../src/server/testing/server-process.ts'
import { copySamplePanel, type SetUp, setUp } from '../set-up.ts'

export const addressOf = (kind: 'known' | 'never', number: number) =>
  `${kind}-${String(number).padStart(6, '0')}@example.com`

/** The built product with its limits on and a new database that knows so many people. */
export const openStage = (people: number): Promise<SetUp<{ url: string }>> =>
  setUp('timing', async (dataDir, atEnd) => {
    await copySamplePanel(dataDir)
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log: { info: () => undefined },
      graceSeconds: 1,
      removeWhenKilled: true,
    })
    atEnd(() => postgres.stop())
    const { host, user, database } = postgres.connection
    const { url, end } = await startServerProcess({
      entry: 'dist/server/main.js',
      env: {
        DATA_DIR: dataDir,
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
        RATE_LIMITS: 'on',
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'error',
      },
      readyMaxMs: 180_000,
    })
    atEnd(() => end('SIGTERM'))
    const pool = createPool(postgres.connection, { max: 2 })
    atEnd(() => pool.end())
    const passwordHash = await createPasswordHasher().hash('Kejetia-Market-7')
    const emails = Array.from({ length: people }, (_, number) => addressOf('known', number))
    await pool.query(
      `INSERT INTO users (email, email_canonical, status, password_hash, name, address, verified_at)
       SELECT email, email, 'active', $2, 'Ama Mensah', 'Accra', now() FROM unnest($1::text[]) email`,
      [emails, passwordHash],
    )
    await pool.query('VACUUM ANALYZE users')
    return { url }
  })
