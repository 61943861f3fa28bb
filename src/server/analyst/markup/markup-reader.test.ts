import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MarkupEvent, MarkupReader } from './markup-reader.ts'
import { readPieces, writePieces } from './pieces.ts'
import { splitSentences } from './sentences.ts'

function read(chunks: readonly string[]): MarkupEvent[] {
  const events: MarkupEvent[] = []
  const reader = new MarkupReader(event => events.push(event))
  for (const chunk of chunks) reader.push(chunk)
  reader.end()
  return joinedText(events)
}

/** Text in one piece: where a stream is cut says nothing. */
function joinedText(events: MarkupEvent[]): MarkupEvent[] {
  const out: MarkupEvent[] = []
  for (const event of events) {
    const last = out.at(-1)
    if (event.type === 'text' && last?.type === 'text') last.text += event.text
    else out.push({ ...event })
  }
  return out
}

const sample = `# Tea grew to [[t1.0.value|US$ 96m]].

@tile Market size | [[t1.0.value|US$ 96m]] | up | good
@chart t1

## Why
Price [[t1.0.price|5.2%]] and volume.
Still the same paragraph.

- one
- two

| a | typed table |
|---|---|

\`\`\`
code
\`\`\`

The end.
@next More | What more?
`

test('blocks come out by their marks; typed tables and code are left out', () => {
  expect(read([sample])).toEqual([
    { type: 'open', kind: 'headline', heading: null },
    { type: 'text', text: 'Tea grew to [[t1.0.value|US$ 96m]].' },
    { type: 'close' },
    { type: 'directive', name: 'tile', rest: 'Market size | [[t1.0.value|US$ 96m]] | up | good' },
    { type: 'directive', name: 'chart', rest: 't1' },
    { type: 'open', kind: 'paragraph', heading: 'Why' },
    { type: 'text', text: 'Price [[t1.0.price|5.2%]] and volume. Still the same paragraph.' },
    { type: 'close' },
    { type: 'open', kind: 'list', heading: null },
    { type: 'item' },
    { type: 'text', text: 'one' },
    { type: 'item' },
    { type: 'text', text: 'two' },
    { type: 'close' },
    { type: 'open', kind: 'paragraph', heading: null },
    { type: 'text', text: 'The end.' },
    { type: 'close' },
    { type: 'directive', name: 'next', rest: 'More | What more?' },
  ])
})

test('however a stream is cut, the same blocks come out', () => {
  const whole = read([sample])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 200 }), sizes => {
      const chunks: string[] = []
      let at = 0
      for (let i = 0; at < sample.length; i++) {
        const size = sizes[i % sizes.length] ?? 1
        chunks.push(sample.slice(at, at + size))
        at += size
      }
      expect(read(chunks)).toEqual(whole)
    }),
  )
})

test('a half reference is never passed on', () => {
  const seen: string[] = []
  const reader = new MarkupReader(event => event.type === 'text' && seen.push(event.text))
  reader.push('It grew to [[t1.0.val')
  expect(seen.join('')).toBe('It grew to ')
  reader.push('ue|US$ 96m]] in all.')
  expect(seen.join('')).toBe('It grew to [[t1.0.value|US$ 96m]] in all.')
})

test('pieces survive being written and read', () => {
  const pieces = [
    { text: 'It grew to ' },
    { shown: 'US$ 96m', ref: { table: 'q2-t1', row: 3, column: 'panel_value_usd' } },
    { text: '.' },
  ]
  expect(readPieces(writePieces(pieces))).toEqual(pieces)
})

test('emphasis, links and pictures leave only their words', () => {
  expect(
    readPieces('**Big** [site](https://evil.example/x) ![pic](https://evil.example/y.png) `code`'),
  ).toEqual([{ text: 'Big site pic code' }])
})

test('sentences end where they end: not in decimals, not in abbreviations', () => {
  const text = (parts: { text: string }[][]) => parts.map(part => part.map(piece => piece.text).join(''))
  expect(
    text(
      splitSentences([{ text: 'It grew 5.2% in 2025. Nothing else did, e.g. price. Why? Ask.' }]) as {
        text: string
      }[][],
    ),
  ).toEqual(['It grew 5.2% in 2025. ', 'Nothing else did, e.g. price. ', 'Why? ', 'Ask.'])
})
