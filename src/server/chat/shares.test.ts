import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { AnswerDocument } from '../../contract/answer.ts'
import type { Evidence } from '../../contract/chat.ts'
import { limits } from '../../contract/limits.ts'
import type { Share, SharedAnswer } from '../../contract/shares.ts'
import { type Asker, anAsker, chatInstance, gate } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents } from '../testing/event-reader.ts'
import { planOf } from '../testing/plan-of.ts'
import { pruneConversations } from './chat.ts'

const database = await testDatabase()
const instance = await chatInstance(database)

async function answered(asker: Asker, message = 'GDP of Ghana') {
  const answer = await asker.call(instance, 'POST', '/chat/reply', { message })
  return (await answer.json()) as { session_key: string; turn_id: string }
}
const share = (asker: Asker, turnId: string) => asker.call(instance, 'POST', `/chat/turns/${turnId}/share`)
const shared = async (asker: Asker, turnId: string) => (await (await share(asker, turnId)).json()) as Share
const listed = async (asker: Asker) => {
  const answer = await asker.call(instance, 'GET', '/chat/shares')
  return ((await answer.json()) as { shares: Share[] }).shares
}
const revoke = (asker: Asker, code: string) => asker.call(instance, 'DELETE', `/chat/shares/${code}`)
/** Reads as somebody without an account. */
const read = (path: string) => fetch(`${instance.url}/shared/${path}`)
const withoutId = async (answer: Response) => (await answer.text()).replace(/"request_id":"[^"]*"/, '')

describe('a link to an answer', () => {
  test('shows question and answer with the data version to whoever has it, and nothing else of the account', async () => {
    const asker = await anAsker(database)
    const { session_key, turn_id } = await answered(asker)
    const { code, url } = await shared(asker, turn_id)
    expect(code).toMatch(/^[\w-]{43}$/)
    expect(url).toBe(`http://localhost/shared/${code}`)
    const answer = await read(code)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    const body = JSON.parse(text) as SharedAnswer
    expect(Object.keys(body).sort()).toEqual(['answered_at', 'document', 'question'])
    expect(body).toMatchObject({ question: 'GDP of Ghana', document: { data_version: 'test-1' } })
    expect(body.document?.claims).toHaveLength(1)
    for (const secret of [asker.id, session_key, turn_id]) expect(text).not.toContain(secret)
  })

  test('opens the rows behind a figure and gives files; what the answer lacks is not found', async () => {
    const asker = await anAsker(database)
    const { code } = await shared(asker, (await answered(asker)).turn_id)
    const rows = (await (await read(`${code}/rows?claim=c1`)).json()) as Evidence
    expect(rows).toMatchObject({ value: 82.3, sources: [{ id: 's1' }], data_version: 'test-1' })
    expect((await read(`${code}/rows?claim=c9`)).status).toBe(404)
    const csv = await read(`${code}/export?format=csv`)
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await csv.text()).toContain('82.3')
    expect((await read(`${code}/export?format=svg`)).status).toBe(404)
  })

  test('is the same however often it is made, also at once, and stands in the owner’s list', async () => {
    const asker = await anAsker(database)
    const [first, second] = [await answered(asker), await answered(asker, 'GDP of Kenya')]
    const made = await Promise.all([1, 2, 3, 4].map(() => shared(asker, first.turn_id)))
    expect(new Set(made.map(({ code }) => code)).size).toBe(1)
    const other = await shared(asker, second.turn_id)
    expect(await listed(asker)).toEqual([other, made[0]])
    expect(other).toMatchObject({ question: 'GDP of Kenya', session_key: second.session_key })
  })

  test('taken back it leads nowhere, to the byte like one that nobody made; a new one has another code', async () => {
    const asker = await anAsker(database)
    const { turn_id } = await answered(asker)
    const { code } = await shared(asker, turn_id)
    expect((await revoke(asker, code)).status).toBe(200)
    expect((await revoke(asker, code)).status).toBe(404)
    const nobody = await withoutId(await read('A'.repeat(43)))
    for (const path of [code, `${code}/rows?claim=c1`, `${code}/export?format=csv`, 'x', '%00']) {
      const answer = await read(path)
      expect(answer.status).toBe(404)
      expect(await withoutId(answer)).toBe(nobody)
    }
    expect(await listed(asker)).toEqual([])
    expect((await shared(asker, turn_id)).code).not.toBe(code)
  })

  test('is dead while its conversation is deleted, alive again once that is undone, and goes with it', async () => {
    const asker = await anAsker(database)
    const { session_key, turn_id } = await answered(asker)
    const { code } = await shared(asker, turn_id)
    await asker.call(instance, 'DELETE', `/chat/sessions/${session_key}`)
    expect((await read(code)).status).toBe(404)
    expect(await listed(asker)).toEqual([])
    await asker.call(instance, 'POST', `/chat/sessions/${session_key}/restore`)
    expect((await read(code)).status).toBe(200)
    await asker.call(instance, 'DELETE', `/chat/sessions/${session_key}`)
    await pruneConversations(instance.ctx, 0)
    const left = await database.pool.query('select from answer_share where code = $1', [code])
    expect(left.rowCount).toBe(0)
  })
})

