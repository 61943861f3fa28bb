import type { PurchaseState } from '../../contract/payments.ts'
import { ApiError } from '../platform/api-error.ts'
import { hasNewsSince, subscribeToNews } from './top-up-news.ts'

/** A purchase that may still be credited, or of which that is not known. */
export interface OpenPurchase {
  /** By the page's clock: top-ups that are told of since then are taken for it. */
  sinceMs: number
  ask: () => Promise<{ state: PurchaseState }>
}

const askEveryMs = 15_000
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429

/**
 * Waits for what becomes of an open purchase: `onNews` once a top-up is told of, `onState` with each answer, for which it
 * asks while the page is seen. Gives back the way to stop.
 */
export function watchPurchase(
  { sinceMs, ask }: OpenPurchase,
  onNews: () => void,
  onState: (state: PurchaseState) => void,
): () => void {
  let isOver = false
  let isAsking = false
  async function askAgain(): Promise<void> {
    if (isAsking || document.hidden) return
    isAsking = true
    try {
      const { state } = await ask()
      if (!isOver) onState(state)
    } catch (error) {
      // Refused, it will be so the next time; the news may still come.
      if (error instanceof ApiError && isRefusal(error.status)) clearInterval(timer)
    }
    isAsking = false
  }
  const timer = setInterval(() => void askAgain(), askEveryMs)
  const leaveNews = subscribeToNews(look)
  function stop(): void {
    isOver = true
    clearInterval(timer)
    leaveNews()
  }
  function look(): void {
    if (isOver || !hasNewsSince(sinceMs)) return
    stop()
    onNews()
  }
  // It may have been told of before anybody knew that the purchase is open.
  look()
  return stop
}
