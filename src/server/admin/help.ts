import type { Command } from './command.ts'
import { columns } from './plain-text.ts'

const usageOf = ({ name, words }: Command) => [name, ...words].join(' ')

/** All commands, a line each. */
export function overview(commands: readonly Command[]): string[] {
  const [, ...list] = columns(
    ['', ''],
    commands.map(command => [usageOf(command), command.says]),
  )
  return [
    'npm run admin -- <command> [options]',
    '',
    ...list.map(line => `  ${line}`),
    '',
    'Options of every command: --json (data instead of lines), --as <name> (who does it, if not you), --help.',
    'It works on DATABASE_URL, or on the embedded database in DATA_DIR, whether the product runs or not.',
    'Ends with 0 when done, 1 when it failed, 2 for wrong usage, 3 when there is no such thing, 4 when it was refused,',
    '130 when it was interrupted.',
  ]
}

/** One command with its options. */
export function helpOf(command: Command): string[] {
  const options = Object.entries(command.options ?? {}).map(([name, { value, says }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    says,
  ])
  return [
    `npm run admin -- ${usageOf(command)}`,
    '',
    command.says,
    ...(command.more ?? []),
    ...(options.length > 0 ? ['', ...columns(['', ''], options).slice(1)] : []),
  ]
}
