import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyPlan } from '../../contract/plan.ts'
import { loadCatalogue } from '../insights/insights.ts'
import { RefusedCall, readPlanCall, runPlanTool, withoutOwnFigures } from './tools.ts'

const catalogue = loadCatalogue(join(import.meta.dirname, '../../../data'))
const read = (input: object | string) =>
  readPlanCall(runPlanTool, typeof input === 'string' ? input : JSON.stringify(input), catalogue)

test('what a call leaves out is the operation’s default, what a plan does not have is left out', () => {
  const period = { from: '2024', to: '2024', grain: 'year' }
  const plan = read({
    operation: 'lookup',
    measures: ['gdp_usd'],
    countries: ['GHA'],
    period,
    sql: 'select 1',
  })
  expect(plan).toEqual({
    ...emptyPlan,
    operation: 'lookup',
    measures: ['gdp_usd'],
    countries: ['GHA'],
    period: { ...period, name: null },
  })
})

test('an id that is named again and again is asked for once', () => {
  const plan = read({
    operation: 'trend',
    measures: Array(1_500).fill('gdp_usd'),
    countries: ['GHA', 'KEN', 'GHA'],
  })
  expect(plan).toMatchObject({ measures: ['gdp_usd'], countries: ['GHA', 'KEN'] })
})

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['no operation of ours', { operation: 'drop' }],
  ['a country that is not in the catalogue', { operation: 'lookup', countries: ['XXX'] }],
  ['a brand that is not in the panel', { operation: 'share', brands: ['Coca-Cola'] }],
  ['a measure that does not exist', { operation: 'lookup', measures: ['gdp_per_penguin'] }],
  ['a term of its own', { operation: 'definition', term: 'US$ 999bn' }],
  ['a prototype key for an id', { operation: 'lookup', countries: ['__proto__'] }],
])('%s is refused with words for the model', (_, input) => {
  expect(() => read(input)).toThrow(RefusedCall)
})

test('a provider’s plan brings no figure past the checking of prose', () => {
  const gap = { asked: 'it', kind: 'topic' as const, reason: 'It is US$ 999bn.', nearest: null }
  const cleaned = withoutOwnFigures({
    ...emptyPlan,
    period: { from: '2024', to: '2024', grain: 'year', name: 'the year of 999%' },
    gaps: [gap, { ...gap, reason: 'We do not hold cars.' }],
    assumptions: ['It doubled to 999.'],
    ask: { question: 'Is it 999?', choices: [] },
  })
  expect(JSON.stringify(cleaned)).not.toContain('999')
  expect(cleaned.gaps).toHaveLength(1)
})
