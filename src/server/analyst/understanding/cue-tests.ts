import type { ChartWish, Operation, Plan } from '../../../contract/plan.ts'
import type { Cue } from './cues.ts'
import type { Reading } from './reading.ts'

type Named = Cue['cue']

/** True where the question has such a cue. */
export const has = (reading: Reading, name: Named): boolean => reading.cues.some(({ cue }) => cue === name)

export const wants = (reading: Reading, operation: Operation): boolean =>
  reading.cues.some(cue => cue.cue === 'operation' && cue.operation === operation)

/** Rows asked for by name: 'by brand'. */
export function rowsAsked(reading: Reading): Plan['by'] {
  const cue = reading.cues.find(one => one.cue === 'by')
  return cue?.cue === 'by' ? cue.by : reading.time.rows
}

export function chartAsked(reading: Reading): ChartWish | null {
  const cue = reading.cues.find(one => one.cue === 'chart')
  return cue?.cue === 'chart' ? cue.chart : null
}

export function currencyAsked(reading: Reading): Plan['currency'] {
  const cue = reading.cues.find(one => one.cue === 'currency')
  if (cue?.cue === 'currency') return cue.currency
  return reading.currencies.length > 0 ? 'lcu' : null
}

export function orderAsked(reading: Reading): Plan['order'] {
  const orders = reading.cues.flatMap(cue => (cue.cue === 'rank' ? [cue.order] : []))
  // 'Which countries have the lowest …': the words that ask for a ranking do not say its direction.
  return orders.includes('lowest') ? 'lowest' : (orders[0] ?? null)
}

/** True where the question names goods of the panel. */
export const namesGoods = (reading: Reading): boolean =>
  reading.segments.length > 0 || reading.departments.length > 0

export const namesPlace = (reading: Reading): boolean =>
  reading.countries.length > 0 || reading.groups.length > 0

/** True where the question says what it is about, place aside. */
export const namesSubject = (reading: Reading): boolean =>
  namesGoods(reading) || reading.measures.length > 0 || reading.topics.length > 0 || reading.firms.length > 0
