import type { SetOf } from '../../../contract/query.ts'
import { buyersOf, type Catalogue, type CatalogueModel } from '../../insights/insights.ts'
import type { Messages } from '../answer/messages.ts'
import type { Names } from '../answer/names.ts'
import type { Words } from '../answer/phrase.ts'
import { type Holes, onlyMember, type StudyParams } from './params.ts'

interface Wording {
  messages: Messages
  names: Names
  catalogue: Catalogue
  model: CatalogueModel
}

/** Names that sentences of a study use beside its figures; null where it has none. */
export function textsOf(
  { country, segment }: StudyParams,
  { texts }: Holes,
  { messages, names, catalogue }: Wording,
): Record<string, Words | null> {
  const own = onlyMember(country)
  const goods = onlyMember(segment)
  const base = goods === null ? 'head' : buyersOf(goods)
  const group = texts.candidates?.startsWith('in ') ? texts.candidates.slice(3) : 'africa'
  const { year = '', ago = '', before = '', first = '', horizon = '', decade = '' } = texts
  return {
    ...{ year, ago, before, first, horizon, decade },
    country: own === null ? null : names.member('country', own),
    place:
      country === null
        ? messages.phrase('set.all', { dim: 'country' })
        : setName('country', country, names, messages),
    goods:
      segment === null ? messages.phrase('study.goods.all') : setName('segment', segment, names, messages),
    isOne: String(goods !== null),
    among: messages.text('study.among', { group, name: names.bundle('country', group) }),
    region: regionOf(own, catalogue, names),
    ...{ buyers: messages.own(`study.buyers.${base}`), base },
    currency: own === null ? null : currencyName(catalogue, own),
    capital: catalogue.country(own ?? '')?.capital ?? null,
    languages: messages.textList(catalogue.country(own ?? '')?.languages ?? []),
  }
}

const setName = (dim: 'country' | 'segment', set: SetOf, names: Names, messages: Messages): Words => {
  if (set.k === 'ids') return messages.textList(set.ids.map(id => names.member(dim, id)))
  return set.k === 'in' ? names.bundle(dim, set.id) : messages.text('set.all', { dim })
}

const regions = ['north_africa', 'west_africa', 'central_africa', 'east_africa', 'southern_africa']

function regionOf(own: string | null, catalogue: Catalogue, names: Names): Words | null {
  const id = catalogue.country(own ?? '')?.groups.find(one => regions.includes(one))
  return id === undefined ? null : names.bundle('country', id)
}

/** 'the naira', 'the Ghana cedi'. */
function currencyName(catalogue: Catalogue, iso3: string): string | null {
  const name = catalogue.country(iso3)?.panelCurrency.name
  if (name === undefined) return null
  return name.includes(' ') ? name : name.toLowerCase()
}
