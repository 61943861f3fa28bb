/**
 * What somebody typed, as text for a terminal: a sign that would move the cursor, colour the screen, turn the direction of
 * writing or hide itself is shown by its number instead. Line breaks stay.
 */
export const plainText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\p{Cc}\p{Cf}]/gu, sign => (sign === '\n' || sign === '\t' ? sign : numberOf(sign)))

/** The same on one line. */
export const plainLine = (text: string | null): string =>
  plainText(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()

const numberOf = (sign: string) => `<U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`

/** Rows under their headings, in columns as wide as what is in them. */
export function columns(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headings, ...rows].map(row => row.map(plainLine))
  const widths = headings.map((_, at) => Math.max(...all.map(row => row[at]?.length ?? 0)))
  return all.map(row =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Names and values, a line each. */
export const facts = (pairs: readonly (readonly [name: string, value: string])[]): string[] => {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${plainLine(value)}`)
}

/** A moment as people write it, in UTC. */
export const moment = (at: Date | string | null): string =>
  at === null ? '' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
