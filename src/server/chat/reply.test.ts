import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { reply } from '../../contract/chat.ts'
import type { getUsageHistory } from '../../contract/credits.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { AppError } from '../platform/errors.ts'
import { type Asker, anAsker, chatInstance, gate } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents, wordsOf } from '../testing/event-reader.ts'
import { pruneConversations } from './chat.ts'

const database = await testDatabase()
const instance = await chatInstance(database)

type Reply = AnswerOf<typeof reply>
type Refusal = { code: string; message: string; needed?: number; balance?: number }

const send = (asker: Asker, body: object) => asker.call(instance, 'POST', '/chat/reply', body)

async function refusalOf(answer: Response): Promise<Refusal> {
  return ((await answer.json()) as { error: Refusal }).error
}

/** Everything but the request's id, which alone may differ. */
const bytesOf = async (answer: Response) => (await answer.text()).replace(/"request_id":"[^"]{16}"/, '')

test('a question is answered when done, with its document, its conversation and exactly the price', async () => {
  const asker = await anAsker(database)
  const answer = await send(asker, { message: 'GDP of Ghana' })
  expect(answer.status).toBe(200)
  const body = (await answer.json()) as Reply
  expect(body.session_key).toMatch(/^thread_[A-Za-z0-9_-]{22}$/)
  expect(body).toMatchObject({ message: '<p>3 blocks</p>', credits: 3 })
  expect(body.document?.claims[0]?.shown).toBe('US$ 82.3bn')
  expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
})

test('the history of usage tells an answer by its question, until the conversation is deleted', async () => {
  const asker = await anAsker(database)
  const body = (await (await send(asker, { message: 'GDP of Ghana' })).json()) as Reply
  const latest = async () => {
    const answer = await asker.call(instance, 'GET', '/accounts/usage/history')
    const { history } = (await answer.json()) as AnswerOf<typeof getUsageHistory>
    return history.data[0]
  }
  expect(await latest()).toMatchObject({ narrative: 'Chat prompt', question: 'GDP of Ghana' })
  await asker.call(instance, 'DELETE', `/chat/sessions/${body.session_key}`)
  expect(await latest()).toMatchObject({ narrative: 'Chat prompt' })
  expect(await latest()).not.toHaveProperty('question')
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
  expect(events.map(event => event.event).filter(name => name !== 'delta')).toEqual(
    'started step plan result claims block block block charge done'.split(' '),
  )
  expect(wordsOf(events)).toBe('w1 w2 w3 ')
  expect(events.at(-1)?.data).toEqual({ state: 'complete' })
  expect(await accountAtDone).toEqual({ balance: 97, held: 0, spent: 3 })
})

describe('what an answer costs', () => {
  test('deep research its own price where it adds data; a free answer nothing; a model’s answer its tokens, at most the price', async () => {
    const asker = await anAsker(database)
    const costOf = async (body: object, outcome: object) => {
      instance.analyst.play = { words: 1, everyMs: 0, outcome }
      const answer = (await (await send(asker, { message: 'GDP', ...body })).json()) as Reply
      return answer.credits
    }
    expect(await costOf({ think_longer: true }, { addsData: true })).toBe(10)
    expect(await costOf({ think_longer: true }, {})).toBe(3)
    expect(await costOf({}, { free: true })).toBe(0)
    const model = { builtIn: false }
    const long = { ...model, tokens: { input: 90_000, output: 700 } }
    expect(await costOf({ think_longer: true }, { ...long, addsData: true })).toBe(10)
    expect(await costOf({ think_longer: true }, long)).toBe(3)
    expect(await costOf({}, { ...model, tokens: { input: 800, output: 700 } })).toBe(2)
    expect(await costOf({}, long)).toBe(3)
    for (const wrong of [-5, 0, Number.NaN, 1e9])
      expect(await costOf({}, { ...model, tokens: { input: wrong, output: 0 } })).toBe(3)
    expect(await asker.account()).toMatchObject({ held: 0, spent: 10 + 3 + 10 + 3 + 2 + 3 + 4 * 3 })
    instance.analyst.play = { words: 3, everyMs: 0 }
  })
})

