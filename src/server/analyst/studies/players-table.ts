import type { Cell, Column, Table } from '../../../contract/result.ts'
import type { Catalogue, KeyPlayer } from '../../insights/insights.ts'
import { ownerName } from './owner-names.ts'

export const playersSource = 'key-players'

/** A firm with its brands in one segment. */
export interface Firm {
  segment: string
  company: string
  brands: string[]
  /** Country of its owner, by name or code; '' where it is not known or the same. */
  owner: string
  note: string
  /** Address of the source; '' where it was only reported. */
  source: string
}

/** Known firms of segments in a country, the sourced ones first, in the order of the segments. */
export function firmsOf(
  catalogue: Catalogue,
  segments: readonly string[],
  country: string,
  lang: string,
): Firm[] {
  const players = catalogue.keyPlayers.filter(
    player => player.country === country && segments.includes(player.segment),
  )
  const groups = Map.groupBy(players, ({ segment, company }) => `${segment}\n${company}`)
  return [...groups.values()]
    .map((group): Firm => firmOf(catalogue, group, { country, lang }))
    .sort(
      (a, b) =>
        Number(a.source === '') - Number(b.source === '') ||
        segments.indexOf(a.segment) - segments.indexOf(b.segment),
    )
}

interface Place {
  country: string
  lang: string
}

function firmOf(catalogue: Catalogue, players: readonly KeyPlayer[], { country, lang }: Place): Firm {
  const [first] = players
  const owner = first?.ownerCountry ?? ''
  return {
    segment: first?.segment ?? '',
    company: first?.company ?? '',
    brands: [...new Set(players.map(({ brand }) => brand))].filter(brand => brand !== ''),
    owner: owner === country ? '' : ownerName(catalogue, owner, lang),
    note: first?.note ?? '',
    source: players.find(({ confidence }) => confidence === 'fact')?.source ?? '',
  }
}

const text = (key: string, label: string): Column => ({
  ...{ key, label, kind: 'text', unit: null, decimals: null, measure: null, formula: null },
})

export function playersTable(catalogue: Catalogue, firms: readonly Firm[], id: string, title: string): Table {
  return {
    ...{ id, role: 'players', title, sources: [playersSource], period: null, coverage: null },
    ...{ modelled: false, flags: [], computed: [] },
    columns: [
      ...[text('segment', 'Segment'), text('company', 'Company'), text('brand', 'Brands')],
      ...[text('owner', 'Owner from'), text('note', 'Note'), text('source', 'Source')],
    ],
    rows: firms.map((firm): Cell[] => [
      ...[catalogue.segment(firm.segment)?.name ?? firm.segment, firm.company, firm.brands.join(', ')],
      ...[firm.owner || null, firm.note || null, firm.source || 'reported, no source'],
    ]),
  }
}
