import type { AnswerDocument, Block, Span } from '../src/contract/answer.ts'
import type { Table } from '../src/contract/result.ts'

/** What a question is answered with, as the call that asks it gives it. */
export interface Reply {
  /** HTML. */
  message: string
  document: AnswerDocument | null
}

/** A figure with the words that say whose it is. */
export interface ShownFigure {
  value: number
  words: string
}

/** An answer as a reader meets it; all texts are folded. */
export interface ReadAnswer {
  kind: 'answer' | 'gap' | 'ask' | 'talk'
  text: string
  figures: ShownFigure[]
  /** The first lines: the headline, the paragraphs, tiles and lists up to the second of the first two. */
  headText: string
  headFigures: ShownFigure[]
  /** The names in each row of the first table. */
  firstTable: string[]
}

const longestTable = 60
const headBlocks = 2

/** In lower case, without accents, vowel signs and variants of the same letter. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ٱ/g, 'ا')
    .toLowerCase()

export function readAnswer({ message, document }: Reply): ReadAnswer {
  const blocks = document?.blocks ?? []
  const tables = new Map(document?.tables.map(table => [table.id, table]))
  const { figures, headFigures, headText } = readBlocks(blocks, figuresOf(document, tables), tables)
  const shown = blocks.find(block => block.type === 'table')
  const rows = (shown && tables.get(shown.table)?.rows) ?? []
  return {
    kind: kindOf(blocks, figures.length > 0),
    text: withoutSuggestions(fold(plainText(message)), blocks),
    ...{ figures, headFigures },
    headText: fold(headText),
    firstTable: rows.map(row => fold(namesIn(row).join(' | '))).filter(names => names !== ''),
  }
}

function kindOf(blocks: readonly Block[], hasFigures: boolean): ReadAnswer['kind'] {
  if (hasFigures) return 'answer'
  const has = (type: Block['type']) => blocks.some(block => block.type === type)
  if (has('ask')) return 'ask'
  return has('gap') ? 'gap' : 'talk'
}

function plainText(html: string): string {
  return html
    .replace(/<\/(p|li|h\d|tr|ul|td|th)>/g, ' \n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
}

/** What is offered to ask next is no part of the answer. */
function withoutSuggestions(text: string, blocks: readonly Block[]): string {
  const offered = blocks.flatMap(block => (block.type === 'followups' ? block.items : []))
  return offered.reduce((rest, { question }) => rest.split(fold(question)).join(' '), text)
}

const namesIn = (row: Table['rows'][number]): string[] => row.filter(cell => typeof cell === 'string')
const rowWords = ({ title }: Table, row: Table['rows'][number]): string =>
  fold([title, ...namesIn(row)].join(' | '))
const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('')

type Tables = ReadonlyMap<string, Table>
type FiguresOf = (spans: readonly Span[]) => ShownFigure[]

/** The figures in spans: a claim's words are its own and those of the row it was taken from. */
function figuresOf(document: AnswerDocument | null, tables: Tables): FiguresOf {
  const claims = new Map(document?.claims.map(claim => [claim.id, claim]))
  return spans =>
    spans.flatMap(({ claim: id }) => {
      const claim = id === undefined ? undefined : claims.get(id)
      if (!claim) return []
      const table = tables.get(claim.table)
      const row = table?.rows[claim.row]
      const own = fold(`${claim.entity} | ${claim.period} | ${claim.measure}`)
      return [{ value: claim.value, words: `${own} | ${table && row ? rowWords(table, row) : ''}` }]
    })
}

function readBlocks(blocks: readonly Block[], figuresIn: FiguresOf, tables: Tables) {
  const read = { figures: [] as ShownFigure[], headFigures: [] as ShownFigure[], headText: '' }
  let lines = 0
  const take = (spans: readonly Span[], isHead: boolean) => {
    const figures = figuresIn(spans)
    read.figures.push(...figures)
    if (isHead) read.headFigures.push(...figures)
  }
  for (const block of blocks) {
    const isHead = lines < headBlocks
    if (block.type === 'headline' || block.type === 'paragraph') {
      const isLine = block.type === 'headline' || isHead
      take(block.spans, isLine)
      if (!isLine) continue
      read.headText += ` ${textOf(block.spans)}`
      lines++
    } else if (block.type === 'tiles') {
      for (const { label, figure, note } of block.tiles) {
        take([figure], isHead)
        take(note, false)
        read.headText += ` ${label} ${figure.text} ${textOf(note)}`
      }
    } else if (block.type === 'list') {
      for (const item of block.items) take(item, isHead)
      if (isHead) read.headText += block.items.map(item => ` ${textOf(item)}`).join('')
    } else if (block.type === 'table' || block.type === 'chart') {
      const table = tables.get(block.type === 'table' ? block.table : block.chart.table)
      if (table) read.figures.push(...figuresInRows(table))
    }
  }
  return read
}

/** Tables as an answer that shows nothing else. */
export function readTables(tables: readonly Table[]): ReadAnswer {
  const figures = tables.flatMap(figuresInRows)
  const text = fold(tables.flatMap(({ rows }) => rows.map(row => row.join(' | '))).join('\n'))
  return { kind: 'answer', text, figures, headText: text, headFigures: figures, firstTable: [] }
}

const figuresInRows = (table: Table): ShownFigure[] =>
  table.rows.slice(0, longestTable).flatMap(row => {
    const words = rowWords(table, row)
    return row.filter(cell => typeof cell === 'number').map(value => ({ value, words }))
  })
