import { type Dim, dims, type Query } from '../../../contract/query.ts'
import type { Draft } from './draft.ts'
import type { Candidate } from './read.ts'

/** One way to go on: a member and the queries that the question makes with it. */
export interface Choice {
  dim: Dim
  id: string
  queries: Query[]
}

/** What has to be asked back: the meanings a name has, or what a question leaves out that no convention decides. */
export type LeftOpen =
  | { k: 'meaning'; choices: Choice[] }
  /** Sales or prices of what? */
  | { k: 'goods'; choices: Choice[] }
  /** A brand stands for nothing without its goods and country. */
  | { k: 'market' }
  /** Nothing says what or where. */
  | { k: 'subject' }

/** What the best readings of a question leave open; null where they say all that is needed. */
export function leftOpen(
  candidates: readonly Candidate[],
  hasPast: boolean,
  withGoods: (candidate: Candidate) => Choice[],
): LeftOpen | null {
  const [best] = candidates
  if (!best || best.missing.length > 0) return null
  if (!hasPast && isOfNothing(best)) return { k: 'subject' }
  if (best.unread.length > 0) return null
  const meaning = best.queries.length > 0 ? meaningsOf(candidates) : null
  if (meaning) return meaning
  const { sets } = best.draft
  if (sets.brand.length > 0 && sets.segment.length === 0) return { k: 'market' }
  return needsGoods(best) ? { k: 'goods', choices: withGoods(best) } : null
}

/** Nothing is named and nothing looked for: 'is it going up', 'compare the two'. */
const isOfNothing = ({ draft, queries }: Candidate): boolean =>
  dims.every(dim => draft.sets[dim].length === 0) &&
  !JSON.stringify(queries).includes('"ids":') &&
  !isSearch(draft)

/** Members are looked for: what they are is said by that. */
const isSearch = (draft: Draft) =>
  draft.order !== null ||
  draft.stats.includes('correlation') ||
  draft.nouns.length + draft.slices.length + draft.conds.length + draft.preds.length > 0 ||
  draft.wants.includes('who') ||
  draft.among !== null

/** Sales, volume or a price without goods, where no members are looked for. */
function needsGoods({ draft, queries }: Candidate): boolean {
  if (draft.sets.segment.length + draft.sets.channel.length > 0) return false
  // A price of all goods together makes no query.
  if (queries.length === 0) return draft.measures.length > 0 && draft.measures.every(({ panel }) => panel)
  return queries.every(
    query =>
      JSON.stringify(query.show).includes('"panel_') &&
      !JSON.stringify(query).includes('"segment"') &&
      query.rows.every(row => row.k !== 'departments' && (row.k !== 'members' || row.of.k === 'ids')),
  )
}

/** Readings as good as the best whose queries differ in one member alone: 'Congo' is two countries. */
function meaningsOf(candidates: readonly Candidate[]): LeftOpen | null {
  const [best] = candidates
  if (!best) return null
  const equal = candidates.filter(({ cost, unread }) => cost - best.cost < 1e-9 && unread.length === 0)
  if (equal.length < 2) return null
  const choices = equal.flatMap(({ draft, queries }) => {
    const others = equal.filter(other => other.draft !== draft)
    const own = dims.flatMap(dim => idsOf(draft, dim).map(id => ({ dim, id })))
    const only = own.filter(({ dim, id }) => others.every(other => !idsOf(other.draft, dim).includes(id)))
    return only.length === 1 && only[0] ? [{ ...only[0], queries }] : []
  })
  return choices.length === equal.length ? { k: 'meaning', choices } : null
}

const idsOf = (draft: Draft, dim: Dim): string[] =>
  draft.sets[dim].flatMap(({ of }) => (of.k === 'ids' ? of.ids : []))
