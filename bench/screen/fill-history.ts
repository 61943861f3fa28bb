import { tokensOf } from './tokens.ts'
import type { SignedIn, World } from './world.ts'

export const messagesInThread = 500
export const conversationsInHistory = 5_000

/** Answered once for real, with tiles, charts, tables and text; the long conversation repeats them in turn. */
const questions = [
  'What was tea consumer behaviour in South Africa in the last calendar year?',
  'Give me a summary of mayonnaise purchase trends in Nigeria',
  'Who are the key players in the beverage industry in Kenya?',
  'Compare beer volume in Kenya, Uganda and Tanzania',
  'What is the feasibility of the diaper market in Ghana?',
]

/** The long conversation: its address, its first and its last turn. */
export interface LongThread {
  path: string
  firstTurnId: string
  lastTurnId: string
}

/** Gives one reader a conversation of 500 messages, and another one 5,000 conversations. */
export async function fillHistory(world: World): Promise<LongThread> {
  const { pool, regular, veteran } = world
  for (const message of questions) await askOnce(world, message)
  const userId = await idOf(pool, regular)
  const sessionKey = `thread_${'long'.padEnd(22, '0')}`
  await pool.query(
    `insert into conversation (session_key, user_id, first_message) values ($1, $2, 'Five hundred messages')`,
    [sessionKey, userId],
  )
  await pool.query(
    `insert into turn (id, session_key, user_id, question, depth, opens_conversation, state, lease_owner, credits,
       document, html, plan, entities, answer_text, created_at, ended_at)
     select gen_random_uuid(), $1, user_id, question, depth, false, 'complete', lease_owner, credits,
       document, html, plan, entities, answer_text, now(), now()
     from generate_series(1, $3::int) as number
     join (select *, row_number() over (order by place) as at from turn where user_id = $2 and depth = 'quick') as answered
       on answered.at = (number - 1) % $4 + 1
     order by number`,
    [sessionKey, userId, messagesInThread / 2, questions.length],
  )
  await pool.query(
    `insert into conversation (session_key, user_id, first_message, created_at, updated_at)
     select 'thread_' || substr(md5(number::text), 1, 22), $1,
       'Conversation ' || number || ' on the market of ' || md5(number::text), at, at
     from (select number, now() - number * interval '3 hours' as at from generate_series(1, $2::int) as number) as one`,
    [await idOf(pool, veteran), conversationsInHistory],
  )
  const { rows } = await pool.query<{ id: string }>(
    'select id from turn where session_key = $1 order by place',
    [sessionKey],
  )
  return {
    path: `/app/chat/${sessionKey}`,
    firstTurnId: rows[0]?.id ?? '',
    lastTurnId: rows.at(-1)?.id ?? '',
  }
}

async function idOf(pool: World['pool'], { person }: SignedIn): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [person.email])
  return rows[0]?.id ?? ''
}

async function askOnce({ stage, regular }: World, message: string): Promise<void> {
  const answer = await fetch(`${stage.url}/api/chat/reply`, {
    method: 'POST',
    headers: { ...tokensOf(regular), 'content-type': 'application/json', origin: stage.url },
    body: JSON.stringify({ message, session_key: null }),
  })
  if (!answer.ok) throw new Error(`'${message}' was answered ${answer.status}: ${await answer.text()}`)
}
