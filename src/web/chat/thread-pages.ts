import { type Exchange, isUnderWay } from './thread.ts'

/** A conversation as far as it is loaded: its newest exchanges, oldest first. */
export interface LoadedThread {
  readonly exchanges: readonly Exchange[]
  /** There are more before the first. */
  readonly hasEarlier: boolean
}

/** What was loaded, brought up to date by the newest page; earlier pages stay unless they no longer reach it. */
export function withNewest(known: LoadedThread | undefined, page: LoadedThread): LoadedThread {
  if (!known) return page
  const byTurn = new Map(known.exchanges.map(one => [one.turnId, one]))
  const exchanges = page.exchanges.map(one => sameUnlessMoved(byTurn.get(one.turnId), one))
  const from = known.exchanges.findIndex(one => one.turnId === page.exchanges[0]?.turnId)
  if (from <= 0) return { ...page, exchanges }
  return { exchanges: [...known.exchanges.slice(0, from), ...exchanges], hasEarlier: known.hasEarlier }
}

/** An answer that has ended does not change: the same object is not drawn again. */
const sameUnlessMoved = (known: Exchange | undefined, one: Exchange) =>
  known && known.state === one.state && !isUnderWay(one.state) ? known : one

/** What was loaded with an earlier page put before it. */
export function withEarlier(known: LoadedThread, page: LoadedThread): LoadedThread {
  return { exchanges: [...page.exchanges, ...known.exchanges], hasEarlier: page.hasEarlier }
}
