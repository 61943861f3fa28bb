import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkQuery } from './check.ts'
import { compileQuery, compileTotal } from './compile.ts'
import { nodesOf, nodeTypes } from './testing/count-nodes.ts'
import { readableSql } from './testing/readable-sql.ts'
import { smallPanel } from './testing/small-panel.ts'
import { parseQuery } from './text/parse-query.ts'

/** The SQL of each query of `compiled/queries.txt` stands in a file of its name; `vitest -u` writes them anew. */
const folder = join(import.meta.dirname, 'compiled')
const { model } = smallPanel()
const queries = readFileSync(join(folder, 'queries.txt'), 'utf8')
  .trim()
  .split(/\n{2,}/)
  .map(block => {
    const [title = '', ...lines] = block.split('\n')
    return { name: title.slice(2), text: lines.join('\n') }
  })

describe('a query as SQL', () => {
  test.for(queries)('is the text that was looked at: $name', async ({ name, text }) => {
    const query = parseQuery(text)
    expect(checkQuery(model, query)).toEqual([])
    const total = query.total ? [readableSql(compileTotal(model, query))] : []
    const sql = [text.replace(/^/gm, '-- '), readableSql(compileQuery(model, query)), ...total].join('\n\n')
    await expect(`${sql}\n`).toMatchFileSnapshot(join(folder, `${name}.sql`))
  })

  test('has an example of every type of node', () => {
    const shown = new Set(queries.flatMap(({ text }) => [...nodesOf(parseQuery(text))]))
    expect(nodeTypes.filter(type => !shown.has(type))).toEqual([])
  })

  test('counts no member as ahead of itself, whose value may be summed in another order', () => {
    const sql = (cut: string) => {
      const rank = 'rank(fold(panel_value_usd, over channel all, sd), among country in west, low)'
      return compileQuery(model, parseQuery(`show ${rank}\n${cut}\ntime 2024`)).sql
    }
    expect(sql('rows country in west')).toMatch(/AND m\d+\.id <> k\.k1/)
    expect(sql('cut country (top 1 high of in west by population)')).toMatch(/m\d+\.id NOT IN \(SELECT id/)
  })

  test('computes once what a column and the order have in common', () => {
    const by = 'fold(panel_value_usd, over brand in named, max)'
    const text = (column: string) => `show ${column}\nrows country in west\ntime latest\norder ${by} high`
    const count = (sql: string) => sql.match(/sum\(d\.value_usd\)/g)?.length
    expect(count(compileQuery(model, parseQuery(text(by))).sql)).toBe(1)
    expect(count(compileQuery(model, parseQuery(text('panel_value_usd'))).sql)).toBe(2)
  })
})