describe('what asks nothing costs nothing', () => {
  test.each(['', '   \n\t ', '\u200b\u200d\ufeff', ' \u2060 '])('faults 48: %j is invalid', async message => {
    const asker = await anAsker(database)
    const answer = await send(asker, { message })
    expect(answer.status).toBe(422)
    expect((await refusalOf(answer)).code).toBe('invalid')
    expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
  })

  test('faults 49: a question over the limit is refused with the limit', async () => {
    const asker = await anAsker(database)
    const answer = await send(asker, { message: 'a'.repeat(limits.messageMaxLength + 1) })
    expect(answer.status).toBe(422)
    expect((await refusalOf(answer)).message).toContain(String(limits.messageMaxLength))
    expect((await send(asker, { message: 'a'.repeat(limits.messageMaxLength) })).status).toBe(200)
  })

  test('faults 56: NUL and half characters are refused, right-to-left and combining marks are kept as text', async () => {
    const asker = await anAsker(database)
    for (const message of ['GDP\u0000', 'GDP \ud800 of', '\udc00'])
      expect((await send(asker, { message })).status).toBe(422)
    const odd = `\u202eabc\u202c مصر <b>&amp;</b> ${'e\u0301\u0323'.repeat(1_000)}`
    const { session_key } = (await (await send(asker, { message: odd })).json()) as Reply
    const thread = await asker.call(instance, 'POST', '/chat/thread', { session_key })
    const { thread: messages } = (await thread.json()) as { thread: { text?: string; message: string }[] }
    expect(messages[0]?.text).toBe(odd)
    expect(messages[0]?.message).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;')
  })

  test('a megabyte is refused before it is read as a question', async () => {
    const asker = await anAsker(database)
    expect((await send(asker, { message: 'e\u0301'.repeat(400_000) })).status).toBe(413)
  })
})

describe('faults 50: the same send twice', () => {
  test('is one turn, one call of the analyst and one charge; the second attaches to the first', async () => {
    const asker = await anAsker(database)
    const pause = gate()
    instance.analyst.play = { words: 6, everyMs: 0, pause: { after: 2, until: pause.opened } }
    const body = { message: `Once ${randomUUID()}`, turn_id: randomUUID(), session_key: null }
    const streams = await Promise.all([1, 2, 3].map(() => asker.stream(instance, body)))
    const json = send(asker, body)
    setTimeout(pause.open, 150)
    const all = await Promise.all(streams.map(stream => readEvents(stream)))
    instance.analyst.play = { words: 3, everyMs: 0 }
    for (const events of all) expect(events).toEqual(all[0])
    expect(wordsOf(all[0] ?? [])).toBe('w1 w2 w3 w4 w5 w6 ')
    expect(((await (await json).json()) as Reply).turn_id).toBe(body.turn_id)
    expect(instance.analyst.asked.filter(asked => asked.question === body.message)).toHaveLength(1)
    expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
    const again = (await (await send(asker, body)).json()) as Reply
    expect(again.credits).toBe(3)
    expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
  })

  test('also with the conversation’s key, which the first answer told', async () => {
    const asker = await anAsker(database)
    const body = { message: 'GDP of Ghana', turn_id: randomUUID().toUpperCase() }
    const first = (await (await send(asker, body)).json()) as Reply
    const second = (await (await send(asker, { ...body, session_key: first.session_key })).json()) as Reply
    expect(second).toEqual(first)
  })

  test('twenty at once, without a first, are one turn', async () => {
    const asker = await anAsker(database)
    const body = { message: `Storm ${randomUUID()}`, turn_id: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(asker, body)))
    expect(answers.map(answer => answer.status)).toEqual(Array(20).fill(200))
    const keys = await Promise.all(answers.map(async answer => ((await answer.json()) as Reply).session_key))
    expect(new Set(keys).size).toBe(1)
    expect(instance.analyst.asked.filter(asked => asked.question === body.message)).toHaveLength(1)
    expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
  })
})

test('faults 51: another body under a used id is a mismatch', async () => {
  const asker = await anAsker(database)
  const body = { message: 'GDP of Ghana', turn_id: randomUUID() }
  const first = (await (await send(asker, body)).json()) as Reply
  const other = (await (await send(asker, { message: 'Another one' })).json()) as Reply
  for (const change of [
    { message: 'GDP of Kenya' },
    { think_longer: true },
    { session_key: other.session_key },
  ]) {
    const answer = await send(asker, { ...body, ...change })
    expect(answer.status).toBe(422)
    expect((await refusalOf(answer)).code).toBe('idempotency_mismatch')
  }
  const follow = { message: 'And Kenya?', turn_id: randomUUID(), session_key: first.session_key }
  expect((await send(asker, follow)).status).toBe(200)
  expect((await send(asker, { ...follow, session_key: null })).status).toBe(422)
})

