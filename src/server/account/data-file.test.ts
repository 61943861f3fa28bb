import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { dataFile } from './data-file.ts'

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
const textOf = async (chunks: AsyncIterable<string>) => (await allOf(chunks)).join('')

test('a file of parts with no, one and many items is one JSON object', async () => {
  const parts = [
    { name: 'none', items: async function* () {} },
    {
      name: 'one',
      items: async function* () {
        yield { text: 'a "quoted"\nline' }
      },
    },
    {
      name: 'many',
      items: async function* () {
        yield* [1, null, [2]]
      },
    },
  ]
  const text = await textOf(dataFile({ made_at: 'now', profile: { name: 'Ama' } }, parts, 'u'))
  expect(JSON.parse(text)).toEqual({
    made_at: 'now',
    profile: { name: 'Ama' },
    none: [],
    one: [{ text: 'a "quoted"\nline' }],
    many: [1, null, [2]],
  })
})

test('a slow reader holds the reading up: nothing piles up in memory', async () => {
  let made = 0
  const many = {
    name: 'many',
    items: async function* () {
      for (; made < 10_000; made += 1) yield 'x'.repeat(1_000)
    },
  }
  const stream = Readable.from(dataFile({}, [many], 'u'), { objectMode: false, highWaterMark: 65_536 })
  const first = await new Promise(resolve => stream.once('readable', () => resolve(stream.read(1))))
  expect(String(first)).toBe('{')
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(made).toBeLessThan(200)
  stream.destroy()
})

test('what fails in the middle leaves a file that is no JSON', async () => {
  const failing = {
    name: 'failing',
    items: async function* () {
      yield 1
      throw new Error('away')
    },
  }
  let text = ''
  const reading = (async () => {
    for await (const chunk of dataFile({ made_at: 'now' }, [failing], 'u')) text += chunk
  })()
  await expect(reading).rejects.toThrow('away')
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
})
