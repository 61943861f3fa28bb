import type { Piece } from '../claims/verify-sentence.ts'

const reference = /\[\[([\w-]+)\.(\d+)\.([\w-]+)\|([^\]|]+)\]\]/g

/** A figure with the cell it stands for, as it is written in an answer: `[[t1.0.gdp_usd|US$ 96bn]]`. */
export function writePieces(pieces: readonly Piece[]): string {
  return pieces
    .map(piece =>
      'ref' in piece
        ? `[[${piece.ref.table}.${piece.ref.row}.${piece.ref.column}|${piece.shown}]]`
        : plain(piece.text),
    )
    .join('')
}

/** Text that cannot be taken for markup: no line breaks, no brackets of references, no bars of fields. */
const plain = (text: string) =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('[[', '[')
    .replaceAll(']]', ']')
    .replaceAll(' | ', ' / ')

/** True where a text holds no sign of a reference or of emphasis, like most of what streams in. */
export const isPlainText = (text: string): boolean => !/[[*_`]/.test(text)

/** The reverse of `writePieces`; what is not a well-formed reference stays text. */
export function readPieces(text: string): Piece[] {
  if (isPlainText(text)) return text === '' ? [] : [{ text }]
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(reference)) {
    const [whole, table = '', row = '', column = '', shown = ''] = match
    if (match.index > done) pieces.push({ text: tidy(text.slice(done, match.index)) })
    pieces.push({ shown, ref: { table, row: Number(row), column } })
    done = match.index + whole.length
  }
  if (done < text.length) pieces.push({ text: tidy(text.slice(done)) })
  return pieces.filter(piece => 'ref' in piece || piece.text !== '')
}

/** Models like emphasis, links and code marks; the document has none of them, only their words. */
const tidy = (text: string) =>
  text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|`/g, '')

/** The text as a reader sees it. */
export const shownText = (pieces: readonly Piece[]): string =>
  pieces.map(piece => ('ref' in piece ? piece.shown : piece.text)).join('')
