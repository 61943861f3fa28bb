import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { createAnalyst } from './analyst/analyst.ts'
import { type App, createApp } from './app.ts'
import { ensureVerifiedAccount, makePassword } from './auth/auth.ts'
import { createInsights, type Insights, prepareSamplePanel, suggestionsFrom } from './insights/insights.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import { endOpenStreams } from './platform/event-stream.ts'
import { localSecret } from './platform/local-secret.ts'
import { createLog, type Logger } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { createNotices } from './platform/notices.ts'
import { createPool } from './platform/pool.ts'
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

const say = (line: string) => process.stdout.write(`${line}\n`)

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

async function start(): Promise<void> {
  const startedAt = performance.now()
  const config = readConfig()
  const frontSettings = loadFrontSettings(config.frontSettingsFile)
  const log = createLog(config.logLevel)
  endInOrder(log, end)
  // The data and the database take their time without waiting for each other.
  const openingInsights = openInsights(config)
  openingInsights.catch(() => undefined)
  const { pool, notices } = await openDatabase(config, log)
  const insights = await openingInsights
  const app = await createApp({
    config,
    frontSettings,
    suggestions: suggestionsFrom(insights.catalogue),
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
  const pool = createPool(connection, {
    max: config.databasePoolSize,
    onIdleError: error => log.warn({ err: error }, 'An idle connection to the database was lost'),
  })
  endings.push(() => pool.end())
  const applied = await migrate(pool, join(root, 'migrations')).catch(error => {
    throw asStartError(error)
  })
  if (applied.length > 0) say(`Brought the database up to date (${applied.length} steps)`)
  const notices = createNotices(connection, log)
  endings.push(() => notices.close())
  return { pool, notices }
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
  try {
    await start()
  } catch (error) {
    const isPlain = error instanceof StartError
    const words = isPlain
      ? error.message
      : `The server could not start: ${error instanceof Error ? error.stack : error}`
    process.stderr.write(`${words}\n`)
    await end().catch(() => undefined)
    process.exit(1)
  }
}
