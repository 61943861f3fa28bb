import type { UsageEntry } from '../../contract/credits.ts'

/** What an entry of the history is called: by its ref first, then by its type. */
export function historyLabel({ ref, type }: Pick<UsageEntry, 'ref' | 'type'>): string {
  if (ref.includes('thread_')) return 'Chat prompt'
  return type === 'credit' ? 'Top up' : 'Other'
}
