import type { Dim } from '../../../contract/query.ts'
import type { Catalogue } from '../../insights/insights.ts'
import type { Messages } from './messages.ts'

/** Names as they stand in the middle of a sentence. */
export interface Names {
  /** 'the Gambia', 'baby diapers', 'modern trade', 'Brand A'. */
  member(dim: Dim, id: string): string
  /** What `in` names: 'ECOWAS', 'the Sahel', 'dairy'. */
  bundle(dim: Dim, id: string): string
  /** 'GDP per capita'. */
  measure(id: string): string
  /** The unit of a measure as the catalogue writes it; null for an unknown one. */
  unit(id: string): string | null
  decimals(id: string): number | null
  /** Amounts and counts come to something, everything else stands somewhere. */
  isAmount(id: string): boolean
  /** 'mobile subscriptions were', 'GDP was'. */
  isPlural(id: string): boolean
  /** Whether its figures are of the retail panel, and so belong to segments, brands and channels too. */
  isPanel(id: string): boolean
  /** Whether a brand stands for all that have no name. */
  isRest(name: string): boolean
  /** What one measure divided by another is called, 'average price'; null where it has no name. */
  quotient(above: string, below: string): string | null
  /** Older than this many years a figure is said to be old; null where the catalogue says nothing. */
  maxAge(id: string): number | null
}

export function namesOf(catalogue: Catalogue, messages: Messages): Names {
  const derived = new Map(catalogue.derived.map(row => [row.id, row]))
  const of = (id: string) => derived.get(id) ?? catalogue.measure(id)
  const bare = (phrase: string) => phrase.replace(/ ?\(.*?\)/g, '')
  return {
    member(dim, id) {
      const own = messages.own(`${dim}.${id}`)
      if (own !== null) return own
      if (dim === 'country') return catalogue.country(id)?.name ?? catalogue.group(id)?.name ?? id
      if (dim === 'segment') return bare(catalogue.segment(id)?.phrase ?? id)
      return dim === 'channel' ? (catalogue.channel(id)?.phrase ?? id) : id
    },
    bundle(dim, id) {
      const own = messages.own(`${dim}.${id}`)
      if (own !== null) return own
      if (dim === 'country') return bare(catalogue.group(id)?.name ?? id)
      return dim === 'segment' ? (catalogue.department(id)?.name.toLowerCase() ?? id) : id
    },
    measure: id => messages.own(`measure.${id}`) ?? of(id)?.phrase ?? id,
    unit: id => of(id)?.unit ?? null,
    decimals: id => of(id)?.decimals ?? null,
    isAmount: id => ['amount', 'count'].includes(of(id)?.rules.kind ?? ''),
    isPlural: id => messages.own(`plural.${id}`) !== null,
    isPanel: id =>
      catalogue.measure(id)?.kind === 'panel' || /\bpanel_/.test(derived.get(id)?.expression ?? ''),
    isRest: name => name === messages.own('brand.rest'),
    quotient(above, below) {
      const expression = `${above} / ${below}`
      const named = catalogue.derived.find(row => row.expression === expression)
      return (
        messages.own(`quotient.${expression}`) ??
        (named ? (messages.own(`measure.${named.id}`) ?? named.phrase) : null)
      )
    },
    maxAge: id => of(id)?.rules.maxAgeYears ?? null,
  }
}
