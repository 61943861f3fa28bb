import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { createAnalyst } from './analyst/analyst.ts'
import { type App, createApp } from './app.ts'
import { ensureVerifiedAccount, makePassword } from './auth/auth.ts'
import { createInsights, type Insights, prepareSamplePanel, suggestionsFrom } from './insights/insights.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, isProductionStart, readConfig } from './platform/config.ts'
import { createDiskSpace, demandRoom, fullDiskError } from './platform/disk-space.ts'
import { isDiskFull } from './platform/error-causes.ts'
import { endOpenStreams } from './platform/event-stream.ts'
import { demandFreePort, listenError } from './platform/free-port.ts'
import { localSecret } from './platform/local-secret.ts'
import { createLog, type Logger } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { createNotices } from './platform/notices.ts'
import { createPool, dividedConnections } from './platform/pool.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { endInOrder } from './platform/shutdown.ts'
import { standInsOf } from './platform/stand-ins.ts'
import { StartError } from './platform/start-error.ts'
import { loadFrontSettings } from './settings/settings.ts'
import type { Worker } from './worker.ts'

/** The project's folder: this file lies two below it, in the sources and in the build. */
const root = join(import.meta.dirname, '../..')
const demoEmail = 'demo@soko.example'
const answersMayTakeMs = 25_000
const connectionsMayTakeMs = 2_000
const jobsMayTakeMs = 5_000

/** Lines for a person at a terminal; in production they go into the log, which is JSON from its first line. */
let say = (line: string): unknown => process.stdout.write(`${line}\n`)

/** How to close what was opened, newest last: an end in the middle of a start leaves nothing behind either. */
const endings: (() => unknown)[] = []

/** Closes everything, also past what fails to close. @throws the first failure, at the end */
async function end(): Promise<void> {
  const failures: unknown[] = []
  for (const close of endings.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function start(config: Config): Promise<void> {
  const startedAt = performance.now()
  const frontSettings = loadFrontSettings(config.frontSettingsFile)
  const disk = createDiskSpace()
  const log = createLog(config.logLevel, undefined, disk.hear)
  if (config.isProduction) say = line => log.info(line)
  endInOrder(log, end)
  if (config.port !== 0) await demandFreePort(config)
  demandRoom(config.dataDir)
  // The data and the database take their time without waiting for each other.
  const openingInsights = openInsights(config)
  openingInsights.catch(() => undefined)
  const { pool, expensivePool, notices } = await openDatabase(config, log)
  disk.watch({ log, pool, dataDir: config.dataDir, holdsDatabase: config.databaseUrl === null })
  endings.push(() => disk.close())
  const insights = await openingInsights
  const app = await createApp({
    config,
    frontSettings,
    suggestions: suggestionsFrom(insights.catalogue),
    queries: insights,
    pool,
    expensivePool,
    log,
    disk,
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
  // Nobody waits for the queue and the mail client: they are loaded once questions can be answered.
  let worker: Promise<Worker> | undefined
  endings.push(async () => (await worker)?.stop(jobsMayTakeMs))
  endings.push(() => closeServer(app))
  await listen(app, config)
  app.isReady = true
  worker = import('./worker.ts').then(({ startWorker }) => startWorker({ ...app, pool, notices, config }))
  worker.catch(error => log.fatal({ err: error }, 'Background work could not start'))
  greet(app, config, password, performance.now() - startedAt)
}

const modelsIn = ({ model, modelDeep, openaiCompatibleUrl, providerKeys }: Config) => ({
  quick: model,
  deep: modelDeep,
  openaiCompatibleUrl,
  providerKeys,
})

/**
 * No new questions. Readers are let go at once and follow their answers elsewhere, through the database, or here where
 * there is no other instance. Running answers may end; then connections go, those that stay open by force.
 */
async function closeServer({ http, chat }: App): Promise<void> {
  http.isDraining = true
  say('Ending: running answers may finish')
  endOpenStreams()
  await chat.drain(answersMayTakeMs)
  endOpenStreams()
  const cut = setTimeout(() => http.fastify.server.closeAllConnections(), connectionsMayTakeMs)
  await http.fastify.close()
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

/** The database of the settings or the embedded one, with its schema as this version wants it. */
async function openDatabase(config: Config, log: Logger) {
  const connection = await connectionTo(config)
  const { short, expensive } = dividedConnections(config.databasePoolSize)
  const openPool = (max: number) => {
    const onIdleError = (error: Error) =>
      log.warn({ err: error }, 'An idle connection to the database was lost')
    const opened = createPool(connection, { max, onIdleError })
    endings.push(() => opened.end())
    return opened
  }
  const pool = openPool(short)
  const expensivePool = openPool(expensive)
  const applied = await migrate(pool, join(root, 'migrations')).catch(error => {
    throw asStartError(error)
  })
  if (applied.length > 0) say(`Brought the database up to date (${applied.length} steps)`)
  const notices = createNotices(connection, log)
  endings.push(() => notices.close())
  return { pool, expensivePool, notices }
}

async function connectionTo({ databaseUrl, dataDir }: Config): Promise<ClientConfig> {
  if (databaseUrl !== null) return { connectionString: databaseUrl }
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: say } })
  endings.push(() => postgres.stop())
  return postgres.connection
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
  const insights = await createInsights(place)
  endings.unshift(() => insights.close())
  return insights
}

async function ensureDemoAccount(app: App, config: Config): Promise<string> {
  const password = localSecret(join(config.dataDir, 'demo-account'), makePassword)
  await ensureVerifiedAccount(app.base, app.auth, { email: demoEmail, password, name: 'Demo Reader' })
  return password
}

async function listen(app: App, address: Pick<Config, 'host' | 'port'>): Promise<void> {
  try {
    await app.http.fastify.listen({ host: address.host, port: address.port })
  } catch (error) {
    throw listenError(error, address)
  }
}

function greet({ payments }: App, config: Config, demoPassword: string | null, readyMs: number): void {
  const sandboxes = [...payments.providers.values()].filter(it => it.isSandbox).map(({ label }) => label)
  say(`Soko is ready in ${Math.round(readyMs)} ms: ${config.publicUrl}`)
  const local = standInsOf(config)
  if (local.mailbox) say(`Mails stay here: ${local.url}/dev/mail`)
  if (local.crm) say(`What a CRM would receive stays here: ${local.url}/dev/crm`)
  if (sandboxes.length > 0) say(`No money moves in payments by ${sandboxes.join(', ')}: sandbox`)
  if (local.offLine !== null) say(local.offLine)
  say(`The API: ${config.publicUrl}/api/docs`)
  if (demoPassword !== null) say(`Demo account: ${demoEmail} ${demoPassword}`)
}

/** Starts the server; ends the process with one line where it cannot. */
export async function serve(): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig()
    await start(config)
  } catch (error) {
    complain(config && isDiskFull(error) ? fullDiskError(config.dataDir) : error)
    await end().catch(() => undefined)
    process.exit(1)
  }
}

/** Why the server could not start: one plain line, or in production one of the log. */
function complain(error: unknown): void {
  const isPlain = error instanceof StartError
  if (isProductionStart()) {
    const log = createLog('fatal', { write: line => process.stderr.write(line) })
    if (isPlain) log.fatal(error.message)
    else log.fatal({ err: error }, 'The server could not start')
    return
  }
  const words = isPlain
    ? error.message
    : `The server could not start: ${error instanceof Error ? error.stack : error}`
  process.stderr.write(`${words}\n`)
}
