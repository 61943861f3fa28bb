/** A CSV row as named text fields. */
export type CsvRecord = Record<string, string>

/**
 * Reads RFC 4180 text with a header line into records.
 * Throws with the line number when a row has another number of fields than the header, or a quote is left open.
 */
export function parseCsv(text: string): CsvRecord[] {
  const rows = splitCsv(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  const header = rows.shift()
  if (!header) return []
  return rows.map(({ fields, line }) => {
    if (fields.length !== header.fields.length)
      throw new Error(`line ${line}: ${fields.length} fields, the header has ${header.fields.length}`)
    return Object.fromEntries(header.fields.map((name, at) => [name, fields[at] ?? '']))
  })
}

/** Writes records under the given header, in its order, quoting only where needed. */
export function formatCsv(
  header: readonly string[],
  records: readonly Record<string, string | number>[],
): string {
  const lines = records.map(record => header.map(name => quote(String(record[name] ?? ''))).join(','))
  return `${[header.join(','), ...lines].join('\n')}\n`
}

/** The parts of a field that holds a list: 'a;b;c' → ['a', 'b', 'c']. */
export const listOf = (field: string): string[] =>
  field
    .split(';')
    .map(part => part.trim())
    .filter(part => part !== '')

const quote = (field: string) => (/[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

interface CsvLine {
  fields: string[]
  line: number
}

function splitCsv(text: string): CsvLine[] {
  const rows: CsvLine[] = []
  let fields: string[] = []
  let line = 1
  let at = 0
  let start = 1
  while (at < text.length) {
    const [field, next] = text[at] === '"' ? quotedField(text, at, start) : plainField(text, at)
    fields.push(field)
    for (let i = at; i < next; i++) if (text[i] === '\n') line++
    at = next
    if (text[at] === ',') {
      at++
      if (at < text.length) continue
      fields.push('')
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    line++
    if (fields.length > 1 || fields[0] !== '') rows.push({ fields, line: start })
    fields = []
    start = line
  }
  return rows
}

function plainField(text: string, from: number): [string, number] {
  let to = from
  while (to < text.length && text[to] !== ',' && text[to] !== '\n' && text[to] !== '\r') to++
  return [text.slice(from, to), to]
}

function quotedField(text: string, from: number, line: number): [string, number] {
  let at = from + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end < 0) throw new Error(`line ${line}: a quote is not closed`)
    if (text[end + 1] !== '"') return [text.slice(from + 1, end).replaceAll('""', '"'), end + 1]
    at = end + 2
  }
}
