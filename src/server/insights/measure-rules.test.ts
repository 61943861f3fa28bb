import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'
import { parseCsv } from './csv.ts'
import { type MeasureRules, measureRules } from './measure-rules.ts'

const folder = join(import.meta.dirname, '../../../data')
const { measures } = loadCatalogue(folder)
const read = (name: string) => parseCsv(readFileSync(join(folder, name), 'utf8'))
const where = (holds: (rules: MeasureRules, unit: string) => boolean) =>
  measures.filter(({ rules, unit }) => holds(rules, unit)).map(({ id }) => id)

test('every indicator and every measure of the panel has one row of rules, and no row is left over', () => {
  const indicators = read('indicators.csv').map(row => row.id)
  const panel = measures.filter(({ kind }) => kind === 'panel').map(({ id }) => id)
  expect(indicators).toHaveLength(93)
  expect(read('measure-rules.csv').map(row => row.id)).toEqual([...indicators, ...panel])
})

test('a mean over countries is weighted by an amount or a count that adds up over countries', () => {
  const summed = new Set(where(({ fold }) => fold.country === 'sum'))
  const weights = measures.flatMap(({ rules }) => rules.weight ?? [])
  expect(new Set(weights)).toEqual(
    new Set(['population', 'gdp_usd', 'gdp_usd_unsd', 'labour_force', 'hh_consumption_usd']),
  )
  expect(weights.filter(id => !summed.has(id))).toEqual([])
  expect(where(({ fold, weight }) => (fold.country === 'weighted') !== (weight !== undefined))).toEqual([])
})

test('only amounts and counts add up over countries or segments, and only their flows over years', () => {
  const isWhole = ({ kind }: MeasureRules) => kind === 'amount' || kind === 'count'
  expect(where(rules => rules.fold.country === 'sum' && !isWhole(rules))).toEqual([])
  expect(where(rules => rules.fold.segment === 'sum' && !isWhole(rules))).toEqual([])
  expect(where(rules => rules.fold.time === 'sum' && !(isWhole(rules) && rules.nature === 'flow'))).toEqual(
    [],
  )
})

test('people and money in US$ add up over countries, as do value in US$ and volume of the panel', () => {
  expect(where(({ fold }) => fold.country === 'sum')).toEqual([
    ...['population', 'net_migration', 'gdp_usd', 'gdp_usd_unsd', 'hh_consumption_usd', 'exports_usd'],
    ...['imports_usd', 'goods_exports_usd', 'goods_imports_usd', 'remittances_usd', 'fdi_usd'],
    ...['reserves_usd', 'labour_force', 'panel_value_usd', 'panel_volume'],
  ])
})

test('stocks fold to their last year, surveys never fold, and growth rates are chained', () => {
  expect(where(({ nature, fold }) => (nature === 'stock') !== (fold.time === 'last'))).toEqual([])
  expect(where(({ nature, fold }) => (nature === 'survey') !== (fold.time === 'none'))).toEqual([])
  expect(where(({ fold }) => fold.time === 'chain')).toEqual([
    'population_growth',
    'gdp_growth',
    'inflation_cpi',
    'inflation_cpi_imf',
    'gdp_deflator_inflation',
  ])
})

test('figures in per cent change in points; a measure that may be negative never changes in per cent', () => {
  expect(where(({ changeAs }, unit) => (changeAs === 'points') !== unit.startsWith('%'))).toEqual([])
  expect(where(({ changeAs, mayBeNegative }) => mayBeNegative && changeAs === 'percent')).toEqual([])
})

test('a ratio of the panel is made of its parts, and nothing else is', () => {
  const known = new Set(measures.map(({ id }) => id))
  expect(where(({ fold, parts }) => (fold.time === 'parts') !== (parts !== undefined))).toEqual([])
  expect(measures.flatMap(({ rules }) => rules.parts ?? []).filter(id => !known.has(id))).toEqual([])
})

test('exchange, lending and deposit rates age fast, surveys slowly', () => {
  const ages = Object.fromEntries(measures.map(({ id, rules }) => [id, rules.maxAgeYears]))
  expect(ages).toMatchObject({ exchange_rate: 2, lending_rate: 2, deposit_rate: 2, gdp_usd: 3, gini: 10 })
  expect(where(({ nature, maxAgeYears }) => nature === 'survey' && maxAgeYears !== 10)).toEqual([])
})

test('a row of rules with a word that is not one of the kind is refused, with its name', () => {
  const [row] = read('measure-rules.csv')
  expect(() => measureRules([{ ...row, fold_time: 'add' }])).toThrow(/population.*fold_time.*add/)
  expect(() => measureRules([{ ...row, max_age_years: '' }])).toThrow(/population.*max_age_years/)
})
