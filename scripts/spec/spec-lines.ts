/** One line of the specification that a test can hold. */
export interface SpecLine {
  /** 'S2.login.3': it stays with its line for ever. */
  id: string
  text: string
  /** A person would see it: a test in a browser holds it. */
  isSeen: boolean
}

export interface SpecSection {
  title: string
  lines: SpecLine[]
}

const pattern = /^- `(S\d\.[a-z-]+\.\d+)`(?: \(([a-z]+)\))?: (.+)$/

/**
 * Reads a section from its Markdown; other lists than of lines have no place in it.
 * @throws on what begins like a line and is none, and on an id that stands twice or in the wrong section
 */
export function readSection(markdown: string): SpecSection {
  const rows = markdown.split('\n')
  const title = /^# (\d\. .+)$/.exec(rows[0] ?? '')?.[1]
  if (title === undefined) throw new Error(`A section begins with its title, not with '${rows[0]}'`)
  const lines = rows.filter(row => row.trimStart().startsWith('- ')).map(readLine)
  const ids = lines.map(({ id }) => id)
  const strange = ids.find((id, at) => id[1] !== title[0] || ids.indexOf(id) !== at)
  if (strange) throw new Error(`${strange} stands twice, or in the wrong section`)
  return { title, lines }
}

function readLine(row: string): SpecLine {
  const [, id = '', given = '', text = ''] = pattern.exec(row) ?? []
  if (id === '' || !['', 'seen'].includes(given)) throw new Error(`This is no line: ${row}`)
  return { id, text, isSeen: given === 'seen' }
}