test.each([
  ['an answer that was paid', {}],
  ['an answer that was free', { free: true }],
])('the id of %s does not open an unpaid turn once its conversation is deleted', async (_, outcome) => {
  const asker = await anAsker(database)
  instance.analyst.play = { words: 1, everyMs: 0, outcome }
  const ask = { message: 'GDP of Ghana', session_key: null, turn_id: randomUUID() }
  const { session_key } = (await (await send(asker, ask)).json()) as Reply
  await asker.call(instance, 'DELETE', `/chat/sessions/${session_key}`)
  expect((await send(asker, ask)).status).toBe(404)
  await pruneConversations(instance.ctx, 0)
  const before = [await asker.account(), instance.analyst.asked.length]
  instance.analyst.play = { words: 1, everyMs: 0 }
  const again = await send(asker, ask)
  expect(again.status).toBe(422)
  expect((await refusalOf(again)).code).toBe('idempotency_mismatch')
  expect([await asker.account(), instance.analyst.asked.length]).toEqual(before)
})

test('faults 52, 53: another user’s id or conversation is not found, to the byte like one that nobody has', async () => {
  const [owner, stranger] = await Promise.all([anAsker(database), anAsker(database)])
  const body = { message: 'GDP of Ghana', turn_id: randomUUID() }
  const { session_key, turn_id } = (await (await send(owner, body)).json()) as Reply
  const unknownKey = `thread_${'A'.repeat(22)}`
  const nobody = await bytesOf(await send(stranger, { message: 'Hi there', session_key: unknownKey }))
  const answers = [
    await send(stranger, body),
    await send(stranger, { message: 'Hi there', session_key }),
    await send(stranger, { message: 'Hi there', session_key: 'nonsense' }),
    await stranger.call(instance, 'POST', '/chat/thread', { session_key }),
    await stranger.events(instance, turn_id),
    await stranger.events(instance, randomUUID()),
    await stranger.events(instance, 'nonsense'),
    await stranger.call(instance, 'POST', `/chat/turns/${turn_id}/stop`, {}),
    await stranger.call(instance, 'GET', `/chat/turns/${turn_id}/rows?claim=c1`),
    await stranger.call(instance, 'PATCH', `/chat/sessions/${session_key}`, { pinned: true }),
    await stranger.call(instance, 'DELETE', `/chat/sessions/${session_key}`),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(404)
    expect(await bytesOf(answer)).toBe(nobody)
  }
  expect(await stranger.account()).toEqual({ balance: 100, held: 0, spent: 0 })
})

test('faults 54, 55: while an answer runs, its conversation takes no other; two at once: one runs', async () => {
  const asker = await anAsker(database)
  const { session_key } = (await (await send(asker, { message: 'First' })).json()) as Reply
  const pause = gate()
  instance.analyst.play = { words: 2, everyMs: 0, pause: { after: 1, until: pause.opened } }
  const both = await Promise.all(
    ['Left tab', 'Right tab'].map(message => asker.stream(instance, { message, session_key })),
  )
  expect(both.map(answer => answer.status).sort()).toEqual([200, 409])
  const refused = both.find(answer => answer.status === 409) as Response
  expect((await refusalOf(refused)).code).toBe('turn_in_progress')
  expect(await asker.account()).toEqual({ balance: 97, held: 3, spent: 3 })
  pause.open()
  await readEvents(both.find(answer => answer.status === 200) as Response)
  instance.analyst.play = { words: 3, everyMs: 0 }
  expect((await send(asker, { message: 'Now then', session_key })).status).toBe(200)
})

test('faults 60: without credit the analyst is not asked, and the refusal says what is needed', async () => {
  const asker = await anAsker(database, 2)
  const message = `Too dear ${randomUUID()}`
  const answer = await send(asker, { message })
  expect(answer.status).toBe(402)
  expect(await refusalOf(answer)).toMatchObject({ code: 'insufficient_credits', needed: 3, balance: 2 })
  expect(instance.analyst.asked.some(asked => asked.question === message)).toBe(false)
  const history = await asker.call(instance, 'GET', '/chat/chat_history')
  expect(await history.json()).toEqual({ sessions: {} })
})

