import { describe, expect, test } from 'vitest'
import { printQuery } from '../insights/insights.ts'
import { productCatalogue } from '../testing/reading-examples.ts'
import { RefusedCall, readCall, runQueriesTool } from './tools.ts'

const { model } = productCatalogue()
const read = (name: string, input: object | string) =>
  readCall({ name, input: typeof input === 'string' ? input : JSON.stringify(input) }, model)
const run = (...lines: string[]) => read(runQueriesTool, { text: lines.join('\n') })

test('an ask in the text form is taken, without names that a model gives to columns', () => {
  const asked = run(
    'show gdp_usd as "US$ 999bn"',
    'cut country GHA',
    'time 2024',
    '---',
    'show population',
    'time latest',
  )
  const queries = asked.k === 'queries' ? asked.ask.queries.map(query => printQuery(query).trim()) : []
  expect(queries).toEqual(['show gdp_usd\ncut country GHA\ntime 2024', 'show population\ntime latest'])
})

test.each<[what: string, lines: string[], words: RegExp]>([
  ['that cannot be read', ['show gdp_usd', 'sorted by size'], /line 2: expected/],
  ['with a country that is not in the catalogue', ['show gdp_usd', 'cut country ZZZ', 'time 2024'], /ZZZ/],
  ['with a brand that is not in the panel', ['show panel_value_usd', 'cut brand Cola', 'time 2024'], /Cola/],
  ['with a measure that does not exist', ['show gdp_per_penguin', 'time 2024'], /gdp_per_penguin/],
  ['with a prototype key for an id', ['show gdp_usd', 'cut country __proto__', 'time 2024'], /__proto__/],
  ['that break a rule', ['show gdp_usd + population', 'time 2024'], /unlike|unit|add/i],
  ['with a number of its own for a column', ["show 999 'US$'", 'time 2024'], /no number of your own/],
  ['with a number of its own in a column', ['show gdp_usd * 3', 'time 2024'], /no number of your own/],
  [
    'that are too many',
    Array(9).fill('show gdp_usd\ntime 2024').join('\n---\n').split('\n'),
    /expected|one to 8 queries/,
  ],
])('queries %s are refused with words for the model', (_, lines, words) => {
  expect(() => run(...lines)).toThrow(RefusedCall)
  expect(() => run(...lines)).toThrow(words)
})

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['nothing', 'null'],
  ['another input', { query: 'show gdp_usd' }],
  ['a text that is too long', { text: 'x'.repeat(20_001) }],
])('%s is refused with words for the model', (_, input) => {
  expect(() => read(runQueriesTool, input)).toThrow(RefusedCall)
})

test('a tool that does not exist is refused, also by a name of the prototype', () => {
  for (const name of ['read_file', 'constructor'])
    expect(() => read(name, {})).toThrow('There is no tool of this name')
})

describe('words of a model that are shown beside its prose', () => {
  const nearest = { label: 'Beer', question: 'Beer sales in Kenya' }

  test('say what is not available, or ask back', () => {
    expect(read('say_not_available', { reason: 'There are no figures for cars.', nearest })).toEqual({
      ...{ k: 'gap', reason: 'There are no figures for cars.', nearest },
    })
    expect(read('ask_back', { question: 'Which oil?', choices: [nearest, nearest] })).toEqual({
      ...{ k: 'choice', question: 'Which oil?', choices: [nearest, nearest] },
    })
  })

  test.each<[string, object]>([
    ['say_not_available', { reason: 'It is US$ 999bn.' }],
    ['say_not_available', { reason: 'Sales doubled.' }],
    ['say_not_available', { reason: 'Not here.', nearest: { ...nearest, label: 'Up 9%' } }],
    ['ask_back', { question: 'Is it 999?', choices: [nearest, nearest] }],
    ['ask_back', { question: 'Which?', choices: [nearest, { ...nearest, question: 'Is it 999?' }] }],
  ])('have no figure: %s', (name, input) => {
    expect(() => read(name, input)).toThrow('Say it without figures.')
  })
})
