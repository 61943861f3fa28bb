import { expect, test } from 'vitest'
import type { OpenPoint } from '../analyst/analyst.ts'
import { anAsker, chatInstance } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { dataOf, operatorDesk } from '../testing/operator-desk.ts'
import { countOpenPoints, pruneOpenPoints } from './open-points.ts'

const database = await testDatabase()
const instance = await chatInstance(database)
const { admin } = operatorDesk(database.pool)

const unread = (words: string, lang: OpenPoint['lang'] = 'en'): OpenPoint => ({ why: 'unread', lang, words })
const listed = async (...options: string[]) =>
  (dataOf(await admin(['questions', '--json', ...options])) as { points: unknown[] }).points

test('what questions were not answered for is counted, listed by how often, and forgotten after a year', async () => {
  const { ctx } = instance
  await countOpenPoints(ctx, [
    unread('Pallet'),
    unread('pallet'),
    { why: 'not_available', lang: 'sw', words: 'Dodoma' },
  ])
  await countOpenPoints(ctx, [unread('pallet')])
  await countOpenPoints(ctx, [{ why: 'left_open', lang: 'en', words: 'goods' }])
  expect(await listed('--least', '1')).toEqual([
    { why: 'unread', lang: 'en', words: 'pallet', times: 2 },
    { why: 'left_open', lang: 'en', words: 'goods', times: 1 },
    { why: 'not_available', lang: 'sw', words: 'dodoma', times: 1 },
  ])
  expect(await listed()).toHaveLength(1)
  expect((await admin(['questions'])).out).toMatch(/2 +not understood +en +pallet/)
  await database.pool.query("update open_point set day = day - 400 where words = 'pallet'")
  await pruneOpenPoints(ctx)
  expect(await listed('--days', '366')).toEqual([])
  await database.pool.query('delete from open_point')
})

test('addresses, numbers and texts pasted in are not kept', async () => {
  const words = ['ama@example.com', '0209876543', 'x'.repeat(41), 'Ghana 2031']
  await countOpenPoints(
    instance.ctx,
    words.map(one => unread(one)),
  )
  expect(await listed('--least', '1')).toEqual([])
})

test('an answer with something left open is counted once it is stored', async () => {
  const asker = await anAsker(database)
  instance.analyst.play = { words: 3, everyMs: 0, outcome: { open: [unread('frobnicated')] } }
  await asker.call(instance, 'POST', '/chat/reply', { message: 'GDP of Ghana, frobnicated' })
  await expect
    .poll(() => listed('--least', '1'))
    .toEqual([{ why: 'unread', lang: 'en', words: 'frobnicated', times: 1 }])
})
