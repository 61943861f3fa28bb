import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { DraftAnswer, tile, toneOf, type Writing } from './draft-answer.ts'
import { arrow, type Facts, listed, moved, roleOf, type Said, say } from './facts.ts'
import { currencyWord } from './places.ts'
import { factNames } from './player-names.ts'
import {
  affordabilitySentences,
  brandSentences,
  channelSentences,
  contextFact,
  effectSentences,
  focusRow,
  lastWith,
  longestEffects,
  sharesChart,
  volumePriceChart,
} from './sections.ts'
import { inDollars, priceTile, valueTile } from './size-tiles.ts'

/** A total score from which a market is called feasible, and from which it is feasible with conditions (of 100). */
export const feasibleFrom = 60
export const conditionalFrom = 45
/** A real price index above which the price caveat is made. */
const dearFrom = 110

/** Question → verdict by rule → size of the prize with formulas → drivers → competition → route → price → risks. */
export function writeFeasibility(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const size = roleOf(w.results, 'size')
  if (!size) return answer.done()
  const row = focusRow(size, w)
  const year = size.period(row)
  const sizing = roleOf(w.results, 'sizing')
  answer
    .headline(longHeadline(w, size, row), shortHeadline(w, size, row))
    .tiles(
      valueTile(`Market size ${year}`, size, row, inDollars(size, row)),
      tile(
        'Volume',
        size.figure(row, 'panel_volume'),
        say`${size.unit(row, 'panel_volume') ?? ''}, ${arrow(size, row, 'volume_yoy')}`,
        toneOf(size.number(row, 'volume_yoy')),
      ),
      priceTile(size, row),
      sizingTile(sizing),
    )
    .chart(volumePriceChart(w))
    .list('Size of the prize', ...sizingItems(sizing))
    .table(sizing?.table.id, 'TAM, SAM and SOM step by step', ['measure', 'value', 'unit', 'period', 'note'])
    .paragraph('What drives demand', ...driverSentences(w))
    .paragraph('What moved the market', ...effectSentences(w))
    .paragraph('Competition', ...competitionSentences(w))
    .chart(w.plan.depth === 'deep' ? sharesChart(w, 'brand_trend', 'brand') : null)
    .paragraph('Route to market', ...channelSentences(w))
    .chart(w.plan.depth === 'deep' ? sharesChart(w, 'channel_trend', 'channel') : null)
    .paragraph('Price and affordability', ...affordabilitySentences(w), ...priceSentences(size, row))
    .paragraph('Against its peers', ...peerSentences(w))
    .table(roleOf(w.results, 'scores')?.table.id, 'Score against peer countries, with weights', [
      'measure',
      'value',
      'unit',
      'weight',
      'score',
      'weighted',
    ])
    .list('Risks', ...riskItems(w, size, row))
    .paragraph('Regulation', [
      {
        text: 'Registration, labelling, duties and standards are not held: supply the documents or ask counsel before a decision.',
      },
    ])
    .paragraph('What to buy next', [
      {
        text: 'A household purchase panel would tell penetration and frequency, a shop audit distribution, and a tariff schedule the landed cost.',
      },
    ])
    .next(
      w.ask.consumer(w.segment, w.country),
      w.ask.channels(w.segment, w.country),
      w.ask.players(w.segment, w.country),
      w.ask.rankGrowth(w.segment),
    )
  return answer.done()
}

/** 'Feasible: a US$ 96m market in 2025 that grew 7.4% a year in volume since 2019, while the price rose 160% in cedis.' */
function longHeadline(w: Writing, size: Facts, row: number): Said {
  const effects = roleOf(w.results, 'effects')
  if (!effects?.has('volume_cagr')) return null
  const at = longestEffects(effects)
  if (effects.text(at, 'last_period') !== size.text(row, 'period')) return null
  return say`${verdict(w)}: a ${size.figure(row, 'panel_value_usd')} market in ${size.period(row)} whose volume ${moved(effects, at, 'volume_cagr', 'grew', 'fell', 'held steady')} a year since ${effects.period(at, 'first_period')}, while the average price in ${currencyWord(w.catalogue, w.country)} ${moved(effects, at, 'price_cagr', 'rose', 'fell', 'held steady')} a year.`
}

function shortHeadline(w: Writing, size: Facts, row: number): Said {
  return say`${verdict(w)}: a ${size.figure(row, 'panel_value_usd')} market in ${size.period(row)} whose volume ${moved(size, row, 'volume_yoy', 'grew', 'fell', 'held steady')} and whose average price ${moved(size, row, 'price_yoy', 'rose', 'fell', 'held steady')} on the year before.`
}

