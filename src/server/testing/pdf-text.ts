import { inflateSync } from 'node:zlib'

/** The lines of a PDF of ours as whoever selects them gets them, in the order in which they are drawn. */
export function pdfText(file: Buffer): string[] {
  const objects = objectsOf(file.toString('latin1'))
  const all = [...objects.values()]
  const letters = new Map<string, ReadonlyMap<string, string>>()
  for (const [, name = '', id = ''] of all.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
    letters.set(name, lettersOf(streamOf(objects.get(cmap ?? '') ?? '')))
  }
  return all
    .map(streamOf)
    .filter(stream => / Tf$/m.test(stream))
    .flatMap(stream => linesOf(stream, letters))
}

/** Objects by their number. */
const objectsOf = (pdf: string): Map<string, string> =>
  new Map(
    [...pdf.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  )

/** What is in an object's stream; '' where it has none that is text. */
function streamOf(body: string): string {
  const [, bytes] = /stream\r?\n([\s\S]*)\nendstream/.exec(body) ?? []
  if (bytes === undefined || !body.includes('/FlateDecode')) return ''
  return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
}

/** What each code of a font stands for, by the table that copying uses. */
function lettersOf(cmap: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, from = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [place, hex] of [...list.matchAll(/<([0-9a-f ]+)>/g)].map(([, hex = '']) => hex).entries()) {
      const code = (Number.parseInt(from, 16) + place).toString(16).padStart(4, '0')
      const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
      letters.set(code, bytes.swap16().toString('utf16le'))
    }
  }
  return letters
}

function linesOf(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const lines: string[] = []
  let font: ReadonlyMap<string, string> = new Map()
  for (const [, name, drawn] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map()
    else {
      const codes = [...(drawn ?? '').matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => hex).join('')
      lines.push((codes.match(/.{4}/g) ?? []).map(code => font.get(code) ?? '\uFFFD').join(''))
    }
  }
  return lines
}
