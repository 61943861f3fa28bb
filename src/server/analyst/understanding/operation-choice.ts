import type { Operation } from '../../../contract/plan.ts'
import { has, namesGoods, namesPlace, namesSubject, orderAsked, rowsAsked, wants } from './cue-tests.ts'
import type { Reading } from './reading.ts'

const definitionStart =
  /^\s*(?:what(?:'s| is| are| does| do)|define|explain|definition|meaning|how (?:is|are|do you))\b/i

/** 'What is MAT?', 'explain HHI': a word of the trade and nothing to compute. */
export function asksDefinition(reading: Reading): boolean {
  const opening = wants(reading, 'definition') || definitionStart.test(reading.question)
  if (!opening || namesPlace(reading) || namesGoods(reading) || reading.places.length > 0) return false
  if (reading.terms.length > 0 && reading.measures.length === 0) return reading.words <= 12
  const bareMeasure =
    reading.measures.length === 1 && !orderAsked(reading) && reading.time.windows.length === 0
  return bareMeasure && (wants(reading, 'definition') || reading.words <= 4)
}

/** A profile reads one segment in one country; these need both. */
export const studies: readonly Operation[] = [
  'feasibility',
  'consumer_profile',
  'segment_profile',
  'price_volume',
  'channel_mix',
]

const spansYears = (reading: Reading) =>
  reading.time.windows.length === 1 &&
  reading.time.windows.some(
    ({ window }) =>
      window.kind === 'since' ||
      window.kind === 'until' ||
      (window.kind === 'last' && (window.unit === 'year' ? window.count > 1 : window.count > 12)) ||
      (window.kind === 'span' && window.from.length === 4 && window.from !== window.to),
  )

const isRank = (reading: Reading) =>
  orderAsked(reading) !== null || (reading.limit !== null && !namesGoods(reading))

/** What is to be computed, by the words that ask for it; the order decides where several do. */
export function chooseOperation(reading: Reading): Operation {
  const wantsOne = (name: Operation) => wants(reading, name)
  const goods = namesGoods(reading)
  if (wantsOne('holdings') && !(goods && namesPlace(reading)) && reading.measures.length === 0)
    return 'holdings'
  if (wantsOne('feasibility') && reading.measures.length === 0) return 'feasibility'
  if (wantsOne('key_players')) return 'key_players'
  const sets = goods && (reading.countries.length === 1 || !namesPlace(reading))
  if (wantsOne('consumer_profile') && goods) return 'consumer_profile'
  const byChannel = wantsOne('channel_mix') || (reading.channels.length > 0 && goods)
  // The channels of one brand are shares of that brand; a mix is of the whole segment.
  if (byChannel && goods && reading.brands.length > 0) return 'share'
  if (byChannel) return 'channel_mix'
  if (wantsOne('price_volume') && goods) return 'price_volume'
  if (has(reading, 'why') && goods) return 'price_volume'
  if (wantsOne('segment_profile') && sets && !isRank(reading)) return 'segment_profile'
  // Goods beside what households spend in all are a part of it.
  if (goods && reading.measures.includes('hh_consumption_usd') && reading.panelMeasures.length === 0)
    return 'share'
  const asksShare = wantsOne('share') || rowsAsked(reading) === 'brand' || reading.brands.length > 0
  if (asksShare && (goods || !namesSubject(reading))) return 'share'
  if (has(reading, 'seasonality')) return 'trend'
  if (isRank(reading)) return 'rank'
  // 'Is the economy growing?' asks for the growth of GDP, which is a figure of its own.
  const growing = wantsOne('growth') || reading.time.growth !== null
  if (growing && wantsOne('country_profile') && !namesSubject(reading)) return 'country_profile'
  if (growing) return 'growth'
  const several =
    reading.countries.length > 1 || reading.segments.length > 1 || reading.time.windows.length > 1
  const sideBySide = wantsOne('compare') || (several && !wantsOne('trend'))
  if (sideBySide && !spansYears(reading)) return 'compare'
  if (wantsOne('trend') || spansYears(reading) || reading.time.rows || wants(reading, 'trend')) return 'trend'
  if (
    goods &&
    reading.panelMeasures.every(({ text }) => weakPanelWord(text)) &&
    !has(reading, 'per_capita')
  ) {
    return asksForSize(reading) ? 'lookup' : 'segment_profile'
  }
  if (goods || reading.measures.length > 0 || reading.panelMeasures.length > 0) return 'lookup'
  if (namesPlace(reading)) return 'country_profile'
  return 'help'
}

/** 'The diaper market' names the goods; 'how big' and 'sales' ask for a figure. */
const weakPanelWord = (text: string) => /^(?:market|demand)$/.test(text)

const asksForSize = (reading: Reading) => /\bhow (?:much|many|big|large)\b/i.test(reading.question)
