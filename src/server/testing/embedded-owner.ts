import { argv } from 'node:process'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'

/**
 * A process that owns an embedded PostgreSQL, for tests that kill it: `node embedded-owner.ts <dataDir> <graceSeconds>`.
 * Prints the connection as one line of JSON when ready, an error's line otherwise; SIGTERM stops it in order.
 */
const [dataDir = '', graceSeconds = '10'] = argv.slice(2)
try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    graceSeconds: Number(graceSeconds),
    log: { info: message => console.error(message) },
  })
  const alive = setInterval(() => undefined, 60_000)
  process.once('SIGTERM', () => {
    void postgres.stop().finally(() => clearInterval(alive))
  })
  console.log(JSON.stringify(postgres.connection))
} catch (error) {
  console.error(String(error))
  process.exitCode = 1
}
