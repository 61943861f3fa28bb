import { describe, expect, test } from 'vitest'
import { parseExpr } from './parse-expression.ts'
import { parseAsk } from './parse-query.ts'
import { QueryTextError } from './query-text-error.ts'

function faultOf(read: () => unknown): QueryTextError {
  try {
    read()
  } catch (error) {
    if (error instanceof QueryTextError) return error
    throw error
  }
  throw new Error('the text was read')
}

const value = 'a measure, a number, a function such as change(…) or a bracket'
const set = "ids such as NGA|KEN, 'all', 'in' and the id of a group, or a bracket"
const comparison = 'a comparison: <, <=, =, >= or >'
const moment =
  "a period such as 2019 or 2019-Q3, or 'last 5 year', 'ytd', 'since 2015', 'shift -1 year' or 'latest'"

describe('a fault in a text says where it is, what was expected and what was found', () => {
  test.each<[string, number, number, string]>([
    ['', 1, 1, "expected the clause 'show', such as show population, found the end of the text"],
    [
      'show a',
      1,
      7,
      "expected the clause 'time', such as time latest or time 2025, found the end of the text",
    ],
    ['show a\ntime banana', 2, 6, `expected ${moment}, found 'banana'`],
    ['show a\ntime 2019..banana', 2, 12, "expected a period such as 2019 or 2019-Q3, found 'banana'"],
    [
      'show a\ntime 2019-Q5',
      2,
      11,
      "expected H1 or H2, Q1 to Q4 or a month from 01 to 12 after the year, found 'Q5'",
    ],
    [
      'show a\ntime 2019-13',
      2,
      11,
      "expected H1 or H2, Q1 to Q4 or a month from 01 to 12 after the year, found '13'",
    ],
    ['show a\ntime 19', 2, 6, `expected ${moment}, found '19'`],
    [
      'show a\ntime last five year',
      2,
      11,
      "expected how many periods, a whole number from 1 to 600, found 'five'",
    ],
    [
      'show a\ntime last 601 year',
      2,
      11,
      "expected how many periods, a whole number from 1 to 600, found '601'",
    ],
    ['show a\ntime last 5 years', 2, 13, "expected 'year', 'half', 'quarter' or 'month', found 'years'"],
    ['show a\ntime shift 0.5 year', 2, 12, "expected how far, a whole number from -600 to 600, found '0.5'"],
    ['show a\ntime 2025\ntime 2026', 3, 1, "expected one clause 'time' in a query, found 'time'"],
    [
      'show a\nfrom 2025',
      ...([2, 1] as const),
      "expected a clause: rows, cut, time, where, order, take, total, stat, found 'from'",
    ],
    ['show a +\ntime 2025', 2, 1, `expected ${value}, found 'time'`],
    ['show sum\ntime 2025', 1, 6, `expected ${value}, found 'sum'`],
    [
      'show -a\ntime 2025',
      1,
      7,
      "expected a number after the minus sign (write 0 - x for minus x), found 'a'",
    ],
    ['show a as Sales\ntime 2025', 1, 11, "expected a label in double quotes, found 'Sales'"],
    ['show a as ""\ntime 2025', 1, 11, 'expected a label in double quotes of 1 to 80 characters, found ""'],
    ["show a as 'x\ntime 2025", 1, 11, "expected a closing quote after this ', found none"],
    ['show a × b\ntime 2025', 1, 8, "expected a word, a number, a quoted id or an operator, found '×'"],
    ['show change(a, 2020, cagr)\ntime 2025', 1, 16, "expected 'from', found '2020'"],
    [
      'show change(a, from 2020, growth)\ntime 2025',
      ...([1, 27] as const),
      "expected 'percent', 'points', 'difference', 'cagr' or 'times', found 'growth'",
    ],
    ['show share(a)\ntime 2025', 1, 13, "expected a comma and the whole, such as brand all, found ')'"],
    ['show fold(a, over country in eac, weighted)\ntime 1', 1, 43, "expected 'by', found ')'"],
    [
      'show effect(a; b, from 2020, pick 3)\ntime 1',
      1,
      35,
      "expected which factor, a whole number from 1 to 2, found '3'",
    ],
    [
      'show a @ ()\ntime 2025',
      1,
      11,
      "expected 'country', 'segment', 'brand', 'channel' or 'time', found ')'",
    ],
    ['show (a\ntime 2025', 2, 1, "expected ')', found 'time'"],
    [
      'show a\nrows planet all\ntime 1',
      2,
      6,
      'expected what the rows are: country, segment, brand, channel, groups, departments, ' +
        "year, half, quarter, month, found 'planet'",
    ],
    ['show a\nrows country\ntime 1', 3, 1, `expected ${set}, found 'time'`],
    [
      'show a\ncut country in eac where a > 1\ntime 1',
      2,
      20,
      "expected the end of the line (a clause has its own; 'where' inside a set stands in brackets), " +
        "found 'where'",
    ],
    ['show a\nrows groups in\ntime 1', 2, 13, "expected ids of groups, such as ecowas|sadc, found 'in'"],
    ['show a\ncut brand x, brand y\ntime 1', 2, 14, "expected each dimension once, found 'brand'"],
    ['show a\ntime 2025\nwhere a', 3, 8, `expected ${comparison}, found the end of the text`],
    ['show a\ntime 2025\nwhere (a > 5 and b)', 3, 19, `expected ${comparison}, found ')'`],
    [
      'show a\ntime 2025\nwhere a > b > c',
      3,
      13,
      "expected a clause: rows, cut, order, take, total, stat, found '>'",
    ],
    ['show a\ntime 2025\norder a', 3, 8, "expected 'high' or 'low', found the end of the text"],
    [
      'show a\ntime 2025\ntake all',
      3,
      6,
      "expected how many rows, a whole number from 1 to 600, found 'all'",
    ],
    [
      'show a\ntime 2025\nstat mean',
      3,
      6,
      "expected 'correlation', 'forecast', 'seasonality', 'reach', 'price' or 'suppose', found 'mean'",
    ],
    [
      'show a\ntime 2025\n---\n',
      4,
      1,
      "expected the clause 'show', such as show population, found the end of the text",
    ],
  ])('%j', (text, line, column, message) => {
    const fault = faultOf(() => parseAsk(text))
    expect(fault.message).toBe(`line ${line}: ${message}`)
    expect([fault.line, fault.column]).toEqual([line, column])
    expect(fault.message).toContain(`expected ${fault.expected}, found`)
  })
})

