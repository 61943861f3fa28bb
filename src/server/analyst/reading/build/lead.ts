import type { Draft } from '../draft.ts'

/** The market leader is the first brand. */
export function withLead(draft: Draft): Draft {
  if (!draft.lead) return draft
  const order = draft.order ?? { end: 'high', n: null, skip: 0, both: false, change: false }
  // How far ahead: the shares of the first two, and their distance.
  const isAhead = draft.relate === 'difference' && draft.rivals.length === 0 && draft.sets.brand.length === 0
  return isAhead
    ? { ...draft, order: { ...order, n: 2 }, share: true, relate: null, stats: [...draft.stats, 'lead'] }
    : { ...draft, order }
}
