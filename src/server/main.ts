import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { createAnalyst } from './analyst/analyst.ts'
import { type App, createApp } from './app.ts'
import { ensureVerifiedAccount, makePassword } from './auth/auth.ts'
import { createInsights, type Insights, prepareSamplePanel } from './insights/insights.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import { endOpenStreams } from './platform/event-stream.ts'
import { localSecret } from './platform/local-secret.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { createNotices } from './platform/notices.ts'
import { createPool } from './platform/pool.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { endInOrder } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'
import { loadFrontSettings } from './settings/settings.ts'

/** The project's folder: this file lies two below it, in the sources and in the build. */
const root = join(import.meta.dirname, '../..')
const demoEmail = 'demo@soko.example'
const answersMayTakeMs = 25_000
const connectionsMayTakeMs = 2_000
const jobsMayTakeMs = 5_000

const say = (line: string) => process.stdout.write(`${line}\n`)

async function start(): Promise<void> {
  const startedAt = performance.now()
  const config = readConfig()
  const frontSettings = loadFrontSettings(config.frontSettingsFile)
  const log = createLog(config.logLevel)
  // The data and the database take their time without waiting for each other.
  const openingInsights = openInsights(config)
  openingInsights.catch(() => undefined)
  const database = await openDatabase(config)
  const pool = createPool(database.connection, {
    max: config.databasePoolSize,
    onIdleError: error => log.warn({ err: error }, 'An idle connection to the database was lost'),
  })
  const notices = createNotices(database.connection, log)
  const applied = await migrate(pool, join(root, 'migrations')).catch(error => {
    throw asStartError(error)
  })
  if (applied.length > 0) say(`Brought the database up to date (${applied.length} steps)`)

  const insights = await openingInsights
  const app = await createApp({
    config,
    frontSettings,
    pool,
    log,
    clock: systemClock,
    notices,
    analyst: createAnalyst({ insights, models: modelsIn(config), clock: systemClock }),
    webFolder: join(root, 'dist/web'),
  })
  const [password] = await Promise.all([
    config.databaseUrl === null ? ensureDemoAccount(app, config) : null,
    notices.ready(),
    // What a killed server left behind is closed before the first question comes.
    app.chat.start(),
  ])
  await listen(app, config)
  app.isReady = true
  // Loaded late: nobody waits for the queue and the mail client.
  const worker = import('./worker.ts').then(({ startWorker }) => startWorker(app.base, pool, notices, config))
  worker.catch(error => log.fatal({ err: error }, 'Background work could not start'))

  endInOrder(log, async () => {
    app.http.isDraining = true
    say('Ending: running answers may finish')
    await app.chat.drain(answersMayTakeMs)
    endOpenStreams()
    await closeServer(app)
    await (await worker).stop(jobsMayTakeMs)
    await notices.close()
    await pool.end()
    await Promise.all([database.stop(), insights.close()])
  })
  greet(config, password, performance.now() - startedAt)
}

const modelsIn = ({ model, modelDeep, openaiCompatibleUrl, providerKeys }: Config) => ({
  quick: model,
  deep: modelDeep,
  openaiCompatibleUrl,
  providerKeys,
})

/** Takes no more connections; those that are still open after a while are cut. */
async function closeServer(app: App): Promise<void> {
  const { fastify } = app.http
  const cut = setTimeout(() => fastify.server.closeAllConnections(), connectionsMayTakeMs)
  await fastify.close()
  clearTimeout(cut)
}

/** The one line for a database that does not let us in; anything else stays as it is. */
function asStartError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error
  const code = 'code' in error ? String(error.code) : ''
  const keepsUsOut =
    /^(?:28...|3D000|42501|53300|57P03|E[A-Z_]+)$/.test(code) || /timeout/i.test(error.message)
  return keepsUsOut ? new StartError(`The database cannot be used: ${error.message || code}`) : error
}

interface Database {
  connection: ClientConfig
  stop(): Promise<void>
}

async function openDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl !== null) {
    return { connection: { connectionString: config.databaseUrl }, stop: async () => undefined }
  }
  return startEmbeddedPostgres({ dataDir: config.dataDir, log: { info: say } })
}

/** Opens the data; makes the sample panel first where there is none. */
async function openInsights({ dataDir }: Config): Promise<Insights> {
  const place = { dataDir, dataFolder: join(root, 'data') }
  let said = -1
  await prepareSamplePanel({
    ...place,
    onProgress({ done, of }) {
      const tenths = Math.floor((10 * done) / of)
      if (tenths === said) return
      said = tenths
      say(`Making the modelled sample panel: ${tenths * 10}%`)
    },
  })
  return createInsights(place)
}

async function ensureDemoAccount(app: App, config: Config): Promise<string> {
  const password = localSecret(join(config.dataDir, 'demo-account'), makePassword)
  await ensureVerifiedAccount(app.base, app.auth, { email: demoEmail, password, name: 'Demo Reader' })
  return password
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.http.fastify.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} is taken: end what uses it, or set PORT`)
    if (code === 'EACCES') throw new StartError(`Port ${port} may not be used by this user: set PORT`)
    if (code === 'EADDRNOTAVAIL') throw new StartError(`This machine has no address ${host}: set HOST`)
    throw error
  }
}

function greet(config: Config, demoPassword: string | null, readyMs: number): void {
  say(`Soko is ready in ${Math.round(readyMs)} ms: ${config.publicUrl}`)
  if (!config.isProduction && config.smtpUrl === null) say(`Mails stay here: ${config.publicUrl}/dev/mail`)
  say(`The API: ${config.publicUrl}/api/docs`)
  if (demoPassword !== null) say(`Demo account: ${demoEmail} ${demoPassword}`)
}

try {
  await start()
} catch (error) {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
  else
    process.stderr.write(
      `The server could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
    )
  process.exit(1)
}
