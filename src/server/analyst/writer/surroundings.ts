import type { Writing } from './draft-answer.ts'
import { roleOf, type Said, say } from './facts.ts'
import { contextFact } from './sections.ts'

/** The household purse and the towns around a market. */
export function incomeSentences(w: Writing): Said[] {
  const consumption = contextFact(w, 'hh_consumption_pc_usd')
  const urban = contextFact(w, 'urban_share')
  return [
    consumption ? say`Household consumption is ${consumption.figure} a head (${consumption.period}).` : null,
    urban ? say`${urban.figure} of people live in towns and cities (${urban.period}).` : null,
  ]
}

/** Where a country stands on volume a head among its neighbours. */
export function peerSentences(w: Writing): Said[] {
  const peers = roleOf(w.results, 'peers')
  if (!peers || peers.rows < 2) return []
  const rows = Array.from({ length: peers.rows }, (_, row) => row).filter(
    row => peers.number(row, 'panel_volume_pc') !== null,
  )
  const sorted = rows.toSorted(
    (a, b) => (peers.number(b, 'panel_volume_pc') ?? 0) - (peers.number(a, 'panel_volume_pc') ?? 0),
  )
  const [top] = sorted
  const own = peers.find('iso3', w.country)
  if (top === undefined || own < 0) return []
  const name = (row: number) => peers.text(row, 'country') ?? ''
  if (top === own) {
    const next = sorted[1]
    return next === undefined
      ? []
      : [
          say`${name(own)} buys the most a head among its neighbours, ${peers.figure(own, 'panel_volume_pc', { withUnit: true })}; ${name(next)} follows with ${peers.figure(next, 'panel_volume_pc', { withUnit: true })}.`,
        ]
  }
  return [
    say`${name(top)} buys the most a head among the neighbours, ${peers.figure(top, 'panel_volume_pc', { withUnit: true })}, against ${peers.figure(own, 'panel_volume_pc', { withUnit: true })} in ${name(own)}.`,
  ]
}

/** People and prices around a market, for the deep form of a profile. */
export function contextSentences(w: Writing): Said[] {
  const population = contextFact(w, 'population')
  const inflation = contextFact(w, 'inflation_cpi')
  const growth = contextFact(w, 'gdp_growth')
  return [
    population ? say`${w.place} has ${population.figure} people (${population.period}).` : null,
    growth ? say`Real GDP growth was ${growth.figure} in ${growth.period}.` : null,
    inflation ? say`Consumer price inflation was ${inflation.figure} in ${inflation.period}.` : null,
    ...incomeSentences(w),
  ]
}