/** The rule is in the method lines; the words follow the total score and the real price. */
export function verdict(w: Writing): string {
  const scores = roleOf(w.results, 'scores')
  const row = scores?.find('measure_id', 'total') ?? -1
  const total =
    scores && row >= 0
      ? (scores.number(row, 'score') ?? scores.number(row, 'weighted') ?? scores.number(row, 'value'))
      : null
  const afford = roleOf(w.results, 'affordability')
  const at = afford ? lastWith(afford, 'real_price_index') : null
  const dear = afford && at !== null && (afford.number(at, 'real_price_index') ?? 0) > dearFrom
  if (total === null) return 'Open'
  const caveat = dear ? ', with a price caveat' : ''
  if (total >= feasibleFrom) return `Feasible${caveat}`
  if (total >= conditionalFrom)
    return dear ? 'Feasible under conditions, price first' : 'Feasible under conditions'
  return 'Not attractive today'
}

export const verdictRule = `Verdict rule: a total score of ${feasibleFrom} or more of 100 reads as feasible, ${conditionalFrom} to ${feasibleFrom} as feasible under conditions, less as not attractive today; a real price index above ${dearFrom} adds the price caveat.`

function sizingTile(sizing: Facts | null) {
  const som = sizing?.find('measure_id', 'som') ?? -1
  const sam = sizing?.find('measure_id', 'sam') ?? -1
  if (!sizing || som < 0) return null
  return tile(
    'Obtainable (SOM)',
    sizing.figure(som, 'value'),
    sam >= 0 ? say`of a SAM of ${sizing.figure(sam, 'value')}` : null,
  )
}

function sizingItems(sizing: Facts | null): Said[] {
  if (!sizing) return []
  const at = (id: string) => sizing.find('measure_id', id)
  const figure = (id: string, withUnit = false) =>
    at(id) < 0 ? null : sizing.figure(at(id), 'value', { withUnit })
  const text = (id: string, key: string) => (at(id) < 0 ? '' : (sizing.text(at(id), key) ?? ''))
  const consumers = text('consumers', 'measure').toLowerCase()
  const benchmark = text('benchmark_volume', 'note')
  const attainable = text('attainable_share', 'note')
  return [
    say`TAM ${figure('tam')} = ${figure('consumers')} ${consumers} × ${figure('benchmark_volume', true)} × ${figure('price_usd', true)}${benchmark === '' ? '' : ` (benchmark: ${benchmark})`}.`,
    say`SAM ${figure('sam')} = today’s market of ${figure('market_now')} + the rest of the TAM × the urban share of ${figure('urban_share')} × a purse of ${figure('purse_factor')} of the benchmark’s.`,
    say`SOM ${figure('som')} = SAM × an attainable share of ${figure('attainable_share')}${attainable === '' ? '' : ` (${attainable})`}.`,
    say`Headroom ${figure('headroom')} = SAM − today’s market.`,
  ]
}

function driverSentences(w: Writing): Said[] {
  const under5 = contextFact(w, 'age_0_4_share')
  const population = contextFact(w, 'population')
  const growth = contextFact(w, 'population_growth')
  const births = contextFact(w, 'birth_rate')
  const urban = contextFact(w, 'urban_share')
  const income = contextFact(w, 'hh_consumption_pc_usd')
  const inflation = contextFact(w, 'inflation_cpi')
  const isBaby = w.catalogue.segment(w.segment)?.department === 'baby_care'
  return [
    population
      ? say`${w.place} has ${population.figure} people${growth ? [{ text: ', growing by ' }, growth.figure ?? { text: 'less' }, { text: ' a year' }] : ''} (${population.period}).`
      : null,
    isBaby && under5 ? say`Children under five are ${under5.figure} of them (${under5.period}).` : null,
    isBaby && births
      ? say`The birth rate is ${births.figure} for every thousand people (${births.period}).`
      : null,
    urban ? say`${urban.figure} live in towns and cities (${urban.period}).` : null,
    income ? say`Household consumption is ${income.figure} a head (${income.period}).` : null,
    inflation ? say`Consumer price inflation was ${inflation.figure} in ${inflation.period}.` : null,
  ]
}