describe('a text meant to do harm is refused at once', () => {
  const nested = (open: string, close: string, times: number) =>
    `${open.repeat(times)}a${close.repeat(times)}`
  const queries = (many: number) => Array(many).fill('show a\ntime latest').join('\n---\n')
  test.each<[string, string, string]>([
    ['20,000 brackets', '('.repeat(20_000), 'a clause'],
    ['brackets in a value', `show ${'('.repeat(19_000)}`, 'at most 24 levels of brackets'],
    ['20,000 closed brackets', `show ${nested('(', ')', 9_990)}`, 'at most 24 levels of brackets'],
    [
      'brackets in a condition',
      `show a\ntime 2019\nwhere ${'('.repeat(19_000)}`,
      'at most 24 levels of brackets',
    ],
    ['brackets in a set', `show a\nrows country ${'('.repeat(19_000)}`, 'at most 24 levels of brackets'],
    [
      'thousands of not',
      `show a\ntime 2019\nwhere ${'not '.repeat(4_900)}`,
      "at most 24 levels of brackets and 'not'",
    ],
    ['functions in functions', `show ${nested('abs(', ')', 3_000)}`, 'at most 24 levels of brackets'],
    ['a very long text', 'show a\n'.repeat(3_000), 'at most 20000 characters'],
    ['a very long sum', `show a${' + a'.repeat(4_900)}`, 'a query of at most 400 parts'],
    ['a very long product', `show a${'*a'.repeat(9_900)}`, 'a query of at most 400 parts'],
    ['a long row of places', `show a${' @ (time 2019)'.repeat(1_400)}`, 'a query of at most 400 parts'],
    [
      'a very long condition',
      `show a\ntime 1999\nwhere a>1${' or a>1'.repeat(2_800)}`,
      'a query of at most 400 parts',
    ],
    [
      'a very long set',
      `show a\nrows country all${' except all'.repeat(1_800)}`,
      'a query of at most 400 parts',
    ],
    ['thousands of ids', `show a\nrows country ${Array(4_900).fill('NGA').join('|')}`, 'at most 120 ids'],
    ['13 columns', `show ${Array(13).fill('a').join()}\ntime latest`, 'at most 12 columns'],
    ['nine queries', queries(9), 'at most 8 queries'],
    ['a very long number', `show ${'9'.repeat(19_000)}`, 'a number below 1.8e308'],
    [
      'a number with a long tail',
      `show 0.${'1'.repeat(19_000)}x`,
      'a word, a number, a quoted id or an operator',
    ],
    ['a very long id', `show ${'x'.repeat(19_000)}`, '1 to 80 characters'],
    ['a quote never closed', `show ${"'".repeat(19_001)}`, 'a closing quote'],
    ['quotes of both kinds', `show ${'\'"'.repeat(9_900)}`, 'a clause'],
    ['dashes', '-'.repeat(20_000), 'a clause'],
    ['blank lines and dashes', ' \n---'.repeat(3_900), "the clause 'show'"],
    [
      'signs outside the language',
      'show \u{1f30d}\ud800\u0000',
      'a word, a number, a quoted id or an operator',
    ],
    ['letters of another alphabet', 'show пopulation', 'a word, a number, a quoted id or an operator'],
    ['text that runs backwards', 'show \u202epopulation', 'a word, a number, a quoted id or an operator'],
  ])('%s', (_, text, expected) => {
    const start = performance.now()
    const fault = faultOf(() => parseAsk(text))
    expect(performance.now() - start).toBeLessThan(200)
    expect(fault.expected).toContain(expected)
    expect(fault.message.length).toBeLessThan(300)
  })

  test('a long but honest number is read, and eight queries are', () => {
    expect(parseExpr(`0.${'1'.repeat(60)}`)).toEqual({ k: 'number', value: 0.1111111111111111, unit: null })
    expect(parseAsk(queries(8)).queries).toHaveLength(8)
  })
})