test('faults 61: of 50 sends at once on credit for one, one runs and 49 are refused', async () => {
  const asker = await anAsker(database, 3)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => send(asker, { message: `Send ${index}` })),
  )
  const statuses = answers.map(answer => answer.status)
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  expect(statuses.filter(status => status === 402)).toHaveLength(49)
  expect(await asker.account()).toEqual({ balance: 0, held: 0, spent: 3 })
})

test('faults 81: a user’s fourth running answer is refused, and a full server is busy; both cost nothing', async () => {
  const asker = await anAsker(database)
  const pause = gate()
  instance.analyst.play = { words: 2, everyMs: 0, pause: { after: 1, until: pause.opened } }
  const streams = await Promise.all(
    Array.from({ length: 4 }, (_, index) => asker.stream(instance, { message: `Turn ${index}` })),
  )
  expect(streams.map(stream => stream.status).sort()).toEqual([200, 200, 200, 429])
  const refused = streams.find(stream => stream.status === 429) as Response
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await asker.account()).toEqual({ balance: 100, held: 9, spent: 0 })
  pause.open()
  await Promise.all(streams.filter(stream => stream.status === 200).map(stream => readEvents(stream)))
  instance.analyst.play = { words: 3, everyMs: 0 }

  const small = await chatInstance(database, { maxRunning: 1 })
  const hold = gate()
  small.analyst.play = { words: 2, everyMs: 0, pause: { after: 1, until: hold.opened } }
  const [one, other] = await Promise.all([anAsker(database), anAsker(database)])
  const running = await one.stream(small, {})
  const full = await other.stream(small, {})
  expect(full.status).toBe(503)
  expect((await refusalOf(full)).code).toBe('busy')
  expect(await other.account()).toEqual({ balance: 100, held: 0, spent: 0 })
  hold.open()
  await readEvents(running)
})

test('a follow-up gives the analyst the plan, the names shown and the words of what went before', async () => {
  const asker = await anAsker(database)
  const { session_key } = (await (await send(asker, { message: 'GDP of Ghana' })).json()) as Reply
  const message = `And Kenya? ${randomUUID()}`
  await send(asker, { message, session_key })
  const asked = instance.analyst.asked.find(one => one.question === message)
  expect(asked?.history).toHaveLength(1)
  expect(asked?.history[0]).toMatchObject({
    question: 'GDP of Ghana',
    plan: { operation: 'lookup', countries: ['GHA'] },
    entities: ['Ghana'],
    text: 'Ghana’s GDP was US$ 82.3bn in 2024.\nw1 w2 w3 ',
  })
  expect(asked?.today).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

describe('an analyst that fails', () => {
  test('before it said anything fails the turn, with its reason, for nothing', async () => {
    const asker = await anAsker(database)
    const failure = new AppError('provider_busy')
    instance.analyst.play = { words: 0, everyMs: 0, silent: true, failure }
    const body = { message: 'GDP of Ghana', turn_id: randomUUID() }
    const events = await readEvents(await asker.stream(instance, body))
    instance.analyst.play = { words: 3, everyMs: 0 }
    expect(events.map(event => event.event)).toEqual(['started', 'error', 'charge', 'done'])
    expect(events[1]?.data).toEqual({ code: 'provider_busy', message: failure.message })
    expect(events[3]?.data).toEqual({ state: 'failed' })
    const again = await send(asker, body)
    expect(again.status).toBe(503)
    expect((await refusalOf(again)).code).toBe('provider_busy')
    expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
  })

  test('half-way leaves its part, incomplete, for nothing; what went wrong inside stays inside', async () => {
    const asker = await anAsker(database)
    instance.analyst.play = { words: 2, everyMs: 0, failure: new Error('secret path /var/x') }
    const body = { message: 'GDP of Ghana', turn_id: randomUUID() }
    const events = await readEvents(await asker.stream(instance, body))
    instance.analyst.play = { words: 3, everyMs: 0 }
    expect(events.slice(-3).map(event => event.event)).toEqual(['error', 'charge', 'done'])
    expect(JSON.stringify(events.at(-3))).not.toContain('secret')
    expect(events.at(-1)?.data).toEqual({ state: 'incomplete' })
    const kept = (await (await send(asker, body)).json()) as Reply
    expect(kept.document?.blocks.at(-1)).toMatchObject({ checked: false, spans: [{ text: 'w1 w2 ' }] })
    expect(kept.credits).toBe(0)
    expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
  })
})
