import type { FontName } from '../platform/product-fonts.ts'

type Script = Exclude<FontName, 'bold'>

/** A stretch of text in one script. */
export interface Run {
  script: Script
  text: string
}

/** Letters as fonts have them; signs that would turn or hide the writing are no part of a name. */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A text by the scripts in it, in the order of reading; a space between two of them stands alone. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const sign of text) {
    const last = runs.at(-1)
    const script = scriptOf(sign) ?? last?.script ?? 'regular'
    if (last?.script === script) last.text += sign
    else runs.push({ script, text: sign })
  }
  return runs.flatMap((run, at) => {
    const isLast = at === runs.length - 1
    const text = run.text.trimEnd()
    return isLast || text === run.text
      ? [run]
      : [
          { ...run, text },
          { ...run, text: ' ' },
        ]
  })
}

/** null for what goes along with the sign before it: spaces and marks. */
function scriptOf(sign: string): Script | null {
  if (/\p{Script=Arabic}/u.test(sign)) return 'arabic'
  if (/\p{Script=Ethiopic}/u.test(sign)) return 'ethiopic'
  return /[\s\p{M}]/u.test(sign) ? null : 'regular'
}

/** Of Noto Sans, as a share of the size: where the line that letters stand on lies below the top. */
const ascent = 1.069
/** Its letters are joined, and turned, as a whole. */
const asOnePiece: PDFKit.Mixins.TextOptions = { lineBreak: false, features: [], baseline: 'alphabetic' }

/**
 * Writes a text in lines as wide as `width`; a text with other scripts than Latin on one line, smaller
 * where it must be, from right to left where it begins so.
 */
export function writeWords(
  document: PDFKit.PDFDocument,
  text: string,
  { x, y, width, size }: { x: number; y: number; width: number; size: number },
): void {
  const runs = runsOf(text)
  if (runs.every(({ script }) => script === 'regular')) {
    document.font('regular').fontSize(size).text(text, x, y, { width })
    return
  }
  document.fontSize(size)
  const lengths = runs.map(run => lengthOf(document, run))
  const fits = Math.min(1, width / lengths.reduce((sum, length) => sum + length, 0))
  const order = runs.map((run, at) => ({ ...run, length: (lengths[at] ?? 0) * fits }))
  if (runs[0]?.script === 'arabic') order.reverse()
  document.fontSize(size * fits)
  let left = x
  for (const { script, text, length } of order) {
    document.font(script).text(text, left, y + ascent * size, asOnePiece)
    left += length
  }
  document.x = x
  document.y = y + size * 1.36
}

const lengthOf = (document: PDFKit.PDFDocument, { script, text }: Run): number =>
  document.font(script).widthOfString(text, { features: [] })
