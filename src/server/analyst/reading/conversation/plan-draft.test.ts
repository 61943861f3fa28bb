import { beforeAll, describe, expect, test } from 'vitest'
import type { Query, SetOf } from '../../../../contract/query.ts'
import { printQuery } from '../../../insights/insights.ts'
import { productCatalogue } from '../../../testing/reading-examples.ts'
import { storedAnswers } from '../../../testing/stored-answers.ts'
import type { AskedStudy } from '../../studies/params.ts'
import { build } from '../build.ts'
import { loadLexicons } from '../lexicon.ts'
import { createReader, type Reader } from '../read.ts'
import { pastOf } from '../read-question.ts'
import { readStudy } from '../read-study.ts'
import { draftOfPlan } from './plan-draft.ts'

const { catalogue, model } = productCatalogue()
let reader: Reader
beforeAll(() => {
  reader = createReader(loadLexicons(catalogue), model, catalogue)
})
const line = (text: string) => text.trim().split('\n').join(' | ')

const effects = [1, 2, 3].map(
  pick => `effect(panel_volume; panel_price_lcu; 1 / panel_exchange_rate, from shift -1 year, pick ${pick})`,
)
const changes = ['panel_value_usd', 'panel_value_lcu', 'panel_volume', 'panel_price_lcu'].map(
  id => `change(${id}, from shift -1 year, percent)`,
)
const parts = `show change(panel_value_usd, from shift -1 year, difference), ${[...effects, ...changes].join(', ')}, panel_value_usd`
const yearsOfTea =
  'show panel_value_usd @ (time 2021), panel_value_usd @ (time 2024), change(panel_value_usd, from 2021, percent) @ (time 2024)'
const shares =
  'show share(panel_value_usd, brand all) | rows brand in named | cut country TZA, segment beer | time 2024 | order share(panel_value_usd, brand all) high'

/** What each operation's stored answer asks for, what is asked next, and how that is read. */
const asked: Record<string, [ask: string, then: string, query: string]> = {
  lookup: [
    'show gdp_usd | cut country GHA | time latest',
    'and in Kenya?',
    'show gdp_usd | cut country KEN | time latest',
  ],
  trend: [
    'show gdp_usd | rows year | cut country NGA | time 2016..2025',
    'since 2020',
    'show gdp_usd | rows year | cut country NGA | time 2020..2025',
  ],
  compare: [
    `${yearsOfTea} | cut country KEN, segment tea | time 2024`,
    'and coffee?',
    `${yearsOfTea} | cut country KEN, segment coffee | time 2024`,
  ],
  rank: [
    'show panel_value_usd | rows country all | cut segment tea | time 2025 | order panel_value_usd high | take 5',
    'and the smallest?',
    'show panel_value_usd | rows country all | cut segment tea | time 2025 | order panel_value_usd low | take 5',
  ],
  share: [shares, 'and in Kenya?', shares.replace('TZA', 'KEN')],
  growth: [
    'show change(panel_value_usd, from 2020, cagr), panel_value_usd | cut country SEN, segment rice | time 2025',
    'and in Kenya?',
    'show change(panel_value_usd, from 2020, cagr), panel_value_usd | cut country KEN, segment rice | time 2025',
  ],
  price_volume: [
    `${parts} | cut country GHA, segment diapers | time 2025`,
    'and in 2024?',
    `${parts} | cut country GHA, segment diapers | time 2024`,
  ],
  channel_mix: ['study channels', 'and in Kenya?', 'study channels: KEN, laundry_detergent'],
  segment_profile: ['study segment', 'and in Kenya?', 'study segment: KEN, beer'],
  consumer_profile: ['study consumer', 'and in Kenya?', 'study consumer: KEN, beer'],
  key_players: ['study players', 'and coffee?', 'study players: KEN, coffee'],
  country_profile: ['study country', 'and Kenya?', 'study country: KEN'],
  feasibility: ['study feasibility', 'and in Kenya?', 'study feasibility: KEN, instant_noodles'],
  // They had no figures: their question is read like any other.
  gap: ['', 'and in Kenya?', 'show gdp_usd | cut country KEN | time latest'],
  ask_back: ['', 'cooking oil', 'show panel_value_usd | cut country NGA, segment cooking_oil | time 2025'],
  definition: ['', 'GDP of Kenya', 'show gdp_usd | cut country KEN | time latest'],
  holdings: ['', 'GDP of Kenya', 'show gdp_usd | cut country KEN | time latest'],
  help: ['', 'GDP of Kenya', 'show gdp_usd | cut country KEN | time latest'],
}

const membersOf = (set: SetOf | null) => (set?.k === 'ids' ? set.ids : [])
const said = (queries: readonly Query[], study: AskedStudy | null | undefined) =>
  study ? `study ${study.study.id}` : queries.map(one => line(printQuery(one))).join(' --- ')

describe.each(storedAnswers())('the plan of a stored answer: %s', (name, { question, document }) => {
  const [ask = 'unknown', then = '', query] = asked[name] ?? []

  test('asks for the queries of today', () => {
    const draft = draftOfPlan(document.plan)
    const study = draft && readStudy(draft, catalogue)
    expect(said((draft && build(draft, model)?.queries) ?? [], study)).toBe(ask)
  })

  test('can be asked on from', () => {
    const past = { question, plan: document.plan, asks: null, entities: document.plan.countries, text: '' }
    const [best] = reader.read(then, '2026-11-23', [pastOf(past)])
    const { country = null, segment = null } = best?.study?.params ?? {}
    const of = [...membersOf(country), ...membersOf(segment)].join(', ')
    expect(best?.unread).toEqual([])
    expect([said(best?.queries ?? [], best?.study), of].filter(Boolean).join(': ')).toBe(query)
  })
})
