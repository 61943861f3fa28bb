import { type Lang, langs } from '../../../contract/lang.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { bundleOf, oneOf } from './named-sets.ts'
import type { Sem } from './sem.ts'

/** The kinds of a language whose names of countries differ from place to place. */
const regions: Partial<Record<Lang, readonly string[]>> = {
  fr: ['fr'],
  pt: ['pt-PT', 'pt-BR'],
  sw: ['sw', 'sw-KE'],
  ar: ['ar', 'ar-MA'],
}

export interface LocalSurface {
  lang: Lang
  surface: string
  sem: Sem
}

/** Names in languages other than English: the rows of `data/names`, and of countries those that the platform knows. */
export function localNamesOf({ countries, names }: Catalogue): LocalSurface[] {
  const list: LocalSurface[] = []
  for (const [lang, tags] of Object.entries(regions) as [Lang, readonly string[]][])
    for (const tag of tags) {
      const nameOf = new Intl.DisplayNames([tag], { type: 'region' })
      for (const { iso2, iso3 } of countries) {
        const surface = nameOf.of(iso2)?.replace(/ ?\(.*\)/, '')
        if (surface) list.push({ lang, surface, sem: oneOf('country', iso3) })
      }
    }
  for (const { lang, kind, id, name } of names) {
    const sem = semOf(kind, id)
    if (sem) list.push({ lang: lang as Lang, surface: name, sem })
  }
  return list
}

function semOf(kind: Catalogue['names'][number]['kind'], id: string): Sem | null {
  switch (kind) {
    case 'group':
      return bundleOf('country', id)
    case 'department':
      return bundleOf('segment', id)
    case 'measure':
      return { c: 'meas', of: { k: 'measure', id }, panel: id.startsWith('panel_') }
    case 'unit':
      return null
    default:
      return oneOf(kind, id)
  }
}

/** Regions of the world by their codes of the United Nations, without those of Africa. */
const worldRegions = [
  '001',
  '019',
  '021',
  '003',
  '005',
  '009',
  '013',
  '029',
  '142',
  '145',
  '150',
  '154',
  '419',
]

/** Names of every country that is not covered, and of the parts of the world, in each language. */
export function outsideAfrica({ countries }: Catalogue): string[] {
  const covered = new Set(countries.map(({ iso2 }) => iso2))
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap(a => letters.map(b => a + b)).filter(code => !covered.has(code))
  return langs.flatMap(lang => {
    const names = new Intl.DisplayNames([lang], { type: 'region', fallback: 'none' })
    // Codes out of use name a country as it is called today: DY is Benin, RH Zimbabwe.
    const own = new Set([...covered].map(code => names.of(code)))
    return [...codes, ...worldRegions].flatMap(code => names.of(code) ?? []).filter(name => !own.has(name))
  })
}
