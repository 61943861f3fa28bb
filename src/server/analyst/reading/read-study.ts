import type { SetOf, Time } from '../../../contract/query.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { type AskedStudy, onlyMember } from '../studies/params.ts'
import { loadStudies, type Need, type Studies, type Study } from '../studies/study.ts'
import { asksFigures } from './asks-figures.ts'
import { type Draft, setOfDim } from './draft.ts'

/**
 * The study that a draft asks for; null where it asks for none, where figures of its own are asked for beside a word that is not
 * firm, or where what it would be of is not said.
 */
export function readStudy(draft: Draft, catalogue: Catalogue): AskedStudy | null {
  const { study: asked } = draft
  if (!asked) return null
  const country = setOfDim(draft, 'country')
  const goods = setOfDim(draft, 'segment')
  const segment = goods && isEveryGood(goods, catalogue) ? null : goods
  const known = new Set<Need>([
    ...(onlyMember(country) === null ? [] : (['country'] as const)),
    ...(segment === null ? [] : (['segment'] as const)),
  ])
  const studies = loadStudies(catalogue)
  const [study] = studies.all
    .filter(({ answers, needs }) => answers.includes(asked.kind) && needs.every(need => known.has(need)))
    // What is named is what it is of: goods do not get the study of a country.
    .filter(({ needs, takes = [] }) => [...known].every(one => [...needs, ...takes].includes(one)))
    .sort((a, b) => b.needs.length - a.needs.length)
  // 'Which companies lead' asks for their names: there are no figures of firms to put in an order.
  const said = asked.kind === 'players' ? { ...draft, order: null } : draft
  if (!study || (!asked.firm && asksFigures(said) && !showsAll(said, study, studies))) return null
  return { study, params: { country, segment, year: yearOf(draft.times), weights: {} } }
}

/** 'Consumer goods' is no restriction. */
const isEveryGood = (set: SetOf, catalogue: Catalogue): boolean =>
  set.k === 'in' && catalogue.department(set.id)?.segments.length === catalogue.segments.length

/** 'Tell me about Rwanda, the economy, the people': several measures are named, and the study shows all of them. */
function showsAll(draft: Draft, study: Study, studies: Studies): boolean {
  const named = [...draft.measures.map(({ of }) => of), ...(draft.nounOwn ? [draft.nounOwn] : [])]
  const asked = named.map(of => (of.k === 'measure' ? of.id : ''))
  const shown = study.queries.flatMap(name =>
    Object.values(studies.queries[name]?.show ?? {}).map(column =>
      typeof column === 'string' ? column : column.of,
    ),
  )
  return asked.length > 1 && asksOnlyMeasures(draft) && asked.every(id => shown.includes(id))
}

const asksOnlyMeasures = (draft: Draft): boolean => !asksFigures({ ...draft, measures: [] })

/** The one year that is named; null where none or a longer time is. */
function yearOf([time, ...more]: readonly Time[]): string | null {
  if (!time || more.length > 0) return null
  if (time.k === 'last') return time.n === 1 && time.grain === 'year' ? time.to : null
  return time.k === 'span' && time.from === time.to && /^\d{4}$/.test(time.from) ? time.from : null
}
