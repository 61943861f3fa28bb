import {
  type Ask,
  bareQuery,
  dims,
  ends,
  type Query,
  queryLimits,
  type Row,
  type Stat,
  supposed,
  type Take,
  timeGrains,
} from '../../../../contract/query.ts'
import { readCond, readCut, readExpr, readIds, readNamedSet, readSkip } from './parse-expression.ts'
import { readPeriod, readTime } from './parse-time.ts'
import { TokenReader } from './token-reader.ts'
import { type ClauseWord, clauseWords, statWords } from './words.ts'

/** Reads the text of one query; throws QueryTextError. */
export const parseQuery = (text: string): Query => TokenReader.readAll(text, 'query', readQuery)

/** Reads the text of an ask: queries with a line '---' between them; throws QueryTextError. */
export const parseAsk = (text: string): Ask => TokenReader.readAll(text, 'ask', readAsk)

const aLine = "the end of the line (a clause has its own; 'where' inside a set stands in brackets)"

function readAsk(reader: TokenReader): Ask {
  const queries = [readQuery(reader)]
  while (reader.token.kind === 'break') {
    if (queries.length === queryLimits.queries) throw reader.fault(`at most ${queryLimits.queries} queries`)
    reader.next()
    queries.push(readQuery(reader))
  }
  return { queries }
}

function readQuery(reader: TokenReader): Query {
  reader.startQuery()
  const query: Query = { ...bareQuery, cut: {} }
  const left = new Set<ClauseWord>(clauseWords)
  while (reader.token.kind !== 'end' && reader.token.kind !== 'break') {
    const { token, startsLine } = reader
    const clause = reader.needs(clauseWords, `a clause: ${[...left].join(', ')}`)
    if (!startsLine) throw reader.fault(aLine, token)
    if (!left.delete(clause)) throw reader.fault(`one clause '${clause}' in a query`, token)
    Object.assign(query, clauses[clause](reader))
  }
  if (left.has('show')) throw reader.fault("the clause 'show', such as show population")
  if (left.has('time')) throw reader.fault("the clause 'time', such as time latest or time 2025")
  return query
}

/** What each clause says of the query. */
const clauses: Record<ClauseWord, (reader: TokenReader) => Partial<Query>> = {
  show: reader => ({ show: reader.list(',', queryLimits.columns, 'columns', () => readColumn(reader)) }),
  rows: reader => ({
    rows: reader.list(',', 3, 'rows', () => readRow(reader)),
    zip: reader.takes('zip') !== undefined,
  }),
  cut: reader => ({ cut: readCut(reader) }),
  time: reader => ({ time: readTime(reader) }),
  where: reader => ({ where: readCond(reader) }),
  order: reader => ({ order: { by: readExpr(reader), end: reader.needs(ends) } }),
  take: reader => ({ take: readTake(reader) }),
  total: () => ({ total: true }),
  stat: reader => ({ stat: readStat(reader) }),
}

const readColumn = (reader: TokenReader): Query['show'][number] => {
  const of = readExpr(reader)
  return { as: reader.takes('as') ? reader.quoted('a label in double quotes') : null, of }
}

function readRow(reader: TokenReader): Row {
  const grain = reader.takes(...timeGrains)
  if (grain) return { k: 'periods', grain }
  const k = reader.takes('groups', 'departments')
  if (k)
    return { k, ids: readIds(reader, `ids of ${k}, such as ${k === 'groups' ? 'ecowas|sadc' : 'dairy'}`) }
  if (!reader.sees(...dims))
    throw reader.fault(`what the rows are: ${dims.join(', ')}, groups, departments, ${timeGrains.join(', ')}`)
  return { k: 'members', of: readNamedSet(reader) }
}

function readTake(reader: TokenReader): Take {
  const n = reader.whole('how many rows', 1, 600)
  const skip = readSkip(reader)
  const both = reader.takes('both') !== undefined
  const per = reader.takes('per') ? reader.needs(dims) : null
  return { n, skip, ends: both ? 'both' : 'one', per }
}

function readStat(reader: TokenReader): Stat {
  const k = reader.needs(statWords)
  switch (k) {
    case 'forecast':
      return { k, to: readPeriod(reader) }
    case 'reach':
      return { k, target: reader.number('the number to reach') }
    case 'price': {
      const change = reader.number('the change of price in per cent')
      const elasticity = reader.takes('elasticity') ? reader.number('the elasticity') : null
      return { k, change, elasticity }
    }
    case 'suppose': {
      const change = reader.number('the change in per cent')
      const of = reader.needs(supposed, 'what changes')
      return { k, change, of, to: reader.takes('to') ? readPeriod(reader) : null }
    }
    default:
      return { k }
  }
}
