import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue.ts'
import { type EngineRun, resultOf, startRun, type TableDraft } from './engine-run.ts'
import { yearSpan } from './spans.ts'

const catalogue = loadCatalogue(join(import.meta.dirname, '../../../../data'))
const measure = (id: string) => {
  const found = catalogue.measure(id)
  if (!found) throw new Error(id)
  return found
}
const draft = (role: string, more: Partial<TableDraft> = {}): TableDraft => ({
  ...{ role, title: role, columns: [], rows: [], measures: [], countries: [], spans: [] },
  ...more,
})

/** A warehouse whose answers come when they are let go. */
function slowWarehouse() {
  const waiting = new Map<string, () => void>()
  const asked: string[] = []
  const ask = (sql: string) => {
    asked.push(sql)
    return new Promise<[]>(resolve => waiting.set(sql, () => resolve([])))
  }
  return { ask, asked, letGo: (sql: string) => waiting.get(sql)?.() }
}

test('tables stand in the order of their blocks, whichever query ends first', async () => {
  const { ask, letGo } = slowWarehouse()
  const { run, gathered } = startRun(catalogue, ask)
  const block = (name: string) => async (part: EngineRun) => {
    await part.ask(name)
    part.add(draft(name))
    part.note(`${name} is told.`)
  }
  const done = run.sideBySide([block('first'), block('second')])
  letGo('second')
  await Promise.resolve()
  letGo('first')
  await done
  const result = resultOf(catalogue, gathered, 'test')
  expect(result.tables.map(table => [table.id, table.role])).toEqual([
    ['t1', 'first'],
    ['t2', 'second'],
  ])
  expect(result.method).toEqual(['first is told.', 'second is told.'])
})

test('blocks that need the same rows ask once', async () => {
  const { ask, asked, letGo } = slowWarehouse()
  const { run } = startRun(catalogue, ask)
  const done = run.sideBySide([1, 2, 3].map(() => (part: EngineRun) => part.ask('same')))
  letGo('same')
  await done
  expect(asked).toEqual(['same'])
})

test('a block that fails fails the run', async () => {
  const { run } = startRun(catalogue, async () => [])
  await expect(run.sideBySide([() => Promise.reject(new Error('no rows'))])).rejects.toThrow('no rows')
})

test('a figure a head cites the population it was divided by', () => {
  const { run, gathered } = startRun(catalogue, async () => [])
  run.add(draft('size', { measures: [measure('panel_volume_pc')], spans: [yearSpan(2025)] }))
  const [table] = resultOf(catalogue, gathered, 'test').tables
  expect(table?.sources).toEqual(['modelled-sample-panel', 'world-bank-world-development-indicators'])
  expect(table?.flags.join(' ')).toContain('projection')
  expect(table?.modelled).toBe(true)
})

test('the dust of binary fractions is no figure', () => {
  const { run, gathered } = startRun(catalogue, async () => [])
  run.add(draft('main', { rows: [[0.1 + 0.2, Number.NaN, 1 / 0, null, 12]] }))
  expect(resultOf(catalogue, gathered, 'test').tables[0]?.rows).toEqual([[0.3, null, null, null, 12]])
})

test('every table of figures says what was selected, and where each measure comes from', () => {
  const { run, gathered } = startRun(catalogue, async () => [])
  run.add(draft('Tea, Ghana, 2025', { measures: [measure('panel_volume_pc')], spans: [yearSpan(2025)] }))
  const [table] = resultOf(catalogue, gathered, 'test').tables
  expect(table?.computed).toEqual([
    'Tea, Ghana, 2025: sums over rows of the panel, and figures as published.',
  ])
  expect(table?.origins?.panel_volume_pc).toEqual([
    { source: 'modelled-sample-panel', series: '' },
    { source: 'world-bank-world-development-indicators', series: 'SP.POP.TOTL' },
  ])
})
