import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { reply } from '../../contract/chat.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { anAsker, chatInstance, gate } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents, wordsOf } from '../testing/event-reader.ts'

const database = await testDatabase()
const instance = await chatInstance(database)

type Reply = AnswerOf<typeof reply>
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; message: string } }).error

test('a question is answered when done, with its document, its conversation and exactly the price', async () => {
  const asker = await anAsker(database)
  const answer = await asker.call(instance, 'POST', '/chat/reply', { message: 'GDP of Ghana' })
  expect(answer.status).toBe(200)
  const body = (await answer.json()) as Reply
  expect(body.session_key).toMatch(/^thread_[A-Za-z0-9_-]{22}$/)
  expect(body).toMatchObject({ message: '<p>3 blocks</p>', credits: 3 })
  expect(body.document?.claims[0]?.shown).toBe('US$ 82.3bn')
  expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
})

test('a streamed question tells its events in order without a gap, and done after the commit', async () => {
  const asker = await anAsker(database)
  const answer = await asker.stream(instance, {})
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  let accountAtDone: unknown
  const events = await readEvents(answer, event => {
    if (event.event === 'done') accountAtDone = asker.account()
    return false
  })
  expect(events.map(event => event.id)).toEqual(events.map((_, index) => index + 1))
  expect(events.map(event => event.event)).toEqual([
    'started',
    'step',
    'plan',
    'result',
    'claims',
    'block',
    'block',
    'delta',
    'block',
    'charge',
    'done',
  ])
  expect(wordsOf(events)).toBe('w1 w2 w3 ')
  expect(events.at(-1)?.data).toEqual({ state: 'complete' })
  expect(await accountAtDone).toEqual({ balance: 97, held: 0, spent: 3 })
})
