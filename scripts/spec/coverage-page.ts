import type { Coverage, CoveredLine, Holder } from './compare-spec.ts'

const head = `# Which test holds which line of the specification

Written by \`npm run spec\` from [the lines](spec/README.md) and the tags of the tests; nothing here is typed by hand.
`

/** docs/spec-coverage.md. */
export function coveragePage(coverage: Coverage): string {
  const sections = coverage.sections.map(({ title, lines }) =>
    [`## ${title}`, '', '| line | what it says | held by |', '|---|---|---|', ...lines.map(rowOf), ''].join(
      '\n',
    ),
  )
  return [head, `${countWords(coverage)}\n`, ...sections].join('\n')
}

/** '210 of 212 lines are held.' */
export function countWords({ sections }: Coverage): string {
  const lines = sections.flatMap(section => section.lines)
  const held = lines.filter(({ lack }) => lack === null)
  return `${held.length} of ${lines.length} lines are held.`
}

function rowOf(line: CoveredLine): string {
  const { id, text, isSeen, holders, lack } = line
  const missing = lack === null ? [] : [`**lacks ${lack}**`]
  const cells = [
    `\`${id}\`${isSeen ? ' seen' : ''}`,
    cell(text),
    [...holders.map(link), ...missing].join('<br>'),
  ]
  return `| ${cells.join(' | ')} |`
}

const link = ({ file, title }: Holder) => `[${file.split('/').at(-1)}](../${file}): ${cell(title)}`
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*')
