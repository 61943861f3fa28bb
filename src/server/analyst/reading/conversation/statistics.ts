import type { Draft } from '../draft.ts'
import type { Step } from './step.ts'

/** Statistics of which a question asks one: another one takes its place. */
const kinds: ReadonlySet<string> = new Set([
  ...['correlation', 'seasonality', 'forecast', 'reach', 'decompose', 'contribution'],
])

/** What growth is taken apart into is no figure per head. */
const parts: ReadonlySet<string> = new Set(['decompose', 'contribution'])

const asksKind = ({ stats, effects }: Draft) => effects.length > 0 || stats.some(stat => kinds.has(stat))

/** What is supposed, what growth is taken apart into and what an index starts from; a new question of one kind ends the one before. */
export const withStatistic: Step = (draft, { before, next }) => {
  const isOther = next.supposed || asksKind(next)
  const isOpen =
    next.measures.length === 0 && next.order === null && next.change === null && next.per === null
  const isSame = !isOther && isOpen && next.wants.length === 0 && !next.size
  const stats = isOther
    ? [...draft.stats.filter(stat => !kinds.has(stat) || next.stats.includes(stat))]
    : draft.stats.filter(stat => next.per === null || !parts.has(stat))
  return {
    ...draft,
    stats,
    base: next.base ?? draft.base,
    effects: next.effects.length > 0 ? next.effects : isSame ? before.effects : [],
    amounts: next.amounts.length > 0 ? next.amounts : isSame ? before.amounts : [],
    elasticity: next.elasticity ?? (isSame ? before.elasticity : null),
    steady: next.steady || (isSame && before.steady),
    supposed: next.supposed || (isSame && before.supposed),
    // What is supposed is not what was asked before.
    ...(next.supposed
      ? { preds: next.preds, conds: next.conds, change: next.change, wants: next.wants, order: next.order }
      : {}),
  }
}
