import type { SetOf } from '../../../contract/query.ts'
import { buyersOf, type Catalogue } from '../../insights/insights.ts'
import type { Need, Studies, Study } from './study.ts'

/** What a study is of. */
export interface StudyParams {
  /** One country, several that are to be chosen from, or a group; null: Africa. */
  country: SetOf | null
  segment: SetOf | null
  /** 'YYYY'; null: the last year of the panel. */
  year: string | null
  /** Weights of criteria in place of those of the study, by column. */
  weights: Readonly<Record<string, number>>
}

export interface AskedStudy {
  study: Study
  params: StudyParams
}

/** The texts of the holes of a study's queries. */
export interface Holes {
  texts: Readonly<Record<string, string>>
  /** What is one member, not several. */
  single: ReadonlySet<Need>
}

/** Growth is over so many years, or as many as the panel has. */
const growthYears = 5
const yearsAhead = 3
const decade = 10
/** Among fewer candidates places say little: they are placed among all of Africa. */
const fewestCandidates = 8

const africa = 'in africa'

export function holesOf(
  { country, segment, year }: StudyParams,
  studies: Studies,
  catalogue: Catalogue,
): Holes {
  const firstYear = Number(catalogue.panel.from.slice(0, 4))
  const last = Number(year ?? catalogue.panel.to.slice(0, 4))
  const one = onlyMember(segment)
  const buyers = studies.buyers[one === null ? 'head' : buyersOf(one)]
  const isGroup = country !== null && country.k !== 'ids'
  const members = isGroup ? (countriesOf(country, catalogue)?.length ?? 0) : 0
  const single: Need[] = [
    ...(onlyMember(country) === null ? [] : (['country'] as const)),
    ...(one === null ? [] : (['segment'] as const)),
  ]
  return {
    texts: {
      country: country ? setText(country) : africa,
      candidates: isGroup && members >= fewestCandidates ? setText(country) : africa,
      segment: segment ? setText(segment) : 'all',
      segments: segment ? setText(segment) : 'all',
      ...{
        year: String(last),
        ago: String(last - 1),
        before: String(Math.max(firstYear, last - growthYears)),
      },
      ...{ first: String(firstYear), horizon: String(last + yearsAhead), decade: String(last - decade) },
      ...{ ahead: String(yearsAhead), span: String(Math.min(growthYears, last - firstYear)) },
      ...buyers,
    },
    single: new Set(single),
  }
}

/** The one member that a set names; null for any other set. */
export const onlyMember = (set: SetOf | null): string | null =>
  set?.k === 'ids' && set.ids.length === 1 ? (set.ids[0] ?? null) : null

/** The countries of a set that needs no figures; null where it needs some. */
export function countriesOf(set: SetOf, catalogue: Catalogue): string[] | null {
  if (set.k === 'ids') return set.ids
  if (set.k === 'in') return catalogue.group(set.id)?.members ?? null
  if (set.k === 'all') return catalogue.countries.map(({ iso3 }) => iso3)
  if (set.k === 'where' || set.k === 'top') return null
  const [a, b] = [countriesOf(set.a, catalogue), countriesOf(set.b, catalogue)]
  if (!a || !b) return null
  if (set.k === 'or') return [...new Set([...a, ...b])]
  return a.filter(one => b.includes(one) === (set.k === 'and'))
}

/** The text form of a listed or named set; any other is written by its members. */
export function setText(set: SetOf): string {
  if (set.k === 'ids') return set.ids.map(quoted).join('|')
  if (set.k === 'in') return `in ${quoted(set.id)}`
  if (set.k === 'and' || set.k === 'or' || set.k === 'except')
    return `(${setText(set.a)}) ${set.k} (${setText(set.b)})`
  return 'all'
}

const quoted = (id: string): string => (/^[A-Za-z_]\w*$/.test(id) ? id : `'${id.replaceAll("'", "''")}'`)

/** A text with its holes filled. Throws on one that nothing fills. */
export const filled = (text: string, texts: Holes['texts']): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const found = texts[name]
    if (found === undefined) throw new Error(`nothing fills {${name}}`)
    return found
  })
