import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TextGathering } from './text-gathering.ts'

// Words and pauses come at their time, however busy the machine is.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gathering(everyMs: number) {
  const passed: string[] = []
  const times = { everyMs, busyMs: 2 * everyMs }
  return {
    passed,
    into: new TextGathering(
      text => passed.push(text),
      times,
      () => 0,
    ),
  }
}

test('the first word goes out at once, those soon after it together', () => {
  const { passed, into } = gathering(60)
  for (const word of ['one ', 'two ', 'three ']) into.add(word)
  expect(passed).toEqual(['one '])
  vi.advanceTimersByTime(60)
  expect(passed).toEqual(['one ', 'two three '])
})

test('what follows a pause waits for nothing', () => {
  const { passed, into } = gathering(20)
  into.add('one ')
  vi.advanceTimersByTime(100)
  into.add('two ')
  expect(passed).toEqual(['one ', 'two '])
})

test('a flush hands over what waits, and nothing twice', () => {
  const { passed, into } = gathering(30)
  for (const word of ['one ', 'two ']) into.add(word)
  into.flush()
  into.flush()
  vi.advanceTimersByTime(80)
  expect(passed).toEqual(['one ', 'two '])
})

test('what the taker throws while nobody calls is told to the next who does, and ends no process', () => {
  let takes = 0
  const take = () => {
    takes += 1
    if (takes === 2) throw new Error('cannot take it')
  }
  const into = new TextGathering(take, { everyMs: 20, busyMs: 40 }, () => 0)
  for (const word of ['one ', 'two ']) into.add(word)
  vi.advanceTimersByTime(40)
  expect(takes).toBe(2)
  expect(() => into.add('three ')).toThrow('cannot take it')
})

test.each([
  [1, ['one ', 'two three ', 'four five ']],
  [2, ['one ', 'two three four ']],
])('at level %i of being busy words wait for as many others, at most for the given time', (level, early) => {
  const passed: string[] = []
  const into = new TextGathering(
    text => passed.push(text),
    { everyMs: 5, busyMs: 400 },
    () => level,
  )
  for (const word of ['one ', 'two ', 'three ', 'four ', 'five ']) {
    into.add(word)
    vi.advanceTimersByTime(20)
  }
  expect(passed).toEqual(early)
  vi.advanceTimersByTime(400)
  expect(passed.join('')).toBe('one two three four five ')
})
