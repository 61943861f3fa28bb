import { expect, test } from 'vitest'
import type { Conversation } from '../../contract/chat.ts'
import { type Asker, anAsker, chatInstance } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { leastMs } from '../testing/least-ms.ts'
import { waitFor } from '../testing/wait-for.ts'

const database = await testDatabase()
const instance = await chatInstance(database)

async function begin(asker: Asker, message: string, more: string[] = []): Promise<string> {
  const send = async (text: string, session_key: string | null) => {
    const answer = await asker.call(instance, 'POST', '/chat/reply', { message: text, session_key })
    return (await answer.json()) as { session_key: string }
  }
  const { session_key } = await send(message, null)
  for (const text of more) await send(text, session_key)
  return session_key
}

async function search(asker: Asker, text: string) {
  const answer = await asker.call(instance, 'POST', '/chat/search', { text })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { sessions: Record<string, Conversation[]> }).sessions
}

const found = async (asker: Asker, text: string) =>
  Object.values(await search(asker, text))
    .flat()
    .map(one => one.first_message)

test('what is typed is found in the title and in every question, whatever its case and marks', async () => {
  const asker = await anAsker(database)
  const tea = await begin(asker, 'Tea in Côte d’Ivoire', ['And the ÉPICERIES of Abidjan?'])
  await begin(asker, 'Diapers in Ghana')
  await asker.call(instance, 'PATCH', `/chat/sessions/${tea}`, { title: 'Board meeting' })
  for (const text of ['tea', 'COTE', ' epiceries  abidjan ', 'board', 'meeting tea'])
    expect(await found(asker, text)).toEqual(['Tea in Côte d’Ivoire'])
  expect(await found(asker, 'in')).toEqual(['Diapers in Ghana', 'Tea in Côte d’Ivoire'])
  expect(await found(asker, 'tea ghana')).toEqual([])
})

test('where a name does not show what was found, the question does, from shortly before its words', async () => {
  const asker = await anAsker(database)
  const long = `${'And for the years before that, what about '.repeat(3)}the price of palm oil in Benin, a litre?`
  await begin(asker, 'GDP of Ghana', ['And its population?', long])
  const parts = async (text: string) =>
    Object.values(await search(asker, text)).flatMap(group => group.map(one => one.found))
  expect(await parts('ghana')).toEqual([undefined])
  expect(await parts('population')).toEqual(['And its population?'])
  expect(await parts('palm benin')).toEqual(['…the price of palm oil in Benin, a litre?'])
})

test('letters of African languages and of other scripts are found in either case', async () => {
  const asker = await anAsker(database)
  await begin(asker, 'Ɛmo ne Kɔkɔɔ bo wɔ Ghana; Ŋutsu; РИС')
  for (const text of ['ɛmo', 'KƆKƆƆ', 'ŋutsu', 'рис']) expect(await found(asker, text)).toHaveLength(1)
})

test('what is found stands under the labels of the history, pinned first', async () => {
  const asker = await anAsker(database)
  const first = await begin(asker, 'GDP of Ghana')
  await begin(asker, 'GDP of Kenya')
  await asker.call(instance, 'PATCH', `/chat/sessions/${first}`, { pinned: true })
  const sessions = await search(asker, 'gdp')
  expect(Object.keys(sessions)).toEqual(['Pinned', 'Today'])
  expect(sessions.Pinned?.[0]).toMatchObject({ session_key: first, pinned: true })
})

test('another user’s conversations, deleted ones and blank texts find nothing', async () => {
  const [asker, stranger] = await Promise.all([anAsker(database), anAsker(database)])
  const key = await begin(asker, 'GDP of Ghana')
  expect(await found(stranger, 'ghana')).toEqual([])
  expect(await found(asker, ' \n ')).toEqual([])
  await asker.call(instance, 'DELETE', `/chat/sessions/${key}`)
  expect(await found(asker, 'ghana')).toEqual([])
})

test('faults 137: signs of patterns mean themselves; what can be in no question finds nothing', async () => {
  const asker = await anAsker(database)
  await begin(asker, 'Is growth 100% or 5_0 \\ (a|b)* of it?')
  await begin(asker, 'سوق الحفاضات في مصر')
  await begin(asker, 'Plain words')
  for (const text of ['100%', '5_0', '\\', '(a|b)*', '%', '_'])
    expect(await found(asker, text)).toEqual(['Is growth 100% or 5_0 \\ (a|b)* of it?'])
  expect(await found(asker, 'الحفاضات')).toEqual(['سوق الحفاضات في مصر'])
  const many = Array.from({ length: 2_000 }, (_, place) => place).join(' ')
  for (const text of ['.*', "' or '1'='1", '\0', 'x'.repeat(10_240), many, '\u202eplain'])
    expect(await found(asker, text)).toEqual([])
})

test('faults 137: over 5,000 conversations of 25,000 questions an answer takes little more than reading them all', async () => {
  const asker = await anAsker(database)
  const key = await begin(asker, 'GDP of Ghana')
  await database.pool.query(
    `with more as (
       insert into conversation (session_key, user_id, first_message)
       select 'thread_' || lpad(n::text, 22, '0'), $1, 'Question ' || n from generate_series(1, 5000) n
       returning session_key
     )
     insert into turn (id, session_key, user_id, question, depth, opens_conversation, state, lease_owner, html, ended_at)
     select gen_random_uuid(), session_key, $1, repeat('the market of cooking oil in Senegal ', 3) || n, 'quick', false,
       'complete', gen_random_uuid(), repeat('<p>answer</p>', 100), now()
     from more, generate_series(1, 5) n`,
    [asker.id],
  )
  const sent = (text: string) => asker.call(instance, 'POST', '/chat/search', { text })
  // The floor is measured in between, so that a busy machine slows both.
  const readAllMs = () =>
    leastMs(() => database.pool.query('select question from turn where user_id = $1', [asker.id]))
  for (const text of ['nothing has these words', 'cooking oil senegal']) {
    const floorMs = await readAllMs()
    expect(await leastMs(() => sent(text))).toBeLessThan(10 * floorMs)
  }
  // A machine that is busy enough is over the time that a search may take in the database.
  await waitFor('a search has its time', async () => (await sent('cooking oil')).status === 200, 10_000)
  expect(Object.values(await search(asker, 'cooking oil')).flat()).toHaveLength(500)
  expect(await found(asker, 'ghana')).toEqual(['GDP of Ghana'])
  expect(key).toMatch(/^thread_/)
})
