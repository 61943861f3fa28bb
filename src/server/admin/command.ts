import type { FrontSettings } from '../../contract/front-settings.ts'
import type { SettleParts } from '../payments/payments.ts'
import type { Context } from '../platform/context.ts'
import type { Db } from '../platform/db.ts'
import type { SocketConnection } from '../platform/postgres/postmaster.ts'

/** What the process ends with. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3, refused: 4 } as const

/** An end with one plain line. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number

  constructor(reason: Exclude<keyof typeof exitCodes, 'done'>, message: string) {
    super(message)
    this.exitCode = exitCodes[reason]
  }
}

/** The embedded database of the data folder, for what works on it as a whole. */
export interface EmbeddedDatabase {
  connection: SocketConnection
  /** False while the product runs on it. */
  isOurs: boolean
  open(): Promise<Context>
}

export interface Tools {
  /** Who is at the keyboard. */
  actor: string
  isProduction: boolean
  /** What stands on the public screens where nothing was set. */
  shippedSettings(): FrontSettings
  migrationsFolder: string
  contextOver(db: Db): Context
  /** Opens the database of the settings, the embedded one started for it if need be. Closed when the command ends. */
  openDatabase(): Promise<Context>
  /** @throws CommandError where DATABASE_URL names another database */
  embeddedDatabase(): Promise<EmbeddedDatabase>
  readFile(path: string): string
  /** Who takes money by the settings, and who issues receipts. */
  payments(): Promise<SettleParts>
  /** What to do where the command is interrupted, before its database is given back. */
  onInterrupt(stop: () => Promise<void>): void
  /** Asks the person; null where nobody can answer. */
  ask(question: string): Promise<string | null>
}

/** What a command was called with: its words in order, and its options by name. */
export interface Call {
  words: string[]
  options: Readonly<Record<string, string | boolean | undefined>>
  tools: Tools
}

/** What a command tells: data for a program, lines for a person. */
export interface Told {
  data: unknown
  lines: string[]
  /** True where it did what it should and found what is not as it should be: the process ends with 1. */
  hasFound?: boolean
}

export interface Option {
  /** Shown in the help, e.g. '<file>'; a switch without it. */
  value?: string
  says: string
}

export interface Command {
  /** As it is typed, e.g. 'users disable'. */
  name: string
  /** Its words, e.g. ['<user>']; those in brackets may be left out. */
  words: readonly string[]
  says: string
  /** More of the help, a line each. */
  more?: readonly string[]
  options?: Readonly<Record<string, Option>>
  run(call: Call): Promise<Told>
}

/** The text of an option; undefined where it was not given. */
export function textOption({ options }: Call, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** @throws CommandError where an option that must be there is not */
export function neededOption(call: Call, name: string): string {
  const value = textOption(call, name)
  if (value === undefined) throw new CommandError('usage', `--${name} is needed`)
  return value
}

/** @throws CommandError for what is not a whole number in the range */
export function wholeNumber(text: string, name: string, from: number, to: number): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= from && value <= to))
    throw new CommandError('usage', `${name} must be a whole number from ${from} to ${to}`)
  return value
}
