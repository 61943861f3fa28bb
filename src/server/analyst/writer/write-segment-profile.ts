import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { DraftAnswer, type Writing } from './draft-answer.ts'
import { arrow, listed, moved, roleOf, type Said, say } from './facts.ts'
import { currencyWord } from './places.ts'
import { factNames } from './player-names.ts'
import {
  affordabilitySentences,
  brandSentences,
  channelSentences,
  effectSentences,
  focusRow,
  longestEffects,
  seasonSentences,
  sharesChart,
  volumeAndPrice,
  volumePriceChart,
} from './sections.ts'
import { aHeadTile, priceTile, valueTile, volumeTile } from './size-tiles.ts'
import { contextSentences, peerSentences } from './surroundings.ts'

/** A category's summary: how large, what moved, who holds it, where it sells, when it is bought. */
export function writeSegmentProfile(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const size = roleOf(w.results, 'size')
  if (!size) return answer.done()
  const row = focusRow(size, w)
  const year = size.period(row)
  const money = currencyWord(w.catalogue, w.country)
  const isDeep = w.plan.depth === 'deep'
  answer
    .headline(
      sinceHeadline(w, row),
      say`${capital(w.goods)} in ${w.place} was a ${size.figure(row, 'panel_value_usd')} market in ${year}: ${volumeAndPrice(size, row, w)} on the year before.`,
      say`${capital(w.goods)} in ${w.place} was a ${size.figure(row, 'panel_value_usd')} market in ${year}.`,
    )
    .tiles(
      valueTile(
        `Market size ${year}`,
        size,
        row,
        say`${arrow(size, row, 'value_yoy')}, in ${money} ${arrow(size, row, 'value_lcu_yoy')}`,
      ),
      volumeTile('Volume', size, row),
      priceTile(size, row),
      aHeadTile(size, row),
    )
    .chart(volumePriceChart(w))
    .paragraph('What moved the market', ...effectSentences(w))
    .paragraph('Who holds it', ...brandSentences(w))
    .chart(sharesChart(w, 'brand_trend', 'brand'))
    .paragraph('Where it sells', ...channelSentences(w))
    .paragraph('When it is bought', ...seasonSentences(w), standing(w))
    .paragraph('Affordability', ...affordabilitySentences(w))
    .paragraph('Against its neighbours', ...(isDeep ? peerSentences(w) : []))
    .paragraph('The country around it', ...(isDeep ? contextSentences(w) : []))
    .paragraph('Players', ...(isDeep ? [playersSentence(w)] : []))
    .table(size.table.id, `${capital(w.goods)} in ${w.place}, year by year`, sizeColumns)
    .next(
      w.ask.channels(w.segment, w.country),
      w.ask.priceVolume(w.segment, w.country),
      w.ask.players(w.segment, w.country),
      w.ask.feasibility(w.segment, w.country),
    )
  return answer.done()
}

export const sizeColumns = [
  'period',
  'panel_value_usd',
  'panel_value_lcu',
  'panel_volume',
  'panel_price_lcu',
  'value_yoy',
  'volume_yoy',
  'price_yoy',
]

/** The firms that public sources name, without a share. */
function playersSentence(w: Writing): Said {
  const { facts, reported } = factNames(w)
  if (facts.length > 0)
    return [{ text: `Public sources name ${listed(facts)}. No share is given to a real firm.` }]
  return reported.length > 0 ? [{ text: `Reported, not verified: ${listed(reported)}.` }] : null
}

/** The finding over the panel's years: size, volume a year, price a year. */
function sinceHeadline(w: Writing, row: number): Said {
  const size = roleOf(w.results, 'size')
  const effects = roleOf(w.results, 'effects')
  if (!size || !effects?.has('volume_cagr')) return null
  const at = longestEffects(effects)
  if (effects.text(at, 'last_period') !== size.text(row, 'period')) return null
  return say`${capital(w.goods)} in ${w.place} reached ${size.figure(row, 'panel_value_usd')} in ${size.period(row)}: since ${effects.period(at, 'first_period')} volume ${moved(effects, at, 'volume_cagr', 'grew', 'fell', 'held steady')} a year and the average price in ${currencyWord(w.catalogue, w.country)} ${moved(effects, at, 'price_cagr', 'rose', 'fell', 'held steady')} a year.`
}

/** Where the country stands among all that are covered. */
function standing(w: Writing) {
  const all = roleOf(w.results, 'standing')
  const row = all?.find('iso3', w.country) ?? -1
  if (!all || row < 0) return null
  return say`Across the countries covered, ${w.place} ranks number ${all.figure(row, 'rank')} by value, with ${all.figure(row, 'share')} of the total.`
}
