import type { Draft } from '../markup/write-markup.ts'
import { barsPanel, chartOf, linePanel } from './charts.ts'
import { DraftAnswer, tile, type Writing } from './draft-answer.ts'
import { type Facts, roleOf, rolesOf, type Said, say } from './facts.ts'
import { contextFact } from './sections.ts'

/** A country in figures: people, income, prices, what it buys; each figure with its own year. */
export function writeCountryProfile(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const gdp = contextFact(w, 'gdp_usd')
  const growth = contextFact(w, 'gdp_growth')
  const people = contextFact(w, 'population')
  const inflation = contextFact(w, 'inflation_cpi')
  const income = contextFact(w, 'gdp_per_capita_usd')
  const context = roleOf(w.results, 'context')
  const segments = roleOf(w.results, 'segments')
  answer
    .headline(
      people && income && inflation
        ? say`${capitalPlace(w.place)} is a market of ${people.figure} people with a GDP per head of ${income.figure} (${income.period}) and inflation of ${inflation.figure} (${inflation.period}).`
        : null,
      people
        ? say`${capitalPlace(w.place)} is a market of ${people.figure} people (${people.period}).`
        : null,
    )
    .tiles(
      people ? tile('Population', people.figure, [{ text: people.period }]) : null,
      gdp
        ? tile(
            'GDP',
            gdp.figure,
            growth ? say`real growth ${growth.figure} (${growth.period})` : [{ text: gdp.period }],
          )
        : null,
      income ? tile('GDP per head', income.figure, [{ text: income.period }]) : null,
      inflation ? tile('Inflation', inflation.figure, [{ text: inflation.period }]) : null,
    )
    .chart(incomeChart(w))
    .paragraph('People', ...sentences(w, peopleFacts))
    .paragraph('Economy', ...sentences(w, economyFacts))
    .paragraph('Households', ...sentences(w, householdFacts))
    .paragraph('What it buys', ...segmentSentences(w, segments))
    .chart(segmentChart(w, segments))
    .table(context?.table.id, `${w.place} in figures, each with its year`, [
      'measure',
      'value',
      'unit',
      'period',
      'note',
    ])
  const top = segments?.text(0, 'segment_id')
  return answer
    .next(
      w.catalogue.country(w.country)?.limitedData
        ? w.ask.figureRank('population')
        : w.ask.segmentsOf(w.country),
      w.ask.figureTrend('inflation_cpi', w.country),
      top ? w.ask.profile(top, w.country) : null,
      w.ask.figureRank('gdp_per_capita_usd'),
    )
    .done()
}

const capitalPlace = (place: string) => place.charAt(0).toUpperCase() + place.slice(1)

type FactLine = [id: string, before: string, after: string]

const peopleFacts: FactLine[] = [
  ['population_growth', 'The population grows by ', ' a year'],
  ['median_age', 'Half the people are younger than ', ' years'],
  ['urban_share', '', ' live in towns and cities'],
  ['age_0_14_share', '', ' are under fifteen'],
]
const economyFacts: FactLine[] = [
  ['gdp_growth', 'GDP changed by ', ' in real terms'],
  ['exchange_rate', 'A US dollar cost ', ' units of local currency on average'],
  ['gov_debt_gdp', 'Government debt is ', ' of GDP'],
  ['remittances_gdp', 'Remittances received are ', ' of GDP'],
  ['unemployment', 'Unemployment, as modelled by the ILO, is ', ''],
]
const householdFacts: FactLine[] = [
  ['hh_consumption_pc_usd', 'Household consumption is ', ' a head'],
  ['electricity_access', '', ' have electricity'],
  ['internet_users', '', ' use the internet'],
  ['poverty_300', '', ' live under the international poverty line'],
  ['food_spend_share', 'Food at home takes ', ' of household spending'],
]

function sentences(w: Writing, lines: readonly FactLine[]): Said[] {
  return lines.map(([id, before, after]) => {
    const fact = contextFact(w, id)
    return fact ? say`${before}${fact.figure}${after} (${fact.period}).` : null
  })
}

function incomeChart(w: Writing) {
  const trends = rolesOf(w.results, 'trend')
  const figures = (facts: Facts, key: string) =>
    facts.table.rows.filter((_, row) => facts.number(row, key) !== null).length
  const find = (id: string) => trends.find(facts => facts.has(id) && figures(facts, id) > 1)
  const trend = find('gdp_per_capita_usd') ?? find('inflation_cpi') ?? find('population')
  const key = trend?.table.columns.find(column => column.measure !== null)?.key
  if (!trend || !key || trend.rows < 2) return null
  const measure = w.catalogue.measure(key)
  return chartOf(w.results, trend.table, [linePanel(trend.table, key, null, 'c1')], {
    title: `${measure?.phrase ?? key} in ${w.place}`,
    shows: measure?.name ?? key,
    reason: 'One figure over the years is a line.',
    summary: `${measure?.phrase ?? key} in ${w.place}, ${trend.period(0)} to ${trend.period(trend.last)}.`,
  })
}

function segmentSentences(w: Writing, segments: Facts | null): Said[] {
  if (!segments || segments.rows < 2) return []
  const name = (row: number) => (segments.text(row, 'segment') ?? '').toLowerCase().replace(/ ?\(.*?\)/g, '')
  return [
    say`By value the largest segments of the panel in ${w.place} are ${name(0)} with ${segments.figure(0, 'panel_value_usd')} and ${name(1)} with ${segments.figure(1, 'panel_value_usd')} (${segments.table.period?.to ?? ''}).`,
  ]
}

function segmentChart(w: Writing, segments: Facts | null) {
  if (!segments || segments.rows < 2) return null
  return chartOf(w.results, segments.table, [barsPanel(segments.table, 'panel_value_usd', 'segment')], {
    title: `Largest segments in ${w.place} by value sales`,
    shows: 'Value sales at retail prices',
    reason: 'Segments are compared by size, so they are ranked bars.',
    summary: `The largest segments of the panel in ${w.place}, ranked by value sales.`,
  })
}
