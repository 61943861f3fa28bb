import type { Ask, Query, Row, Stat, Take } from '../../../../contract/query.ts'
import { canonicalQuery } from '../canonical.ts'
import {
  printCond,
  printCut,
  printExpr,
  printIds,
  printNamedSet,
  printTime,
  quoted,
} from './print-expression.ts'

/** The canonical text of a query whose sets are each of the dimension they stand under. */
export function printQuery(query: Query): string {
  const { show, rows, zip, cut, time, where, order, take, total, stat } = canonicalQuery(query)
  const cuts = printCut(cut)
  const lines = [
    `show ${show.map(printColumn).join(', ')}`,
    rows.length > 0 && `rows ${rows.map(printRow).join(', ')}${zip ? ' zip' : ''}`,
    cuts !== '' && `cut ${cuts}`,
    `time ${printTime(time)}`,
    where && `where ${printCond(where)}`,
    order && `order ${printExpr(order.by)} ${order.end}`,
    take && `take ${printTake(take)}`,
    total && 'total',
    stat && `stat ${printStat(stat)}`,
  ]
  return lines.filter(line => typeof line === 'string').join('\n')
}

/** The canonical text of an ask. */
export const printAsk = (ask: Ask): string => ask.queries.map(printQuery).join('\n---\n')

const printColumn = ({ as, of }: Query['show'][number]): string =>
  printExpr(of) + (as === null ? '' : ` as ${quoted(as, '"')}`)

function printRow(row: Row): string {
  switch (row.k) {
    case 'members':
      return printNamedSet(row.of)
    case 'periods':
      return row.grain
    default:
      return `${row.k} ${printIds(row.ids)}`
  }
}

const printTake = ({ n, skip, ends, per }: Take): string =>
  [`${n}`, skip > 0 && `skip ${skip}`, ends === 'both' && ends, per && `per ${per}`]
    .filter(word => typeof word === 'string')
    .join(' ')

function printStat(stat: Stat): string {
  switch (stat.k) {
    case 'forecast':
      return `forecast ${stat.to}`
    case 'reach':
      return `reach ${stat.target}`
    case 'price':
      return `price ${stat.change}${stat.elasticity === null ? '' : ` elasticity ${stat.elasticity}`}`
    case 'suppose':
      return `suppose ${stat.change} ${stat.of}${stat.to === null ? '' : ` to ${stat.to}`}`
    default:
      return stat.k
  }
}
