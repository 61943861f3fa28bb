import type { Table } from '../../../contract/result.ts'
import { numberOf, textOf } from '../claims/result-set.ts'
import { figureOf } from './statistic-table.ts'
import { direction, type Said, subjectOf, type Writing } from './writing.ts'

/** Under this probability of chance a correlation is called one; strength by the size of r. */
const chance = 0.05
const strengths: [number, string][] = [
  [0.7, 'strong'],
  [0.4, 'moderate'],
  [0, 'weak'],
]

export function sayCorrelation(w: Writing, table: Table): Said[] {
  const { messages, view } = w
  const [y, x] = view.shown
  const [r, p] = [numberOf(table, 0, 'pearson'), numberOf(table, 0, 'pearson_p')]
  if (!y || !x || r === null) return []
  const strength = strengths.find(([from]) => Math.abs(r) >= from)?.[1] ?? 'weak'
  const main = messages.say('correlation', {
    ...{ y: subjectOf(w, y), x: subjectOf(w, x), way: direction(r), strength },
    ...{ clear: String(p !== null && p < chance), r: figureOf(w, table, 0, 'pearson') },
    ...{ n: figureOf(w, table, 0, 'n'), dim: view.naming[0] ?? 'period' },
  })
  const rank = figureOf(w, table, 0, 'spearman')
  return [
    main,
    [
      ...(rank.length > 0 ? [...messages.say('correlation.rank', { rank }), { text: ' ' }] : []),
      ...sayCause(w),
    ],
  ]
}

/** Of several measures the one that goes with the first most closely, then the others. */
export function sayCorrelations(w: Writing, table: Table): Said[] {
  const { messages, view } = w
  const [y] = view.shown
  const items = table.rows.flatMap((_, row): Said[] => {
    const x = view.shown.find(({ key }) => key === textOf(table, row, 'with_id'))
    const r = figureOf(w, table, row, 'pearson')
    return x && r.length > 0 ? [messages.say('correlation.item', { x: subjectOf(w, x), r })] : []
  })
  const [first, ...others] = items
  if (!y || !first) return []
  const main = messages.say('correlation.several', {
    ...{ y: subjectOf(w, y), first, others: messages.list(others), more: others.length },
    ...{ n: figureOf(w, table, 0, 'n'), dim: view.naming[0] ?? 'period' },
  })
  return [main, sayCause(w)]
}

/** What goes together is no cause; of the panel part of it is made by how it is modelled. */
const sayCause = ({ messages, view }: Writing): Said =>
  messages.say('correlation.cause', { modelled: String(view.table.modelled) })
