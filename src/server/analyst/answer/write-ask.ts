import type { Table } from '../../../contract/result.ts'
import { type Draft, writeMarkup } from '../markup/write-markup.ts'
import type { AskToWrite, WriteAsk } from '../write-ask.ts'
import { chartOfQuery } from './chart-of-query.ts'
import { expressionWords } from './expression-words.ts'
import { messagesOf } from './messages.ts'
import { namesOf } from './names.ts'
import { offersOf } from './offers.ts'
import { isInstead, sayBeside, sayInstead } from './say-context.ts'
import { sayTwoQueries } from './say-moved.ts'
import { type SaidOfQuery, sayQuery } from './say-query.ts'
import { sayTruth } from './say-truth.ts'
import { viewOf } from './view.ts'
import { inPeriod, nounOf, type Writing } from './writing.ts'

/** More parts than this are a list, a point each. */
const mostParagraphs = 3

/** The answer to an ask: what was asked in the first sentence, its context, a chart where one fits, the rows. */
export const writeAsk: WriteAsk = input => {
  const { queries, beside, claim } = input
  const all = writingsOf(input)
  const [parts, context] = [all.slice(0, queries.length), beside && all[queries.length]]
  const said = saidOf(parts)
  const hasFigure = parts[0]?.view.table.rows.flat().some(cell => typeof cell === 'number') ?? false
  const instead = context && isInstead(context) ? [sayInstead(context)] : []
  const besides = context && instead.length === 0 && hasFigure ? [sayBeside(context)] : []
  const [plain, ...others] = said
  const truth = claim && parts[0] ? sayTruth(parts[0], claim) : []
  const first =
    plain && truth.length > 0 ? { ...plain, first: [...truth, { text: ' ' }, ...plain.first] } : plain
  const drafts: Draft[] = []
  if (first && first.first.length > 0) drafts.push({ type: 'headline', pieces: first.first })
  if (first)
    drafts.push(...paragraph([...besides, ...first.context, ...instead].filter(one => one.length > 0)))
  drafts.push(...otherParts(others))
  drafts.push(
    ...parts.slice(0, mostParagraphs).flatMap(w => {
      const chart = chartOfQuery(w, input.result)
      return chart ? [{ type: 'chart' as const, chart }] : []
    }),
  )
  drafts.push(...parts.flatMap(tablesOf))
  const offers = hasFigure && parts.length === 1 ? parts.flatMap(offersOf) : []
  if (offers.length > 0) drafts.push({ type: 'followups', items: offers })
  return writeMarkup(drafts)
}

/** What is said of each query; two that ask the same of two times are one sentence. */
function saidOf(parts: readonly Writing[]): SaidOfQuery[] {
  const [one, other, ...more] = parts
  const moved = one && other ? sayTwoQueries(one, other) : null
  if (!one || !moved) return parts.map(sayQuery)
  return [{ first: one.messages.capital(moved), context: [] }, ...more.map(sayQuery)]
}

/** A writing for each query, that beside them last, with its tables: those up to the next one of rows. */
export function writingsOf({ queries, beside, result, lang, catalogue }: AskToWrite): Writing[] {
  const messages = messagesOf(lang)
  const names = namesOf(catalogue, messages)
  const words = expressionWords(messages, names)
  const english = messagesOf('en')
  const plain = lang === 'en' ? words : expressionWords(english, namesOf(catalogue, english))
  const groups: Table[][] = []
  for (const table of result.tables)
    if (table.role === 'main' || table.role === 'context') groups.push([table])
    else groups.at(-1)?.push(table)
  return [...queries.map(({ query }) => query), ...(beside ? [beside] : [])].flatMap(
    (query, at): Writing[] => {
      const [table, stat = null] = groups[at] ?? []
      return table
        ? [
            {
              messages,
              names,
              words,
              catalogue,
              view: viewOf(query, { table, stat }, { messages, names, plain }),
            },
          ]
        : []
    },
  )
}

function paragraph(sentences: SaidOfQuery['context']): Draft[] {
  const pieces = sentences.flatMap((said, at) => (at === 0 ? said : [{ text: ' ' }, ...said]))
  return pieces.length === 0 ? [] : [{ type: 'paragraph', heading: null, pieces }]
}

function otherParts(others: readonly SaidOfQuery[]): Draft[] {
  if (others.length <= mostParagraphs)
    return others.flatMap(({ first, context }) => paragraph([first, ...context.slice(0, 1)]))
  return [
    { type: 'list', heading: null, items: others.map(({ first }) => first).filter(one => one.length > 0) },
  ]
}

/** Columns that a reader needs: no codes beside names, and none without a figure. */
const keys = ({ columns, rows }: Table): string[] =>
  columns
    .filter((_, at) => rows.some(row => row[at] !== null))
    .map(({ key }) => key)
    .filter(key => key !== 'iso3' && key !== 'place' && !key.endsWith('_id'))

/** One or two figures need no table: they open their rows themselves. */
function tablesOf(w: Writing): Draft[] {
  const { view, messages } = w
  const { table, stat } = view
  const [shown] = view.shown
  if (!shown) return []
  const isShort = view.rows.length <= 1 && view.shown.length <= 2
  const caption = messages.capital([
    { text: nounOf(w, shown).with(view.isOverTime ? '' : inPeriod(w, view.rows[0] ?? 0, shown)).text },
  ])
  const text = caption.map(piece => ('ref' in piece ? piece.shown : piece.text)).join('')
  return [
    ...(stat && stat.rows.length > 0
      ? [{ type: 'table' as const, table: stat.id, caption: stat.title, columns: keys(stat) }]
      : []),
    ...(isShort || view.rows.length === 0
      ? []
      : [
          {
            type: 'table' as const,
            table: table.id,
            caption: view.shown.length > 1 ? table.title : text,
            columns: keys(table),
          },
        ]),
  ]
}
