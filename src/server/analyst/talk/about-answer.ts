import type { Expr } from '../../../contract/query.ts'
import { textOf } from '../claims/result-set.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { baseMeasures, ownMeasures } from './base-measures.ts'
import { defineMeasure } from './define.ts'
import { mainTables, measuresOf } from './past-answer.ts'
import { figureMeant, queryAt } from './rows.ts'
import { joined } from './source.ts'
import type { Operation } from './talk-context.ts'

const headline = (pieces: Piece[]): Draft => ({ type: 'headline', pieces })
const paragraph = (sentences: readonly Piece[][]): Draft[] =>
  sentences.length === 0 ? [] : [{ type: 'paragraph', heading: null, pieces: joined(sentences) }]

/** Which of the figures are modelled and which are as published. */
export const modelled: Operation = ({ answer, catalogue, messages, names: namesOf }) => {
  if (!answer) return { drafts: [headline(messages.say('talk.modelled.all'))] }
  const measures = baseMeasures(answer, catalogue).flatMap(id => catalogue.measure(id) ?? [])
  const of = (kind: 'panel' | 'figure') => {
    const own = measures.filter(one => one.kind === kind).map(({ id }) => namesOf.measure(id).text)
    return messages.textList([...new Set(own)].slice(0, 8))
  }
  const [panel, figures] = [of('panel'), of('figure')]
  const which = String(panel) === '' ? 'none' : String(figures) === '' ? 'all' : 'some'
  return { drafts: [headline(messages.say('talk.modelled', { which, panel, figures }))], showsSources: true }
}

/** Whether the names of brands are those of companies. */
export const names: Operation = context => {
  const { answer, catalogue, messages } = context
  const [segment] =
    answer?.queries.flatMap(({ cut }) => (cut.segment?.k === 'ids' ? cut.segment.ids : [])) ?? []
  const [country] =
    answer?.queries.flatMap(({ cut }) => (cut.country?.k === 'ids' ? cut.country.ids : [])) ?? []
  const firms = catalogue.keyPlayers.filter(one => one.segment === segment && one.country === country)
  const known = [
    ...new Set(
      firms.map(({ company, brand }) => (brand && brand !== company ? `${company} (${brand})` : company)),
    ),
  ]
  const more =
    known.length > 0
      ? [messages.say('talk.names.firms', { items: messages.textList(known.slice(0, 6)) })]
      : []
  return { drafts: [headline(messages.say('talk.names')), ...paragraph(more)] }
}

/** Of which years the rows are, and whether they are all of one. */
export const years: Operation = ({ answer, messages }) => {
  const tables = answer ? mainTables(answer) : []
  const dated = tables.flatMap(table => {
    const keys = table.columns.map(({ key }) => key).filter(key => /^y\d+$/.test(key) || key === 'year')
    return table.rows.flatMap((_, row) =>
      keys.slice(0, 1).flatMap(key => {
        const year = textOf(table, row, key)
        const name = ['country', 'brand', 'segment', 'channel', 'group']
          .map(one => textOf(table, row, one))
          .find(Boolean)
        return year === null ? [] : [{ year, name: name ?? '' }]
      }),
    )
  })
  const byYear = [...Map.groupBy(dated, ({ year }) => year)].toSorted(([a], [b]) => b.localeCompare(a))
  if (byYear.length > 1) {
    const items = byYear.map(([year, of]) => {
      const list = messages.textList(
        of
          .map(({ name }) => name)
          .filter(name => name !== '')
          .slice(0, 6),
      )
      return messages.text('talk.years.item', { year, names: list, n: of.length })
    })
    return { drafts: [headline(messages.say('talk.years.differ', { items: items.join('; ') }))] }
  }
  const periods = [
    ...new Set(
      tables.flatMap(({ period }) => (period ? [`${period.from.slice(0, 4)}–${period.to.slice(0, 4)}`] : [])),
    ),
  ]
  const shown = byYear[0]?.[0] ?? periods.map(one => [...new Set(one.split('–'))].join('–')).join(', ')
  return { drafts: [headline(messages.say('talk.years.same', { year: shown }))] }
}

/** What the measure is made of: gross or net, weighted or not, at which prices. */
export const basis: Operation = context => {
  const { answer, messages, talk } = context
  const asked = talk.parts.measures.flatMap(measuresOf)
  const ids = asked.length > 0 ? asked : ownMeasures(context).slice(0, 2)
  const folds = answer ? answer.queries.flatMap(({ show }) => show.flatMap(({ of }) => foldsOf(of))) : []
  const isWeight = talk.parts.details.includes('weight')
  const said = isWeight ? [messages.say('talk.basis.fold', folds[0] ?? { how: 'none', by: '' })] : []
  const [first, ...more] = [...said, ...ids.flatMap(id => defineMeasure(context, id))]
  return { drafts: first ? [headline(first), ...paragraph(more)] : [], showsSources: true }
}

/** How members are put together, where an expression does so. */
function foldsOf(of: Expr): { how: string; by: string }[] {
  if (of.k === 'fold') return [{ how: of.how, by: of.by?.k === 'measure' ? of.by.id : '' }]
  if (of.k === 'calc') return [...foldsOf(of.a), ...foldsOf(of.b)]
  return 'of' in of ? foldsOf(of.of) : []
}

/** Whether a country is in the figure: a member of what it is over, with a figure of its own. */
export const includes: Operation = async context => {
  const { answer, catalogue, messages, talk } = context
  const [iso3] = talk.parts.named.country
  const figure = figureMeant(context)
  if (!answer || iso3 === undefined || !figure)
    return { drafts: [headline(messages.say('talk.includes.none'))] }
  const shown = answer.document.tables.flatMap(table =>
    table.rows.map((_, row) => textOf(table, row, 'iso3')),
  )
  const groups = groupsOf(answer.queries.map(({ cut, rows }) => [cut, rows]))
  const isMember = shown.includes(iso3) || groups.some(id => catalogue.group(id)?.members.includes(iso3))
  const own = queryAt(figure, [figure.shown.of], {
    cut: { ...figure.w.view.cut(figure.row), country: { k: 'ids', dim: 'country', ids: [iso3] } },
  })
  const [w] = isMember ? await context.run([own]) : [null]
  const [column] = w?.view.shown ?? []
  const value = w && column ? w.view.figure(0, column) : []
  const is = !isMember ? 'out' : value.length > 0 ? 'in' : 'missing'
  const name = context.names.member('country', iso3)
  return {
    drafts: [headline(messages.capital(messages.say('talk.includes', { is, name, value })))],
    showsSources: true,
  }
}

/** Ids of the groups of countries that stand anywhere in a value. */
function groupsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'k' in value && value.k === 'in' && 'id' in value ? [String(value.id)] : []
  const bundles = 'k' in value && value.k === 'groups' && 'ids' in value ? (value.ids as string[]) : []
  return [...own, ...bundles, ...Object.values(value).flatMap(groupsOf)]
}
