import type { SpecLine, SpecSection } from './spec-lines.ts'
import type { TagsOfFile } from './spec-tags.ts'

/** A test as it is named on the page. */
export interface Holder {
  file: string
  title: string
}

export interface CoveredLine extends SpecLine {
  holders: Holder[]
  /** What it lacks; null where nothing is. */
  lack: 'a test' | 'a test in a browser' | null
}

export interface Coverage {
  sections: { title: string; lines: CoveredLine[] }[]
  /** Tags that name no line or belong to no test. */
  problems: string[]
}

const isInBrowser = ({ file }: Holder) => file.startsWith('e2e/')

/** Puts the tests beside the lines that they hold. */
export function compareSpec(sections: SpecSection[], files: ReadonlyMap<string, TagsOfFile>): Coverage {
  const holders = new Map<string, Holder[]>()
  for (const { lines } of sections) for (const { id } of lines) holders.set(id, [])
  const problems: string[] = []
  for (const [file, { tests, problems: found }] of files) {
    problems.push(...found.map(problem => `${file}: ${problem}`))
    for (const { title, ids } of tests) {
      for (const id of ids) {
        const known = holders.get(id)
        if (known) known.push({ file, title })
        else problems.push(`${file}: '${title}' holds ${id}, which is no line`)
      }
    }
  }
  const covered = sections.map(({ title, lines }) => ({
    title,
    lines: lines.map(line => {
      const held = holders.get(line.id) ?? []
      return { ...line, holders: held, lack: lackOf(line, held) }
    }),
  }))
  return { sections: covered, problems }
}

function lackOf(line: SpecLine, held: Holder[]): CoveredLine['lack'] {
  if (held.length === 0) return 'a test'
  return line.isSeen && !held.some(isInBrowser) ? 'a test in a browser' : null
}

/** Lines that have to be held and are not. */
export const uncovered = ({ sections }: Coverage): CoveredLine[] =>
  sections.flatMap(({ lines }) => lines).filter(({ lack }) => lack !== null)
