import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'
import { parseCsv } from './csv.ts'

const folder = join(import.meta.dirname, '../../../data')
const catalogue = loadCatalogue(folder)

test('52 countries are covered in full; Eritrea and South Sudan are held as limited data', () => {
  expect(catalogue.group('africa')?.members).toHaveLength(52)
  expect(catalogue.countries.filter(country => country.limitedData).map(country => country.name)).toEqual([
    'Eritrea',
    'South Sudan',
  ])
})

test('a country with a land border is a neighbour of its neighbours', () => {
  const bordersOf = (iso3: string) => catalogue.country(iso3)?.neighbours ?? []
  for (const { iso3, neighbours } of catalogue.countries)
    for (const other of neighbours) expect(bordersOf(other)).toContain(iso3)
  expect(bordersOf('GHA')).toEqual(['BFA', 'CIV', 'TGO'])
  expect(bordersOf('MDG')).toEqual([])
})

test('60 segments stand in 11 departments, each in exactly one', () => {
  expect(catalogue.segments).toHaveLength(60)
  const departments = catalogue.departments.filter(department => !department.umbrella)
  expect(departments).toHaveLength(11)
  const listed = departments.flatMap(department => department.segments)
  expect(listed.sort()).toEqual(catalogue.segments.map(segment => segment.id).sort())
})

test('the coverage of each indicator is what its figures say', () => {
  const rows = parseCsv(readFileSync(join(folder, 'macro.csv'), 'utf8'))
  for (const measure of catalogue.measures.filter(entry => entry.kind === 'figure')) {
    const held = rows.filter(row => row.indicator === measure.id)
    const years = held.flatMap(row => Object.keys(row).filter(key => /^\d{4}$/.test(key) && row[key] !== ''))
    const countries = held.filter(row => !catalogue.country(row.iso3 ?? '')?.limitedData).length
    expect([measure.id, measure.coverage]).toEqual([
      measure.id,
      {
        firstYear: Math.min(...years.map(Number)),
        lastYear: Math.max(...years.map(Number)),
        countries,
      },
    ])
  }
})

test('a break is told only when the span holds both of its sides', () => {
  const told = (from: number, to: number) => catalogue.flagsFor('gdp_usd', 'NGA', from, to).join(' ')
  expect(told(2018, 2020)).toContain('rebased')
  expect(told(2019, 2024)).not.toContain('rebased')
  expect(told(2010, 2018)).not.toContain('rebased')
})

test('key players are facts with an address or reported without one, and nothing of low confidence', () => {
  const facts = catalogue.keyPlayers.filter(player => player.confidence === 'fact')
  expect(facts.length).toBeGreaterThan(200)
  expect(facts.every(player => player.source.startsWith('http'))).toBe(true)
  expect(catalogue.keyPlayers.some(player => player.brand === 'SeyBrew')).toBe(false)
})

test('every id is unique and every measure has words, a source and a licence', () => {
  for (const list of [catalogue.segments, catalogue.measures, catalogue.groups, catalogue.terms])
    expect(new Set(list.map(entry => entry.id)).size).toBe(list.length)
  for (const measure of catalogue.measures) {
    expect([measure.id, measure.phrase === '', measure.source === '', measure.licence === '']).toEqual([
      measure.id,
      false,
      false,
      false,
    ])
  }
})

const compiled = join(import.meta.dirname, '../../../../shared/data/macro.csv')
test.runIf(existsSync(compiled))('every figure carried equals the compiled one', () => {
  const carried = new Map<string, string>()
  for (const row of parseCsv(readFileSync(join(folder, 'macro.csv'), 'utf8')))
    for (const [year, value] of Object.entries(row))
      if (/^\d{4}$/.test(year) && value !== '') carried.set(`${row.iso3} ${row.indicator} ${year}`, value)
  const source = parseCsv(readFileSync(compiled, 'utf8'))
  expect(carried.size).toBe(source.length)
  const wrong = source.filter(row => carried.get(`${row.iso3} ${row.indicator} ${row.year}`) !== row.value)
  expect(wrong).toEqual([])
})

test('no word names two segments, nor a segment and a department', () => {
  const owners = new Map<string, Set<string>>()
  for (const { id, name, synonyms } of [...catalogue.segments, ...catalogue.departments])
    for (const word of [name, ...synonyms]) {
      const held = owners.get(word.toLowerCase()) ?? new Set()
      owners.set(word.toLowerCase(), held.add(id))
    }
  expect([...owners].filter(([, ids]) => ids.size > 1)).toEqual([])
})
