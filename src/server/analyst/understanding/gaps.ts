import type { Suggestion } from '../../../contract/answer.ts'
import type { Gap } from '../../../contract/plan.ts'
import type { Catalogue } from '../../insights/insights.ts'
import type { NotHeldMeasure } from './not-held.ts'
import type { OutsidePlace } from './outside-places.ts'
import { placePhrase, type QuestionMaker } from './questions.ts'
import type { Reading } from './reading.ts'

interface Target {
  country: string | null
  segment: string | null
  measure: string | null
}

/** The best-covered country stands in where a question names none of its own. */
const defaultCountry = 'NGA'

function nearPlace(target: Target, ask: QuestionMaker): Suggestion {
  if (target.segment) return ask.rankCountries(target.segment)
  if (target.measure) return ask.figureRank(target.measure)
  return ask.holdings()
}

function placeGap(place: OutsidePlace, target: Target, ask: QuestionMaker, catalogue: Catalogue): Gap {
  if (place.within) {
    const country = placePhrase(catalogue, place.within)
    const nearest = target.segment
      ? ask.profile(target.segment, place.within)
      : target.measure
        ? ask.figure(target.measure, place.within)
        : ask.country(place.within)
    const reason = `We do not hold figures for ${place.name}: the panel and the figures are national, for ${country} as a whole.`
    return { asked: place.name, kind: 'place', reason, nearest }
  }
  const what = place.kind === 'region' ? 'figures for' : ''
  const reason = `We do not hold ${what ? `${what} ` : ''}${place.name}: coverage is 52 African countries.`
  return { asked: place.name, kind: 'place', reason, nearest: nearPlace(target, ask) }
}

function topicGap({ topic, text }: Reading['topics'][number], target: Target, ask: QuestionMaker): Gap {
  // 'TV' and 'iPhone' are written as typed.
  const name = /.[A-Z]/.test(text) ? text : text.toLowerCase()
  const country = target.country
  const near = topic.nearest
  const nearest =
    near === null
      ? ask.holdings()
      : 'segment' in near
        ? ask.profile(near.segment, country ?? defaultCountry)
        : country
          ? ask.figure(near.measure, country)
          : ask.figureRank(near.measure)
  const reason = `We do not hold ${name}: the panel covers 60 segments of fast-moving consumer goods, and the figures are country statistics.`
  return { asked: name, kind: 'topic', reason, nearest }
}

function measureGap(measure: NotHeldMeasure, target: Target, ask: QuestionMaker): Gap {
  return {
    asked: measure.name,
    kind: 'measure',
    reason: measure.reason,
    nearest: nearMeasure(measure, target, ask),
  }
}

function nearMeasure(measure: NotHeldMeasure, { segment, country }: Target, ask: QuestionMaker): Suggestion {
  if (!segment) return country ? ask.segmentsOf(country) : ask.holdings()
  if (!country)
    return measure.nearest === 'per_capita' ? ask.rankPerHead(segment) : ask.rankCountries(segment)
  switch (measure.nearest) {
    case 'per_capita':
      return ask.perHead(segment, country)
    case 'share':
      return ask.brands(segment, country)
    case 'channels':
      return ask.channels(segment, country)
    case 'price':
      return ask.price(segment, country)
    case 'players':
      return ask.players(segment, country)
    case 'volume':
      return ask.volume(segment, country)
    case 'trend':
      return ask.trend(segment, country)
    case 'profile':
      return ask.profile(segment, country)
  }
}

function firmGap(firm: Reading['firms'][number], target: Target, ask: QuestionMaker): Gap {
  const segment = target.segment ?? firm.segments[0] ?? 'soft_drinks'
  return {
    asked: firm.id,
    kind: 'brand',
    reason: `We do not hold sales or shares of ${firm.id}: the panel names no real firm, and key players are listed with their sources, without shares.`,
    nearest: ask.players(segment, target.country ?? defaultCountry),
  }
}

/** Everything a question asks for that is not held, each with the nearest question that is answerable. */
export function gapsOf(reading: Reading, target: Target, ask: QuestionMaker, catalogue: Catalogue): Gap[] {
  const gaps: Gap[] = [
    ...reading.places.map(place => placeGap(place, target, ask, catalogue)),
    ...reading.topics.map(topic => topicGap(topic, target, ask)),
    ...reading.notHeld.map(measure => measureGap(measure, target, ask)),
    ...reading.firms.map(firm => firmGap(firm, target, ask)),
  ]
  const country = catalogue.country(target.country ?? '')
  if (country?.limitedData && target.segment) {
    gaps.push({
      asked: country.name,
      kind: 'place',
      reason: `We do not hold the retail panel for ${country.name}: it is held with limited data, in country figures only.`,
      nearest: ask.country(country.iso3),
    })
  }
  for (const cue of reading.cues) {
    if (cue.cue !== 'foreign_currency') continue
    gaps.push({
      asked: cue.name,
      kind: 'measure',
      reason: `We do not hold values in ${cue.name}: values are in US$ and in local currency.`,
      nearest: null,
    })
  }
  for (const word of target.segment ? reading.qualifiers : []) {
    gaps.push({
      asked: word,
      kind: 'segment',
      reason: `We do not hold ‘${word}’ apart: the answer covers the segment as a whole.`,
      nearest: null,
    })
  }
  return gaps.filter((gap, i) => gaps.findIndex(other => other.asked === gap.asked) === i)
}
