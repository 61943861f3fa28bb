import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { createStreamPlaces } from './stream-places.ts'

const { streamsPerUser, sessionStreamsPerUser, runningTurnsPerUser } = limits
const places = createStreamPlaces(true)
const take = (user: string, kind: 'session' | 'turn', count: number) =>
  Array.from({ length: count }, () => places.take(user, kind))
const full = expect.objectContaining({ code: 'rate_limited' })

test('a user has ten places, three of which screens leave to the answers that may run at once', () => {
  expect([streamsPerUser, streamsPerUser - sessionStreamsPerUser]).toEqual([10, runningTurnsPerUser])
  take('a', 'session', sessionStreamsPerUser)
  expect(() => places.take('a', 'session')).toThrow(full)
  const answers = take('a', 'turn', runningTurnsPerUser)
  expect(() => places.take('a', 'turn')).toThrow(full)
  answers[0]?.()
  expect(() => places.take('a', 'session')).toThrow(full)
  expect(() => places.take('a', 'turn')).not.toThrow()
})

test('answers alone may take all ten, and the eleventh waits', () => {
  take('b', 'turn', streamsPerUser)
  expect(() => places.take('b', 'turn')).toThrow(full)
  expect(() => places.take('b', 'session')).toThrow(full)
  expect(() => places.take('c', 'session')).not.toThrow()
})

test('a place that is given back twice is one place', () => {
  const [first] = take('d', 'turn', streamsPerUser)
  first?.()
  first?.()
  places.take('d', 'turn')
  expect(() => places.take('d', 'turn')).toThrow(full)
})

test('with limits switched off there is no end of places', () => {
  const unlimited = createStreamPlaces(false)
  for (let count = 0; count < 100; count += 1) unlimited.take('e', 'session')
})
