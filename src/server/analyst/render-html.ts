import { formatNumber } from '../../charts/format.ts'
import { formatCell } from '../../charts/format-period.ts'
import { tableInWords } from '../../charts/in-words.ts'
import {
  type AnswerDocument,
  type Block,
  modelledLabel,
  type Span,
  type TableWords,
} from '../../contract/answer.ts'
import type { Lang } from '../../contract/lang.ts'
import type { Table } from '../../contract/result.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import { decimalsOf, unitOf } from './claims/result-set.ts'

const longestTable = 60

/**
 * An answer as HTML for the `message` field. Only h2, h3, p, ul, li, strong, table, thead, tbody, tr, th and td, none
 * with an attribute; every text is escaped.
 */
export function renderHtml(document: AnswerDocument): string {
  const parts = document.blocks.map(block => renderBlock(block, document))
  const label = document.modelled ? `<p><strong>${escapeHtml(modelledLabel)}</strong></p>` : ''
  return [...parts, label].filter(part => part !== '').join('\n')
}

const spansHtml = (spans: readonly Span[]) =>
  spans
    .map(span =>
      span.claim === undefined ? escapeHtml(span.text) : `<strong>${escapeHtml(span.text)}</strong>`,
    )
    .join('')
const listHtml = (items: readonly string[]) => `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`
const headingHtml = (heading: string | null) => (heading === null ? '' : `<h3>${escapeHtml(heading)}</h3>`)

function renderBlock(block: Block, document: AnswerDocument): string {
  switch (block.type) {
    case 'headline':
      return `<h2>${spansHtml(block.spans)}</h2>`
    case 'tiles':
      return listHtml(
        block.tiles.map(tile =>
          `${escapeHtml(tile.label)}: ${spansHtml([tile.figure])} ${spansHtml(tile.note)}`.trim(),
        ),
      )
    case 'chart':
      return `<h3>${escapeHtml(block.chart.title)}</h3><p>${escapeHtml(block.chart.summary)} ${escapeHtml(block.chart.footer)}</p>`
    case 'table':
      return tableHtml(
        tableOf(document, block.table),
        wordsOf(document)[block.caption] ?? block.caption,
        block.columns,
      )
    case 'paragraph':
      return `${headingHtml(block.heading)}<p>${spansHtml(block.spans)}</p>`
    case 'list':
      return `${headingHtml(block.heading)}${listHtml(block.items.map(spansHtml))}`
    case 'gap':
      return `<p><strong>${escapeHtml(block.text)}</strong>${block.ask ? ` ${escapeHtml(block.ask.question)}` : ''}</p>`
    case 'ask':
      return `<p>${escapeHtml(block.question)}</p>${listHtml(block.choices.map(choice => escapeHtml(choice.label)))}`
    case 'method':
      return `${headingOf(document, 'method')}${listHtml(block.lines.map(escapeHtml))}`
    case 'sources':
      return `${headingOf(document, 'sources')}${listHtml(block.sources.map(id => escapeHtml(sourceWords(id, document))))}`
    case 'followups':
      return `${headingOf(document, 'next')}${listHtml(block.items.map(item => escapeHtml(item.question)))}`
  }
}

const wordsOf = (document: AnswerDocument): TableWords =>
  document.version === 2 ? (document.table_words ?? {}) : {}

/** A table as the language of the answer names it. */
function tableOf(document: AnswerDocument, id: string): Table | undefined {
  const table = document.tables.find(one => one.id === id)
  return table && tableInWords(table, wordsOf(document))
}

const headings: Record<'method' | 'sources' | 'next', Record<Lang, string>> = {
  method: { en: 'Method', fr: 'Méthode', pt: 'Método', sw: 'Njia', ar: 'المنهجية' },
  sources: { en: 'Sources', fr: 'Sources', pt: 'Fontes', sw: 'Vyanzo', ar: 'المصادر' },
  next: {
    en: 'Ask next',
    fr: 'À demander ensuite',
    pt: 'Perguntar a seguir',
    sw: 'Uliza pia',
    ar: 'أسئلة تالية',
  },
}
const headingOf = (document: AnswerDocument, name: keyof typeof headings) =>
  `<h3>${headings[name][document.version === 2 ? document.lang : 'en']}</h3>`

function sourceWords(id: string, document: AnswerDocument): string {
  const source = document.sources.find(one => one.id === id)
  return source ? `${source.name} (${source.licence})` : id
}

function tableHtml(table: Table | undefined, caption: string, keys: readonly string[]): string {
  if (!table) return ''
  const columns = keys.map(key => table.columns.findIndex(column => column.key === key)).filter(at => at >= 0)
  const head = columns.map(at => `<th>${escapeHtml(table.columns[at]?.label ?? '')}</th>`).join('')
  const rows = table.rows
    .slice(0, longestTable)
    .map(
      (_, at) =>
        `<tr>${columns.map(column => `<td>${escapeHtml(cellText(table, at, column))}</td>`).join('')}</tr>`,
    )
  return `<h3>${escapeHtml(caption)}</h3><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function cellText(table: Table, row: number, at: number): string {
  const column = table.columns[at]
  const cell = table.rows[row]?.[at] ?? null
  if (!column) return ''
  if (typeof cell !== 'number') return formatCell(cell, column)
  return formatNumber(cell, unitOf(table, row, column.key), decimalsOf(table, row, column.key), {
    compact: true,
  })
}
