import { formatPeriod } from '../../charts/format-period.ts'
import type { Operation, Plan } from '../../contract/plan.ts'
import type { Catalogue } from '../insights/insights.ts'

type Words = { label: string; value: string }[]

const operationWords: Record<Operation, string> = {
  lookup: 'Look-up',
  trend: 'Trend',
  compare: 'Comparison',
  rank: 'Ranking',
  share: 'Shares',
  growth: 'Growth',
  price_volume: 'Price and volume',
  channel_mix: 'Channels',
  segment_profile: 'Segment profile',
  consumer_profile: 'Consumer behaviour',
  key_players: 'Key players',
  country_profile: 'Country profile',
  feasibility: 'Feasibility study',
  definition: 'Definition',
  holdings: 'What is held',
  gap: 'Not held',
  ask_back: 'A question back',
  help: 'Help',
}
const growthWords = {
  yoy: 'on the year before',
  cagr: 'a year, compound',
  mat: 'moving annual total',
} as const
const longList = 6

/** The plan in words, a line each, as it stands under an answer. */
export function planWords(plan: Plan, catalogue: Catalogue): Words {
  const names = (ids: readonly string[], find: (id: string) => { name: string } | undefined) =>
    ids.length > longList
      ? `${ids.length}: ${ids
          .slice(0, longList)
          .map(id => find(id)?.name ?? id)
          .join(', ')} …`
      : ids.map(id => find(id)?.name ?? id).join(', ')
  const lines: [label: string, value: string | null][] = [
    ['Question', operationWords[plan.operation]],
    ['Measure', names(plan.measures, catalogue.measure)],
    [
      'Segment',
      plan.department
        ? (catalogue.department(plan.department)?.name ?? null)
        : names(plan.segments, catalogue.segment),
    ],
    [
      'Place',
      plan.group
        ? `${catalogue.group(plan.group)?.name} (${plan.countries.length} countries)`
        : names(plan.countries, catalogue.country),
    ],
    ['Brand', plan.brands.join(', ')],
    ['Channel', names(plan.channels, catalogue.channel)],
    ['Period', plan.period ? formatPeriod(plan.period) : null],
    ['Against', plan.against ? formatPeriod(plan.against) : null],
    ['By', plan.by],
    ['Growth', plan.growth ? growthWords[plan.growth] : null],
    [
      'Order',
      plan.order
        ? `${plan.order} first${plan.rank_by === 'growth' ? ', by growth' : ''}${plan.limit ? `, ${plan.limit} shown` : ''}`
        : null,
    ],
    ['Currency', plan.currency === null ? null : plan.currency === 'usd' ? 'US$' : 'local currency'],
    ['Chart', plan.chart === null ? null : plan.chart.replace('_', ' ')],
    [
      'Term',
      plan.term === null
        ? null
        : (catalogue.term(plan.term)?.name ?? catalogue.measure(plan.term)?.name ?? plan.term),
    ],
  ]
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
