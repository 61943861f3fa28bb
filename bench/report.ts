import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { printTable } from './figures.ts'

/** One figure as it is printed and kept: with its unit, beside what it is measured against in the same run. */
export interface Figure {
  what: string
  ours: string
  /** The floor, the peer, or '' where there is none. */
  beside: string
  /** What we promise, in words: 'at most 60 ms'. '' where nothing is promised. */
  promise: string
  /** Whether the promise holds; true where nothing is promised. */
  holds: boolean
}

export interface Report {
  /** One of `order` below. */
  id: ReportId
  title: string
  /** What to type to measure it again, seed included. */
  command: string
  /** What was done, in a sentence or three. */
  how: string
  figures: readonly Figure[]
}

/** The sections of docs/figures.md, in their order. */
const order = [
  'answers',
  'streams',
  'screen',
  'spend',
  'jobs',
  'timing',
  'start',
  'ledger',
  'payments',
  'turns',
  'takeover',
  'drain',
  'outage',
  'storm',
  'queries',
] as const
export type ReportId = (typeof order)[number]

const root = join(import.meta.dirname, '..')
const file = join(root, 'docs/figures.md')
const head = `# Figures

What was measured, on what, and how to measure it again. Each section is written by the command it names; nothing here is
typed by hand. A figure stands beside its floor or peer from the same run, because machines differ and drift.
`

/** Prints a report, keeps it in docs/figures.md, and makes the process end with 1 where a promise does not hold. */
export function report(one: Report): void {
  print(one)
  keep(one)
}

/** The same for a part of a report: docs/figures.md stays as it is. */
export function print({ title, figures }: Pick<Report, 'title' | 'figures'>): void {
  console.log(`\n${title}`)
  printTable(
    ['figure', 'ours', 'beside', 'promise', ''],
    figures.map(({ what, ours, beside, promise, holds }) => [
      what,
      ours,
      beside,
      promise,
      promise === '' ? '' : holds ? 'holds' : 'MISSED',
    ]),
  )
  if (figures.some(({ holds }) => !holds)) process.exitCode = 1
}

function keep(one: Report): void {
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const sections = order.flatMap(id => {
    if (id === one.id) return [sectionOf(one)]
    const [, body] = new RegExp(`<!-- ${id} -->\n([\\s\\S]*?)<!-- /${id} -->`).exec(kept) ?? []
    return body === undefined ? [] : [`<!-- ${id} -->\n${body}<!-- /${id} -->\n`]
  })
  writeFileSync(file, [head, ...sections].join('\n'))
}

function sectionOf({ id, title, command, how, figures }: Report): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = figures.map(({ what, ours, beside, promise, holds }) => {
    const kept = promise === '' ? '' : holds ? 'yes' : '**no**'
    return `| ${[what, ours, beside, promise, kept].map(cell).join(' | ')} |`
  })
  return [
    `<!-- ${id} -->`,
    `## ${title}`,
    '',
    how,
    '',
    '| figure | ours | beside it | promise | holds |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `\`${command}\` · ${machine()}`,
    `<!-- /${id} -->`,
    '',
  ].join('\n')
}

/** What it was measured on, in a line. */
function machine(): string {
  const { length } = cpus()
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const date = new Date().toISOString().slice(0, 10)
  return `${length} × ${model}, ${memory}, ${process.platform} ${release()}, Node ${process.versions.node}, ${date}, at ${commit()}`
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return 'no commit'
  }
}
