import { useEffect, useSyncExternalStore } from 'react'
import { refreshCredits } from '../credits/queries.ts'
import { closeNews, isNewsShown, subscribeToNews, watchForTopUps } from './top-up-news.ts'

/** Whether it is to be said that credits have come, from the first balance on. Put away by OK, the balance is read again. */
export function useTopUpNews() {
  useEffect(watchForTopUps, [])
  const isShown = useSyncExternalStore(subscribeToNews, isNewsShown)
  return {
    isShown,
    close: (isOk: boolean) => {
      closeNews()
      if (isOk) void refreshCredits()
    },
  }
}