test('of a disabled account a link leads nowhere, to the byte, until the account is open again', async () => {
  const asker = await anAsker(database)
  const { code } = await shared(asker, (await answered(asker)).turn_id)
  const nobody = await withoutId(await read('A'.repeat(43)))
  const become = (status: string) =>
    database.pool.query('update users set status = $2 where id = $1', [asker.id, status])
  await become('disabled')
  for (const path of [code, `${code}/rows?claim=c1`, `${code}/export?format=csv`]) {
    const answer = await read(path)
    expect(answer.status).toBe(404)
    expect(await withoutId(answer)).toBe(nobody)
  }
  await become('active')
  expect((await read(code)).status).toBe(200)
})

test('a link shows no table but those that the answer shows or takes a figure from, and nothing of the plan to ask on', async () => {
  const asker = await anAsker(database)
  const { turn_id } = await answered(asker)
  const { code } = await shared(asker, turn_id)
  const known = await database.pool.query('select document from turn where id = $1', [turn_id])
  const document = known.rows[0].document as AnswerDocument
  const [table] = document.tables
  if (!table) throw new Error('The answer has no table')
  const choice = { label: 'Hidden choice', question: 'Hidden question' }
  const kept = {
    ...document,
    plan: {
      ...planOf(document),
      ask: { question: 'Hidden question', choices: [choice] },
      gaps: [{ asked: 'hidden thing', kind: 'topic', reason: 'Hidden reason', nearest: choice }],
    },
    tables: [table, { ...table, id: 't2', title: 'Hidden table' }, { ...table, id: 't3' }],
    claims: [...document.claims, { ...document.claims[0], id: 'c2', table: 't3' }],
  }
  await database.pool.query('update turn set document = $2 where id = $1', [turn_id, JSON.stringify(kept)])
  const text = await (await read(code)).text()
  expect((JSON.parse(text) as SharedAnswer).document?.tables.map(({ id }) => id)).toEqual(['t1', 't3'])
  expect(text).not.toMatch(/hidden/i)
  expect(await (await read(`${code}/export?format=csv`)).text()).not.toMatch(/hidden/i)
  expect((await read(`${code}/export?format=csv&table=t2`)).status).toBe(404)
  expect((await read(`${code}/rows?claim=c2`)).status).toBe(200)
})

test('nobody shares more answers than a list shows, also at once; one taken back makes room', async () => {
  const asker = await anAsker(database)
  const first = await answered(asker)
  const oldest = await shared(asker, first.turn_id)
  await database.pool.query(
    `with made as (
       insert into turn (id, session_key, user_id, question, depth, opens_conversation, state, lease_owner, document,
         ended_at)
       select gen_random_uuid(), session_key, user_id, question, depth, false, state, lease_owner, document, ended_at
       from turn, generate_series(1, $2::int) where id = $1 returning id, user_id
     )
     insert into answer_share (code, turn_id, user_id)
     select substr(md5(id::text) || md5(id::text), 1, 43), id, user_id from made`,
    [first.turn_id, limits.sharesMax - 2],
  )
  const more = await Promise.all([1, 2, 3].map(count => answered(asker, `GDP of Ghana ${count}`)))
  const answers = await Promise.all(more.map(({ turn_id }) => share(asker, turn_id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const words = await Promise.all(answers.map(async answer => JSON.stringify(await answer.json())))
  expect(words.filter(text => text.includes(`You share ${limits.sharesMax} answers`))).toHaveLength(2)
  const list = await listed(asker)
  expect(list).toHaveLength(limits.sharesMax)
  expect(list.at(-1)?.code).toBe(oldest.code)
  expect((await share(asker, first.turn_id)).status).toBe(200)
  await revoke(asker, oldest.code)
  expect((await share(asker, first.turn_id)).status).toBe(200)
})

test('nobody makes, lists or takes back a link to another’s answer', async () => {
  const [owner, stranger] = await Promise.all([anAsker(database), anAsker(database)])
  const { turn_id } = await answered(owner)
  const { code } = await shared(owner, turn_id)
  expect((await share(stranger, turn_id)).status).toBe(404)
  expect((await share(stranger, randomUUID())).status).toBe(404)
  expect((await share(stranger, 'x')).status).toBe(404)
  expect((await revoke(stranger, code)).status).toBe(404)
  expect(await listed(stranger)).toEqual([])
  expect((await read(code)).status).toBe(200)
})

test('an answer that is still being written has no link', async () => {
  const asker = await anAsker(database)
  const pause = gate()
  instance.analyst.play = { words: 2, everyMs: 0, pause: { after: 1, until: pause.opened } }
  const turn_id = randomUUID()
  const stream = await asker.stream(instance, { turn_id })
  expect((await share(asker, turn_id)).status).toBe(404)
  pause.open()
  await readEvents(stream)
  expect((await share(asker, turn_id)).status).toBe(200)
  instance.analyst.play = { words: 3, everyMs: 0 }
})
