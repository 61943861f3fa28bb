import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TextGathering } from './text-gathering.ts'

function gathering(everyMs: number) {
  const passed: string[] = []
  return { passed, into: new TextGathering(text => passed.push(text), { everyMs, busyMs: 2 * everyMs }) }
}

test('the first word goes out at once, those soon after it together', async () => {
  const { passed, into } = gathering(60)
  for (const word of ['one ', 'two ', 'three ']) into.add(word)
  expect(passed).toEqual(['one '])
  await expect.poll(() => passed).toEqual(['one ', 'two three '])
})

test('what follows a pause waits for nothing', async () => {
  const { passed, into } = gathering(20)
  into.add('one ')
  await sleep(100)
  into.add('two ')
  expect(passed).toEqual(['one ', 'two '])
})

test('a flush hands over what waits, and nothing twice', async () => {
  const { passed, into } = gathering(30)
  for (const word of ['one ', 'two ']) into.add(word)
  into.flush()
  into.flush()
  await sleep(80)
  expect(passed).toEqual(['one ', 'two '])
})

test('what the taker throws while nobody calls is told to the next who does, and ends no process', async () => {
  let takes = 0
  const take = () => {
    takes += 1
    if (takes === 2) throw new Error('cannot take it')
  }
  const into = new TextGathering(take, { everyMs: 20, busyMs: 40 })
  for (const word of ['one ', 'two ']) into.add(word)
  await expect.poll(() => takes).toBe(2)
  expect(() => into.add('three ')).toThrow('cannot take it')
})

test.each([
  [1, ['one ', 'two three ', 'four five ']],
  [2, ['one ', 'two three four ']],
])(
  'at level %i of being busy words wait for as many others, at most for the given time',
  async (level, early) => {
    const passed: string[] = []
    const into = new TextGathering(
      text => passed.push(text),
      { everyMs: 5, busyMs: 400 },
      () => level,
    )
    for (const word of ['one ', 'two ', 'three ', 'four ', 'five ']) {
      into.add(word)
      await sleep(20)
    }
    expect(passed).toEqual(early)
    await expect.poll(() => passed.join('')).toBe('one two three four five ')
  },
)
