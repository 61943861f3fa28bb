import { refreshCredits, watchRises } from '../credits/queries.ts'
import { queryClient } from '../platform/query-client.ts'
import { topUpsKey } from './queries.ts'

/** Whether 'Topup complete!' is to be seen. */
let isShown = false
/** A purchase was told of whose credits may not be in the balance yet: that rise is no news. */
let isTold = false
let risenAtMs = Number.NEGATIVE_INFINITY
let toldAtMs = Number.NEGATIVE_INFINITY
const listeners = new Set<() => void>()

function show(next: boolean): void {
  isShown = next
  if (next) toldAtMs = performance.now()
  for (const listener of listeners) listener()
}

export function subscribeToNews(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isNewsShown = (): boolean => isShown
export const closeNews = (): void => show(false)
/** Whether it was said since then, by the page's clock. */
export const hasNewsSince = (sinceMs: number): boolean => toldAtMs >= sinceMs

/** Reads the balance and the history again. */
export async function refreshTopUps(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: topUpsKey })
  await refreshCredits()
}

/**
 * A purchase is known to be credited: says so, unless a rise of the balance said it since `sinceMs` (by the page's clock),
 * and reads the balance and the history again.
 */
export async function announceTopUp(sinceMs: number): Promise<void> {
  const isNews = risenAtMs < sinceMs
  if (isNews) show(true)
  isTold = isNews
  await refreshTopUps()
  isTold = false
}

/** Says so too when the balance is seen to have risen; gives back the way to stop. */
export function watchForTopUps(): () => void {
  const stop = watchRises(() => {
    risenAtMs = performance.now()
    if (!isTold) show(true)
    isTold = false
    void queryClient.invalidateQueries({ queryKey: topUpsKey })
  })
  return () => {
    stop()
    show(false)
  }
}
