import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Expr } from '../../../contract/query.ts'
import { loadCatalogue } from '../catalogue.ts'
import { dataModelOf } from './model-of-catalogue.ts'
import { parseExpr } from './text/parse-expression.ts'

const catalogue = loadCatalogue(join(import.meta.dirname, '../../../../data'))
const model = dataModelOf(catalogue)
const count = (ids: Iterable<string> | undefined) => [...(ids ?? [])].length

test('all countries are the 54 with figures, and the group of Africa is the 52 that stand for everywhere', () => {
  expect(count(model.members.country)).toBe(54)
  expect(count(model.sets.country.get('africa'))).toBe(52)
  expect(model.everywhere).toEqual(model.sets.country.get('africa'))
  expect(model.members.country.filter(id => !model.everywhere.includes(id))).toEqual(['ERI', 'SSD'])
})

test('members and sets are sorted by id', () => {
  const lists = [
    ...Object.values(model.members),
    ...Object.values(model.sets).flatMap(sets => [...sets.values()]),
  ]
  expect(lists.length).toBeGreaterThan(40)
  for (const list of lists) expect(list).toEqual([...list].sort())
})

test('named brands are all but the residual', () => {
  expect(model.sets.brand.get('named')).not.toContain(model.residualBrand)
  expect(count(model.sets.brand.get('named'))).toBe(count(model.members.brand) - 1)
})

test('the panel has the months of the catalogue, and figures the years of their indicators', () => {
  expect(model.panel).toEqual({ from: 12 * 2019, to: 12 * 2025 + 11 })
  expect(model.years).toEqual({ from: 2000, to: 2025 })
})

test('every measure of the catalogue is a measure of the language, stored or computed', () => {
  const kinds = catalogue.measures.map(({ id }) => [id, model.measure(id)?.k] as const)
  expect(kinds.filter(([, kind]) => kind === undefined)).toEqual([])
  expect(kinds.filter(([id, kind]) => kind === 'base' && id.startsWith('panel'))).toEqual([
    ['panel_value_usd', 'base'],
    ['panel_value_lcu', 'base'],
    ['panel_volume', 'base'],
  ])
  expect(model.measure('panel_value_usd')).toMatchObject({ store: 'panel', column: 'value_usd' })
  expect(model.measure('gdp_usd')).toMatchObject({ store: 'figures', column: 'gdp_usd' })
})

test('a ratio of the panel is the quotient of its parts, with the rules that the catalogue gives it', () => {
  expect(model.measure('panel_price_usd')).toMatchObject({ of: parseExpr('panel_value_usd / panel_volume') })
  for (const { id, unit, rules } of catalogue.measures.filter(({ rules }) => rules.parts)) {
    const { kind, changeAs, mayBeNegative, maxAgeYears } = rules
    expect(model.measure(id)).toMatchObject({
      ...{ k: 'derived', unit },
      rules: { kind, changeAs, mayBeNegative, maxAgeYears },
    })
  }
})

/** Ids of the measures that an expression is made of. */
const measuresOf = (expr: Expr): string[] =>
  [...JSON.stringify(expr).matchAll(/"k":"measure","id":"(\w+)"/g)].map(([, id]) => id ?? '')

test('a derived measure is made of stored measures, and has an id and a name of its own', () => {
  const ids = catalogue.derived.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  const names = [...new Set([...catalogue.measures, ...catalogue.derived].map(({ name }) => name))]
  const all = new Set([...catalogue.measures, ...catalogue.derived].map(({ id }) => id))
  expect(names).toHaveLength(all.size)
  for (const { id, expression } of catalogue.derived)
    for (const part of measuresOf(parseExpr(expression)))
      expect(model.measure(part)?.k, `${part} in ${id}`).toBe('base')
})

test('a derived measure ages like one of its parts', () => {
  for (const { id, expression, rules } of catalogue.derived) {
    const ages = measuresOf(parseExpr(expression)).map(part => catalogue.measure(part)?.rules.maxAgeYears)
    expect(ages, id).toContain(rules.maxAgeYears)
  }
})

test('an expression that cannot be read is refused with the id of its measure', () => {
  const [first] = catalogue.derived
  const broken = { ...catalogue, derived: [{ ...first, expression: 'panel_value_usd /' }] }
  expect(() => dataModelOf(broken as typeof catalogue)).toThrow(/panel_price_usd/)
})
