import { expect, test } from 'vitest'
import { itemsOf } from './pages.ts'

test('pages are read one after the other, each only when its items are wanted', async () => {
  const read: (string | undefined)[] = []
  const items = itemsOf(async cursor => {
    read.push(cursor)
    const page = Number(cursor ?? 0)
    return { data: [page * 2, page * 2 + 1], next_cursor: page < 2 ? String(page + 1) : null }
  })
  expect((await items.next()).value).toBe(0)
  expect(read).toEqual([undefined])
  const rest: number[] = []
  for await (const item of items) rest.push(item)
  expect(rest).toEqual([1, 2, 3, 4, 5])
  expect(read).toEqual([undefined, '1', '2'])
})
