import { readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { CommandError, type EmbeddedDatabase, plainText, runAdmin, type Tools } from './admin/admin.ts'
import type { SettleParts } from './payments/payments.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { type Db, openDb } from './platform/db.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { createPool, type DatabaseConnection } from './platform/pool.ts'
import { borrowEmbeddedPostgres } from './platform/postgres/borrow-postgres.ts'
import { StartError } from './platform/start-error.ts'
import { loadFrontSettings } from './settings/settings.ts'

/** `npm run admin -- …`: the operator's command line. One command, then it ends. */

/** The project's folder: this file lies two below it, in the sources and in the build. */
const root = join(import.meta.dirname, '../..')
const migrationsFolder = join(root, 'migrations')

/** What a person reads stays on stdout alone, so that it can be piped. */
const say = (line: string) => process.stderr.write(`${line}\n`)

/** How to close what was opened, newest last. */
const endings: (() => Promise<unknown>)[] = []

async function end(): Promise<void> {
  for (const close of endings.splice(0).reverse()) await close().catch(error => say(String(error)))
}

const contextOver = (db: Db): Context => ({
  db,
  user: null,
  log: createLog('warn', process.stderr),
  clock: systemClock,
  requestId: 'admin',
})

/** With the schema as this version wants it, as a start of the product would leave it. */
async function open(connection: DatabaseConnection): Promise<Context> {
  const pool = createPool(connection, { max: 4 })
  endings.push(() => pool.end())
  await migrate(pool, migrationsFolder).catch(error => {
    const reason = error instanceof Error ? error.message : String(error)
    throw error instanceof StartError ? error : new StartError(`The database cannot be used: ${reason}`)
  })
  return contextOver(openDb(pool))
}

async function embedded({ databaseUrl, dataDir }: Config): Promise<EmbeddedDatabase> {
  if (databaseUrl !== null)
    throw new CommandError(
      'refused',
      'DATABASE_URL names a database of its own: back it up and restore it with its own tools (pg_dump, pg_restore)',
    )
  const postgres = await borrowEmbeddedPostgres({ dataDir, log: { info: say } })
  endings.push(() => postgres.giveBack())
  const { connection, isOurs } = postgres
  return { connection, isOurs, open: () => open(connection) }
}

async function openDatabase(config: Config): Promise<Context> {
  const { databaseUrl } = config
  return databaseUrl === null ? (await embedded(config)).open() : open(databaseUrl)
}

function toolsFor(config: Config, actor: string | undefined): Tools {
  return {
    actor: actor?.trim() || whoIsThere(),
    isProduction: config.isProduction,
    shippedSettings: () => loadFrontSettings(config.frontSettingsFile),
    migrationsFolder,
    contextOver,
    openDatabase: () => openDatabase(config),
    embeddedDatabase: () => embedded(config),
    readFile,
    payments: () => paymentsOf(config),
    onInterrupt: stop => endings.push(stop),
    ask,
  }
}

/** Loaded only where a provider may have to be asked. */
async function paymentsOf(config: Config): Promise<SettleParts> {
  const [{ createProviders, createReceipts }, { keepAccount }] = await Promise.all([
    import('./payments/payments.ts'),
    import('./auth/auth.ts'),
  ])
  const { publicUrl, supportEmail, payments } = config
  return {
    providers: createProviders(config, { fetch, clock: systemClock }),
    receipts: createReceipts({
      ...{ buyerOf: keepAccount, publicUrl, supportEmail },
      seller: payments.seller,
    }),
  }
}

/** The name of the machine's account: an operator may say who they are with --as. */
function whoIsThere(): string {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}@${hostname()}`
  }
}

function readFile(path: string): string {
  const text = decoded(path)
  if (text.includes('\0')) throw new CommandError('refused', `${path} holds a NUL: it is not text`)
  return text
}

function decoded(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it is not UTF-8 text'
    throw new CommandError('failed', `${path} cannot be read: ${code}`)
  }
}

/** A line from the keyboard or a pipe; null once there is none. */
async function ask(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  process.stderr.write(question)
  const closed = new Promise<null>(resolve => {
    lines.once('close', () => resolve(null))
  })
  const answered = new Promise<string>(resolve => {
    lines.once('line', resolve)
  })
  const answer = await Promise.race([answered, closed])
  lines.close()
  return answer
}

async function main(): Promise<number> {
  try {
    const config = readConfig()
    const spoken = await runAdmin(process.argv.slice(2), actor => toolsFor(config, actor))
    process.stdout.write(spoken.out)
    process.stderr.write(spoken.err)
    return spoken.exitCode
  } catch (error) {
    // Cut short on purpose: whatever it fails by then is not news.
    if (!isInterrupted) say(plainText(error instanceof StartError ? error.message : faultOf(error)))
    return 1
  } finally {
    await end()
  }
}

/** A query's error repeats its parameters, which are people's own; what is beneath it says what went wrong. */
function faultOf(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  return `The command failed: ${innermost instanceof Error ? innermost.stack : String(innermost)}`
}

let isInterrupted = false
// An interrupted command gives the database back like any other end does.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true
    void end().finally(() => process.exit(130))
  })
}
process.exitCode = await main()