function competitionSentences(w: Writing): Said[] {
  const { facts, reported } = factNames(w)
  const named =
    facts.length > 0
      ? `Real firms present, by public source: ${listed(facts)}.`
      : 'No real firm is held with a public source for this segment here.'
  const others = reported.length > 0 ? `Reported, not verified: ${listed(reported)}.` : null
  return [
    ...brandSentences(w),
    [{ text: named }],
    others ? [{ text: others }] : null,
    [{ text: 'The brands of the modelled panel stand for no real firm, and no share is given to one.' }],
  ]
}

function priceSentences(size: Facts, row: number): Said[] {
  return [
    say`In ${size.period(row)} the average price is ${size.figure(row, 'panel_price_usd', { withUnit: true })}.`,
  ]
}

function peerSentences(w: Writing): Said[] {
  const peers = roleOf(w.results, 'peers')
  const scores = roleOf(w.results, 'scores')
  const total = scores?.find('measure_id', 'total') ?? -1
  const own = peers?.find('iso3', w.country) ?? -1
  const said: Said[] = []
  if (scores && total >= 0) {
    const key = ['score', 'weighted', 'value'].find(one => scores.number(total, one) !== null)
    if (key) said.push(scoreSentence(w, scores, total, key))
  }
  if (!peers || own < 0) return said
  const others = Array.from({ length: peers.rows }, (_, row) => row).filter(
    row => row !== own && peers.number(row, 'panel_volume_pc') !== null,
  )
  const top = others.toSorted(
    (a, b) => (peers.number(b, 'panel_volume_pc') ?? 0) - (peers.number(a, 'panel_volume_pc') ?? 0),
  )[0]
  if (top !== undefined) {
    said.push(
      say`Volume a head is ${peers.figure(own, 'panel_volume_pc', { withUnit: true })} in ${peers.text(own, 'country') ?? ''}, against ${peers.figure(top, 'panel_volume_pc', { withUnit: true })} in ${peers.text(top, 'country') ?? ''}, the highest of the peers.`,
    )
  }
  return said
}

/** 'It scores 68 of a hundred, place 2 of 16 in its region, behind Côte d'Ivoire.' */
function scoreSentence(w: Writing, scores: Facts, total: number, key: string): Said {
  const ranking = roleOf(w.results, 'ranking')
  const own = ranking?.find('iso3', w.country) ?? -1
  if (!ranking || own < 0)
    return say`The weighted score among its peers is ${scores.figure(total, key)} of a hundred.`
  const ahead =
    own === 0
      ? ranking.rows > 1
        ? `, ahead of ${ranking.text(1, 'country')}`
        : ''
      : `, behind ${ranking.text(0, 'country')}`
  return say`${w.place} scores ${scores.figure(total, key)} of a hundred, place ${ranking.figure(own, 'rank')} of its region${ahead}.`
}

function riskItems(w: Writing, size: Facts, row: number): Said[] {
  const inflation = contextFact(w, 'inflation_cpi')
  const concentration = roleOf(w.results, 'concentration')
  const effects = roleOf(w.results, 'effects')
  const afford = roleOf(w.results, 'affordability')
  const at = afford ? lastWith(afford, 'real_price_index') : null
  const longest = effects ? longestEffects(effects) : 0
  const currency = effects?.number(longest, 'currency_part') ?? 0
  const dear = afford && at !== null && (afford.number(at, 'real_price_index') ?? 0) > 100
  const leader = (concentration?.number(concentration.last, 'top3') ?? 0) > 50
  return [
    effects && currency < 0
      ? say`Currency: the exchange rate took ${effects.figure(longest, 'currency_part', { size: true })} off US$ growth since ${effects.period(longest, 'first_period')}, a loss for anyone who reports in dollars.`
      : null,
    dear && afford && at !== null
      ? say`Price: the real price index stands at ${afford.figure(at, 'real_price_index')}, so buyers may trade down or buy fewer.`
      : null,
    inflation
      ? say`Inflation: ${inflation.figure} in ${inflation.period} presses on the household purse.`
      : null,
    leader && concentration
      ? say`Incumbents: the three largest hold ${concentration.figure(concentration.last, 'top3')} of value.`
      : null,
    say`Momentum: volume ${moved(size, row, 'volume_yoy', 'grew', 'fell', 'held steady')} in ${size.period(row)}; a second year of the same is not promised by the data.`,
    [
      {
        text: `Data: the panel behind these sizes is modelled sample data; replace it with measured sales before money is committed to ${capital(w.goods).toLowerCase()}.`,
      },
    ],
  ]
}
