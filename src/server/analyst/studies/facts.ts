import type { Table } from '../../../contract/result.ts'
import { type FigureStyle, printFigure } from '../answer/figures.ts'
import type { MessageId, Messages } from '../answer/messages.ts'
import type { Names } from '../answer/names.ts'
import { Phrase, type Words } from '../answer/phrase.ts'
import { seasonName } from '../answer/time-words.ts'
import { decimalsOf, numberOf, textOf, unitOf } from '../claims/result-set.ts'
import type { Piece } from '../claims/verify-sentence.ts'

/** A table with the names of its columns and rows in sentences. */
export interface NamedTable {
  table: Table
  /** Key of a column by its name; a name that is not among them is its own key. */
  keys: Readonly<Record<string, string>>
  /** Rows by name; 'only' is the row of a table that has one. */
  rows: Readonly<Record<string, number>>
}

type Value = Words | Piece[]

interface Wording {
  messages: Messages
  names: Names
}

/** Whatever a sentence may name: a text, or a figure with its cell; null where there is none. */
export type Facts = (name: string) => Value | null

/**
 * Facts by names of the form 'table_row_column_aspect', or 'table_column_aspect' where the table has one row. Aspects: 'way' up,
 * down or flat; 'scored' of 100; 'size' without its sign; 'signed'; 'nth' as an ordinal; 'year'; 'brief' in per cent alone. The column 'name' is
 * what a row is of.
 */
export function factsOf(
  tables: Readonly<Record<string, NamedTable>>,
  texts: Readonly<Record<string, Words | null>>,
  printing: Wording,
): Facts {
  return name => {
    const text = texts[name]
    if (text !== undefined) return text
    const [of = '', ...path] = name.split('_')
    const named = tables[of]
    if (!named) return null
    const only = named.rows.only
    const row = only ?? named.rows[path[0] ?? '']
    const [column = '', aspect = ''] = only === undefined ? path.slice(1) : path
    if (row === undefined) return null
    return factAt(named, row, column, aspect, printing)
  }
}

const nameKeys = ['criterion', 'brand', 'channel', 'segment', 'country', 'season', 'period'] as const

function factAt(
  { table, keys }: NamedTable,
  row: number,
  column: string,
  aspect: string,
  printing: Wording,
): Value | null {
  const { messages } = printing
  if (column === 'name') return rowName(table, row, printing)
  const country = column === 'country' ? textOf(table, row, 'iso3') : null
  if (country !== null) return printing.names.member('country', country)
  const key = keys[column] ?? column
  const value = numberOf(table, row, key)
  if (value === null) return textOf(table, row, key)
  if (aspect === 'way') return value > 0 ? 'up' : value < 0 ? 'down' : 'flat'
  if (aspect === 'raw') return String(value)
  if (aspect === 'year') return textOf(table, row, `y${key.slice(1)}`) ?? table.period?.to.slice(0, 4) ?? null
  const ref = { table: table.id, row, column: key }
  if (aspect === 'nth') return [{ shown: messages.text('study.nth', { n: value }), ref }]
  const unit = unitOf(table, row, key)
  const shown = printFigure(value, unit, decimalsOf(table, row, key), styles[aspect] ?? {}, printing)
  return [{ shown: aspect === 'scored' ? messages.text('study.scored', { score: shown }) : shown, ref }]
}

const styles: Readonly<Record<string, FigureStyle>> = {
  size: { size: true },
  signed: { signed: true },
  brief: { brief: true },
}

function rowName(table: Table, row: number, { messages, names }: Wording): Words | null {
  const key = nameKeys.find(one => textOf(table, row, one) !== null)
  if (key === undefined) return null
  const name = textOf(table, row, key) ?? ''
  const dim = key === 'country' || key === 'segment' || key === 'channel' ? key : null
  const id = dim && textOf(table, row, dim === 'country' ? 'iso3' : `${dim}_id`)
  if (dim && id !== null) return names.member(dim, id)
  if (key === 'season') return seasonName(name, messages)
  return key === 'criterion' ? lowerFirst(name) : name
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** The first of some texts whose every name has a fact; empty where none has. */
export function sayFirst(messages: Messages, ids: readonly string[], facts: Facts): Piece[] {
  for (const id of ids) {
    if (messages.own(id) === null) continue
    const values: Record<string, Value> = {}
    const isKnown = messages.needs(id as MessageId).every(name => {
      // What a name of the language agrees with or stands after, '{goods_form}', comes with the name.
      const base = name.replace(/_[a-z]+$/, '')
      const own = facts(name)
      const phrase = own === null || own instanceof Phrase ? facts(base) : null
      const isForm = base !== name && phrase instanceof Phrase
      if (own === null && !isForm) return false
      if (isForm) values[base] = phrase
      else if (own !== null) values[name] = own
      return true
    })
    if (isKnown) return messages.say(id as MessageId, values)
  }
  return []
}

/** A text and those that stand in for it where figures are missing: 'x', 'x.2', 'x.3'. */
export const variants = (id: string): string[] => [id, `${id}.2`, `${id}.3`, `${id}.4`]
