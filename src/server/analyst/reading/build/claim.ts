import type { Cond, Expr, Query } from '../../../../contract/query.ts'
import type { Draft } from '../draft.ts'

const against = (a: Expr, op: '<' | '=' | '>', value: number): Cond => ({
  ...{ k: 'compare', a, op, b: { k: 'number', value, unit: null } },
})

/** What a question by yes or no asks of a query of one place; null where it asks something else. `test`: what it tests. */
export function claimOf(draft: Draft, query: Query | undefined, test: Cond | null): Cond | null {
  const main = query?.show[0]?.of
  if (!main || !draft.wants.includes('yesno') || query.rows.length > 0) return null
  if (main.k === 'rank') return against(main, '=', 1 + (draft.order?.skip ?? 0))
  if (test) return test
  const { change, earlier, towards } = draft
  const [now, before] = query.show
  if (earlier && towards && now && before)
    return { k: 'compare', a: now.of, op: towards === 'low' ? '<' : '>', b: before.of }
  if (!change || change.dir === 'any' || main.k !== 'change') return null
  return against(main, change.dir === 'down' ? '<' : '>', main.as === 'times' ? 1 : 0)
}
