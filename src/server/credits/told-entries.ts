import type { UsageEntry } from '../../contract/credits.ts'
import type { SignedInContext } from '../platform/context.ts'

/** Words for an entry, by its ref. Refs that there are none for are left out. */
export type WordsByRef = (
  ctx: SignedInContext,
  refs: readonly string[],
) => Promise<ReadonlyMap<string, string>>

export interface EntryWords {
  /** What was asked, by the entry that paid for its answer. */
  askedByRef: WordsByRef
  /** What was bought, by the entry that its credits came with. */
  purchasedByRef: WordsByRef
}

/** Entries with what those know who caused them. */
export async function toldEntries(
  ctx: SignedInContext,
  entries: readonly UsageEntry[],
  { askedByRef, purchasedByRef }: EntryWords,
): Promise<UsageEntry[]> {
  const refs = entries.map(({ ref }) => ref)
  const asked = await askedByRef(ctx, refs)
  const purchased = await purchasedByRef(ctx, refs)
  return entries.map(entry => ({
    ...entry,
    question: asked.get(entry.ref),
    detail: entry.detail ?? purchased.get(entry.ref),
  }))
}
