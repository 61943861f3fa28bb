import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { DraftAnswer, type Writing } from './draft-answer.ts'
import { roleOf, type Said, say } from './facts.ts'

const plain = (text: string): Said => [{ text }]

/** What a word means, how it is computed, and whether it is held. */
export function writeDefinition(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const term = w.catalogue.term(w.plan.term ?? '')
  const measure = w.catalogue.measure(w.plan.measures[0] ?? '')
  if (term) {
    answer.headline(plain(`${term.name}: ${term.meaning}`))
    if (term.formula !== '') answer.paragraph('How it is computed', plain(capital(`${term.formula}.`)))
    answer.paragraph(
      null,
      plain(
        term.held
          ? 'It is held, and any question may use it.'
          : 'It is not held: the panel measures retail value and volume.',
      ),
    )
    const near = term.measures[0]
    if (near && w.catalogue.measure(near)?.kind === 'figure') answer.next(w.ask.figureRank(near))
    answer.next(...examplesOf(w, term.id))
  } else if (measure) {
    answer.headline(plain(`${measure.name}, in ${measure.unit}.`))
    answer.paragraph(null, plain(`Source: ${measure.source} (${measure.detail}), ${measure.licence}.`))
    if (measure.note !== '') answer.paragraph('Cautions', plain(capital(measure.note)))
    answer.next(w.ask.figureRank(measure.id), w.ask.figure(measure.id, 'NGA'))
  }
  return answer.next(w.ask.holdings()).done()
}

/** A question that shows the term at work. */
function examplesOf(w: Writing, id: string) {
  if (['value_share', 'volume_share', 'share_change', 'hhi', 'top3', 'loyalty'].includes(id))
    return [w.ask.brands('beer', 'KEN')]
  if (['price_volume', 'average_price', 'constant_currency', 'nominal_real'].includes(id))
    return [w.ask.priceVolume('diapers', 'GHA')]
  if (['tam', 'sam', 'som'].includes(id)) return [w.ask.feasibility('diapers', 'GHA')]
  if (
    [
      'modern_trade',
      'traditional_trade',
      'open_market',
      'numeric_distribution',
      'weighted_distribution',
    ].includes(id)
  )
    return [w.ask.channels('soft_drinks', 'NGA')]
  if (['per_capita', 'penetration', 'frequency', 'spend_per_buyer', 'demographics'].includes(id))
    return [w.ask.perHead('tea', 'ZAF')]
  return [w.ask.trend('tea', 'KEN'), w.ask.marketSize('mayonnaise', 'NGA')]
}

/** What can be asked about: places, goods, measures, years, and what cannot. */
export function writeHoldings(w: Writing): Draft[] {
  const { catalogue } = w
  const answer = new DraftAnswer()
  const summary = roleOf(w.results, 'summary')
  const country = w.country ? catalogue.country(w.country) : undefined
  const limited = catalogue.countries.filter(one => one.limitedData).map(one => one.name)
  const counted = (what: string) => {
    const row = summary?.find('what', what) ?? -1
    return row < 0 ? null : (summary?.figure(row, 'count', { compact: false }) ?? null)
  }
  const [countries, segments, figures] = [
    counted('Countries covered in full'),
    counted('Consumer goods segments'),
    counted('Macro indicators'),
  ]
  answer.headline(
    countries && segments && figures
      ? say`Held: ${countries} African countries, ${segments} segments of consumer goods and ${figures} country figures.`
      : null,
    plain('Held: a retail panel of consumer goods and country figures for the countries of Africa.'),
  )
  answer.list(
    null,
    plain(
      `Retail panel${catalogue.panel.modelled ? ' (modelled sample data)' : ''}: value, volume, average price, brand shares and channels by month, from ${catalogue.panel.from.slice(0, 4)} to ${catalogue.panel.to.slice(0, 4)}.`,
    ),
    plain(
      `Country figures: people, income, prices, trade, households, health and more, by year, from public sources such as the World Bank.`,
    ),
    plain('Key players by segment and country, each with its source; never with a share.'),
    plain(`${limited.join(' and ')} are held with limited data.`),
    plain(
      'Not held: household penetration, purchase frequency, shop distribution, loyalty, demographics of buyers, tariffs, forecasts and shares of real firms.',
    ),
  )
  answer.paragraph(
    'Departments',
    plain(
      `${catalogue.departments
        .filter(department => !department.umbrella)
        .map(department => department.name)
        .join('; ')}.`,
    ),
  )
  const held = roleOf(w.results, country ? 'country_holdings' : 'holdings')
  answer.table(
    held?.table.id,
    country ? `Held for ${country.name}, by theme` : 'Country figures held, by theme',
    held?.table.columns.map(column => column.key) ?? [],
  )
  const place = country?.iso3 ?? 'KEN'
  return answer
    .next(
      w.ask.segmentsOf(place),
      w.ask.country(place),
      w.ask.profile('tea', place),
      w.ask.rankCountries('beer'),
    )
    .done()
}

/** Only what is not held was asked: each gap is shown by itself, with its nearest question. */
export function writeGap(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const [first] = w.plan.gaps
  answer.headline(
    plain(first ? first.reason.replace(/: .*$/, '.').replace(/\.\.$/, '.') : 'This is not held.'),
  )
  for (const { nearest } of w.plan.gaps) answer.next(nearest)
  return answer.next(w.ask.holdings()).done()
}

export function writeAskBack(w: Writing): Draft[] {
  const { ask } = w.plan
  return ask ? new DraftAnswer().ask(ask.question, ask.choices).done() : []
}

/** What to ask, in the reader's terms. */
export function writeHelp(w: Writing): Draft[] {
  return new DraftAnswer()
    .headline(plain('Ask about a consumer-goods segment or a country figure anywhere in Africa.'))
    .list(
      'For example',
      plain('A segment in a country: its size, growth, price, brands and channels.'),
      plain('How people buy it: how much, when, where and at what price.'),
      plain('Countries side by side or ranked, by sales or by income, inflation, population and more.'),
      plain('Whether to enter a market, with the size of the prize and the score against its peers.'),
      plain('The players in a category, each with its source.'),
    )
    .paragraph(
      null,
      plain(
        'A follow-up edits the question before: ‘and Kenya?’, ‘by brand’, ‘in local currency’, ‘as a table’.',
      ),
    )
    .next(
      w.ask.consumer('tea', 'ZAF'),
      w.ask.profile('mayonnaise', 'NGA'),
      w.ask.players('beer', 'KEN'),
      w.ask.feasibility('diapers', 'GHA'),
    )
    .done()
}
