import { parseArgs } from 'node:util'
import { AppError } from '../platform/errors.ts'
import { type Command, CommandError, exitCodes, type Told, type Tools } from './command.ts'
import { backupCommands } from './commands/backup-commands.ts'
import { creditCommands } from './commands/credit-commands.ts'
import { decisionCommands } from './commands/decision-commands.ts'
import { paymentCommands } from './commands/payment-commands.ts'
import { peopleCommands } from './commands/people-commands.ts'
import { productCommands } from './commands/product-commands.ts'
import { questionCommands } from './commands/question-commands.ts'
import { settingsCommands } from './commands/settings-commands.ts'
import { ticketCommands } from './commands/ticket-commands.ts'
import { helpOf, overview } from './help.ts'
import { plainText } from './plain-text.ts'

export { CommandError, type EmbeddedDatabase, type Tools } from './command.ts'
export { plainText } from './plain-text.ts'

const commands: readonly Command[] = [
  ...peopleCommands,
  ...creditCommands,
  ...productCommands,
  ...paymentCommands,
  ...decisionCommands,
  ...settingsCommands,
  ...ticketCommands,
  ...questionCommands,
  ...backupCommands,
]

export interface Spoken {
  exitCode: number
  out: string
  err: string
}

/** Options that every command takes. */
const everywhere = { json: { type: 'boolean' }, help: { type: 'boolean' }, as: { type: 'string' } } as const

/** Runs the command that `args` name, and says what to print and what to end with. Never throws for a command's own end. */
export async function runAdmin(
  args: readonly string[],
  toolsFor: (actor: string | undefined) => Tools,
): Promise<Spoken> {
  const wantsJson = args.includes('--json')
  try {
    const told = await runCommand(args, toolsFor)
    const out = wantsJson ? JSON.stringify(told.data) : plainText(told.lines.join('\n'))
    return { exitCode: told.hasFound ? exitCodes.failed : exitCodes.done, out: `${out}\n`, err: '' }
  } catch (error) {
    const known = knownEnd(error)
    if (!known) throw error
    const { exitCode, message } = known
    const err = wantsJson ? JSON.stringify({ error: { exit_code: exitCode, message } }) : plainText(message)
    return { exitCode, out: '', err: `${err}\n` }
  }
}

async function runCommand(
  args: readonly string[],
  toolsFor: (actor: string | undefined) => Tools,
): Promise<Told> {
  const words = wordsOf(args)
  if (words.length === 0 || words[0] === 'help') return helpFor(words.slice(1))
  const command = commandOf(words)
  if (args.includes('--help')) return told(helpOf(command), command)
  const { values, positionals } = parsed(command, args)
  const given = positionals.slice(command.name.split(' ').length)
  const needed = command.words.filter(word => word.startsWith('<')).length
  if (given.length < needed || given.length > command.words.length)
    throw new CommandError('usage', `Usage: npm run admin -- ${command.name} ${command.words.join(' ')}`)
  const tools = toolsFor(typeof values.as === 'string' ? values.as : undefined)
  return command.run({ words: given, options: values, tools })
}

/** What is neither an option nor an option's value, before it is known which command it is. */
function wordsOf(args: readonly string[]): string[] {
  const options = Object.assign({}, everywhere, ...commands.map(typesOf))
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: false }).positionals
}

const typesOf = ({ options = {} }: Command) =>
  Object.fromEntries(
    Object.entries(options).map(
      ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
    ),
  )

function commandOf(words: readonly string[]): Command {
  const two = words.slice(0, 2).join(' ')
  const command = commands.find(({ name }) => name === two) ?? commands.find(({ name }) => name === words[0])
  if (command) return command
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name)
  const hint = group.length > 0 ? `There are: ${group.join(', ')}` : 'npm run admin -- help lists them'
  throw new CommandError('usage', `There is no command '${two}'. ${hint}`)
}

function parsed(command: Command, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...everywhere, ...typesOf(command) },
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new CommandError('usage', reason.replace(/\. To specify.*$/, ''))
  }
}

function helpFor(words: readonly string[]): Told {
  if (words.length === 0) return told(overview(commands), commands)
  const command = commandOf(words)
  return told(helpOf(command), command)
}

const told = (lines: string[], data: unknown): Told => ({ lines, data: JSON.parse(JSON.stringify(data)) })

/** Ends that are meant to be read by the operator; anything else is a fault of ours. */
function knownEnd(error: unknown): { exitCode: number; message: string } | null {
  if (error instanceof CommandError) return error
  if (error instanceof AppError) {
    const isMissing = error.code === 'not_found'
    const reason = isMissing ? exitCodes.notFound : exitCodes.refused
    const words = isMissing ? (error.details.message ?? 'There is no such account or ticket') : error.message
    return { exitCode: reason, message: words }
  }
  if (!(error instanceof Error)) return null
  if (error.name === 'ProviderError')
    return { exitCode: exitCodes.failed, message: `The provider could not be asked: ${error.message}` }
  if (['StartError', 'FolderTaken', 'BackupError'].includes(error.name))
    return { exitCode: exitCodes.failed, message: error.message }
  return error.name === 'UnfitContent' ? { exitCode: exitCodes.refused, message: error.message } : null
}
