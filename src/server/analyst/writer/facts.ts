import { formatNumber, type NumberStyle } from '../../../charts/format.ts'
import { formatPeriodCell } from '../../../charts/format-period.ts'
import type { Table } from '../../../contract/result.ts'
import { decimalsOf, numberOf, type ResultSet, textOf, unitOf } from '../claims/result-set.ts'
import type { Piece } from '../claims/verify-sentence.ts'

/** A sentence in pieces; null where a figure it needs is not held, so that it is not said at all. */
export type Said = Piece[] | null

export interface FigureStyle extends NumberStyle {
  /** Prints the size alone: the words around say which way. */
  size?: boolean
  /** Printed in place of the column's unit, where the words around say the rest of it: 'kg' for 'kg a head'. */
  unit?: string
}

/** A table with its rows at hand. */
export interface Facts {
  table: Table
  rows: number
  number(row: number, key: string): number | null
  text(row: number, key: string): string | null
  /** A period cell in words: 'Mar 2025'. */
  period(row: number, key?: string): string
  /** The printed figure tied to its cell; null where the cell is empty. */
  figure(row: number, key: string, style?: FigureStyle): Piece | null
  has(key: string): boolean
  unit(row: number, key: string): string | null
  /** The first row with this text under the key, or −1. */
  find(key: string, equals: string): number
  last: number
}

const compactFrom: NumberStyle = { compact: true, digits: 3 }

export function factsOf(table: Table): Facts {
  const facts: Facts = {
    table,
    rows: table.rows.length,
    last: table.rows.length - 1,
    number: (row, key) => numberOf(table, row, key),
    text: (row, key) => textOf(table, row, key),
    period: (row, key = 'period') => formatPeriodCell(textOf(table, row, key) ?? ''),
    has: key => table.columns.some(column => column.key === key),
    unit: (row, key) => unitOf(table, row, key),
    find: (key, equals) => table.rows.findIndex((_, row) => textOf(table, row, key) === equals),
    figure(row, key, style = {}) {
      const value = numberOf(table, row, key)
      if (value === null) return null
      const { size, unit = unitOf(table, row, key), ...asked } = style
      // 'Inflation of 33.2% a year' says the year twice.
      const print = unit === '% a year' ? { ...asked, withUnit: false } : asked
      const shown = formatNumber(size ? Math.abs(value) : value, unit, decimalsOf(table, row, key), {
        ...compactFrom,
        ...print,
        ...(size ? { signed: false } : {}),
      })
      return { shown, ref: { table: table.id, row, column: key } }
    },
  }
  return facts
}

/** The first table of a role, or null. */
export function roleOf(results: ResultSet, role: string): Facts | null {
  const table = results.tables.find(one => one.role === role && one.rows.length > 0)
  return table ? factsOf(table) : null
}

export const rolesOf = (results: ResultSet, role: string): Facts[] =>
  results.tables.filter(one => one.role === role && one.rows.length > 0).map(factsOf)

type Part = string | Piece | Piece[] | null | undefined

/** A sentence from text and figures; null as soon as one part is missing. */
export function say(strings: TemplateStringsArray, ...parts: Part[]): Said {
  const pieces: Piece[] = []
  for (const [i, text] of strings.entries()) {
    if (text !== '') pieces.push({ text })
    if (i >= parts.length) break
    const part = parts[i]
    if (part === null || part === undefined) return null
    if (typeof part === 'string') {
      if (part !== '') pieces.push({ text: part })
    } else if (Array.isArray(part)) pieces.push(...part)
    else pieces.push(part)
  }
  return pieces
}

/** Sentences one after another, those that could not be said left out. */
export function paragraph(...sentences: Said[]): Piece[] {
  const held = sentences.filter(one => one !== null)
  return held.flatMap((one, i) => (i === 0 ? one : [{ text: ' ' }, ...one]))
}

/** 'grew 7.4%' or 'fell 7.4%', by the sign; 'was flat' within a tenth. */
export function moved(
  facts: Facts,
  row: number,
  key: string,
  up = 'grew',
  down = 'fell',
  flat = 'was flat',
): Piece[] | null {
  const value = facts.number(row, key)
  const figure = facts.figure(row, key, { size: true })
  if (value === null || figure === null) return null
  if (Math.abs(value) < 0.05) return [{ text: flat }]
  return [{ text: `${value > 0 ? up : down} ` }, figure]
}

/** '▲ 5.7%' for the small line of a tile. */
export function arrow(facts: Facts, row: number, key: string): Piece[] | null {
  const value = facts.number(row, key)
  const figure = facts.figure(row, key, { size: true })
  if (value === null || figure === null) return null
  return [{ text: value < 0 ? '▼ ' : '▲ ' }, figure]
}

/** What a head bought, where the words around say that it is a head: '0.36 kg'. */
export const aHead = (size: Facts, row: number): Piece | null =>
  size.figure(row, 'panel_volume_pc', { withUnit: true, unit: headUnit(size, row) })

/** 'kg a head' → 'kg'. */
const headUnit = (size: Facts, row: number): string =>
  (size.unit(row, 'panel_volume_pc') ?? '').replace(/ a head$/, '')

/** Names in a row: 'A, B and C'. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
