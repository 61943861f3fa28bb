import { expect, test } from 'vitest'
import type { TurnState } from '../../contract/turn-event.ts'
import type { Exchange } from './thread.ts'
import { type LoadedThread, withEarlier, withNewest } from './thread-pages.ts'

const exchange = (turnId: string, state: TurnState = 'complete'): Exchange => ({
  turnId,
  question: turnId,
  askedAt: '2026-05-01T10:00:00Z',
  answeredAt: '2026-05-01T10:00:02Z',
  state,
  document: null,
  text: '',
  credits: 3,
})
const loaded = (hasEarlier: boolean, ...turnIds: string[]): LoadedThread => ({
  exchanges: turnIds.map(turnId => exchange(turnId)),
  hasEarlier,
})
const idsOf = ({ exchanges }: LoadedThread) => exchanges.map(one => one.turnId).join(' ')

test('an earlier page stands before what was loaded, and says whether there is more', () => {
  const all = withEarlier(loaded(true, 'c', 'd'), loaded(false, 'a', 'b'))
  expect(idsOf(all)).toBe('a b c d')
  expect(all.hasEarlier).toBe(false)
})

test('the newest page read again keeps the earlier ones', () => {
  const all = withNewest(loaded(false, 'a', 'b', 'c', 'd'), loaded(true, 'c', 'd', 'e'))
  expect(idsOf(all)).toBe('a b c d e')
  expect(all.hasEarlier).toBe(false)
})

test('a newest page that no longer touches what was loaded stands alone', () => {
  const alone = withNewest(loaded(false, 'a', 'b'), loaded(true, 'x', 'y'))
  expect(idsOf(alone)).toBe('x y')
  expect(alone.hasEarlier).toBe(true)
})

test('an answer that has ended keeps its identity, one that went on does not', () => {
  const known = { exchanges: [exchange('a'), exchange('b', 'running')], hasEarlier: false }
  const all = withNewest(known, loaded(false, 'a', 'b'))
  expect(all.exchanges[0]).toBe(known.exchanges[0])
  expect(all.exchanges[1]?.state).toBe('complete')
})
