import type { Dim } from '../../../contract/query.ts'
import type { Catalogue } from '../../insights/insights.ts'
import type { Messages } from './messages.ts'
import { Phrase } from './phrase.ts'

/** Names as they stand in the middle of a sentence. */
export interface Names {
  /** 'the Gambia', 'baby diapers', 'modern trade', 'Brand A'. */
  member(dim: Dim, id: string): Phrase
  /** What `in` names: 'ECOWAS', 'the Sahel', 'dairy'. */
  bundle(dim: Dim, id: string): Phrase
  /** The name of a country or segment that a table calls by its English one. */
  called(name: string): Phrase
  /** 'GDP per capita'. */
  measure(id: string): Phrase
  /** The unit of a measure as the catalogue writes it; null for an unknown one. */
  unit(id: string): string | null
  /** A unit of the catalogue in the words of the language, of '% of GDP' what stands behind the sign; null where it has none. */
  unitWords(unit: string): string | null
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
  quotient(above: string, below: string): Phrase | null
  /** Older than this many years a figure is said to be old; null where the catalogue says nothing. */
  maxAge(id: string): number | null
}

export function namesOf(catalogue: Catalogue, messages: Messages): Names {
  const derived = new Map(catalogue.derived.map(row => [row.id, row]))
  const of = (id: string) => derived.get(id) ?? catalogue.measure(id)
  const bare = (phrase: string) => phrase.replace(/ ?\(.*?\)/g, '')
  const local = new Map(
    catalogue.names
      .filter(({ lang }) => lang === messages.lang)
      .map(({ kind, id, name, form }) => [`${kind}.${id}`, new Phrase(name, form)]),
  )
  const own = (kind: string, id: string): Phrase | null => {
    const text = messages.own(`${kind}.${id}`)
    return local.get(`${kind}.${id}`) ?? (text === null ? null : new Phrase(text))
  }
  const measureOf = (id: string) => own('measure', id) ?? new Phrase(of(id)?.phrase ?? id)
  const member = (dim: Dim, id: string): string => {
    if (dim === 'country') return catalogue.country(id)?.name ?? catalogue.group(id)?.name ?? id
    if (dim === 'segment') return bare(catalogue.segment(id)?.phrase ?? id)
    return dim === 'channel' ? (catalogue.channel(id)?.phrase ?? id) : id
  }
  const bundle = (dim: Dim, id: string): string => {
    if (dim === 'country') return bare(catalogue.group(id)?.name ?? id)
    return dim === 'segment' ? (catalogue.department(id)?.name.toLowerCase() ?? id) : id
  }
  const nameOf = (dim: Dim, id: string): Phrase =>
    own(dim, id) ?? (dim === 'country' ? own('group', id) : null) ?? new Phrase(member(dim, id))
  const ids = new Map<string, readonly [Dim, string]>([
    ...catalogue.countries.map(({ name, iso3 }) => [name, ['country', iso3]] as const),
    ...catalogue.segments.map(({ name, id }) => [name, ['segment', id]] as const),
  ])
  return {
    member: nameOf,
    called(name) {
      const [dim, id] = (messages.lang === 'en' ? null : ids.get(name)) ?? []
      return dim === undefined || id === undefined ? new Phrase(name) : nameOf(dim, id)
    },
    bundle: (dim, id) => own(bundleKinds[dim], id) ?? own(dim, id) ?? new Phrase(bundle(dim, id)),
    measure: measureOf,
    unit: id => of(id)?.unit ?? null,
    unitWords: unit => local.get(`unit.${unit}`)?.text ?? null,
    decimals: id => of(id)?.decimals ?? null,
    isAmount: id => ['amount', 'count'].includes(of(id)?.rules.kind ?? ''),
    isPlural: id => messages.own(`plural.${id}`) !== null,
    isPanel: id =>
      catalogue.measure(id)?.kind === 'panel' || /\bpanel_/.test(derived.get(id)?.expression ?? ''),
    isRest: name => name === messages.own('brand.rest'),
    quotient(above, below) {
      const expression = `${above} / ${below}`
      const named = catalogue.derived.find(row => row.expression === expression)
      return own('quotient', expression) ?? (named ? measureOf(named.id) : null)
    },
    maxAge: id => of(id)?.rules.maxAgeYears ?? null,
  }
}

/** What a name of several members is a name of. */
const bundleKinds: Record<Dim, string> = {
  country: 'group',
  segment: 'department',
  brand: 'brand',
  channel: 'channel',
}
