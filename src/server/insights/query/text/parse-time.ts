import { type Time, timeGrains } from '../../../../contract/query.ts'
import type { TokenReader } from './token-reader.ts'

const aPeriod = 'a period such as 2019 or 2019-Q3'
const aTime = `${aPeriod}, or 'last 5 year', 'ytd', 'since 2015', 'shift -1 year' or 'latest'`
const aPart = 'H1 or H2, Q1 to Q4 or a month from 01 to 12 after the year'
const part = /^(?:[HQ][12]|Q[34]|0[1-9]|1[0-2])$/
const year = /^\d{4}$/

/** '2019', '2019-H1', '2019-Q3', '2019-07'. */
export function readPeriod(reader: TokenReader, expected = aPeriod): string {
  const { token } = reader
  if (token.kind !== 'number' || !year.test(token.text)) throw reader.fault(expected)
  reader.next()
  if (!reader.touches || !reader.takes('-')) return token.text
  if (!reader.touches || !part.test(reader.token.text)) throw reader.fault(aPart)
  return `${token.text}-${reader.next().text}`
}

export function readTime(reader: TokenReader): Time {
  const word = reader.takes('last', 'ytd', 'since', 'shift', 'latest')
  switch (word) {
    case 'last':
      return {
        k: 'last',
        n: reader.whole('how many periods', 1, 600),
        grain: readGrain(reader),
        to: readEnd(reader),
      }
    case 'ytd':
      return { k: 'ytd', to: readEnd(reader) }
    case 'since':
      return { k: 'since', from: readPeriod(reader) }
    case 'shift':
      return { k: 'shift', by: reader.whole('how far', -600, 600), grain: readGrain(reader) }
    case 'latest':
      return { k: 'latest', within: reader.takes('within') ? reader.whole('how many years', 0, 50) : null }
    default: {
      const from = readPeriod(reader, aTime)
      return { k: 'span', from, to: reader.takes('..') ? readPeriod(reader) : from }
    }
  }
}

const readGrain = (reader: TokenReader) => reader.needs(timeGrains)
const readEnd = (reader: TokenReader) => (reader.takes('to') ? readPeriod(reader) : null)
