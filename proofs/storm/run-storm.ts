import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { percentile } from '../../bench/figures.ts'
import { signPeopleIn } from '../../bench/sign-people-in.ts'
import type { SignedInTestUser } from '../../src/server/testing/builders.ts'
import { type Entry, openStage } from '../stage.ts'
import { callsOfOthers } from './calls-of-others.ts'

export interface StormOptions {
  entry: Entry
  /** Questions with free answers that the one account sends, and searches at the same instant, a round. */
  questions: number
  searches: number
  rounds: number
  say: (line: string) => void
}

/** Answers by status, and how many refusals do not say when to come back. */
export interface Statuses {
  counts: Record<number, number>
  withoutRetryAfterCount: number
}

export interface StormOutcome {
  questions: Statuses
  searches: Statuses
  /** Searches of the account that the database worked at, at most at once. */
  searchesAtOnce: number
  /** What other people's calls took, in milliseconds, before the storm and during it, and how many failed. */
  quietP99Ms: number
  stormP99Ms: number
  stormCalls: number
  failedCalls: number
}

const othersCount = 10
const quietMs = 5_000
const sendsAtOnce = 20
/** Expensive to search: long, and not plain ASCII. */
const longQuestion = 'Le marché des épicières de Côte d’Ivoire, où l’été a été très chaud? '.repeat(50)

/**
 * One account without credits to lose sends free questions as fast as it can and then searches, with the limits on, while
 * ten others use the product. Its history holds long questions, as if it had asked them over weeks.
 */
export async function runStorm({
  entry,
  questions,
  searches,
  rounds,
  say,
}: StormOptions): Promise<StormOutcome> {
  const settings = { RATE_LIMITS: 'on', MODEL: 'built-in' }
  const stage = await openStage('storm', entry, undefined, settings)
  try {
    const server = await stage.startServer()
    const [attacker, ...others] = await signPeopleIn(stage.pool, othersCount + 1)
    if (!attacker) throw new Error('Nobody signed in')
    await addHistory(stage.pool, attacker, questions)
    const quiet = callsOfOthers(server.url, others)
    await sleep(quietMs)
    const before = await quiet.end()
    say('The storm begins')
    const calling = callsOfOthers(server.url, others)
    const asked = await sendAll(server.url, attacker, Array(questions).fill(freeQuestion), sendsAtOnce)
    say(`Questions: ${JSON.stringify(asked.counts)}`)
    const watching = watchSearches(stage.pool)
    const searched: Statuses = { counts: {}, withoutRetryAfterCount: 0 }
    for (let round = 0; round < rounds; round += 1)
      addStatuses(searched, await sendAll(server.url, attacker, Array(searches).fill(search), searches))
    say(`Searches: ${JSON.stringify(searched.counts)}`)
    const searchesAtOnce = await watching.end()
    const during = await calling.end()
    return {
      ...{ questions: asked, searches: searched, searchesAtOnce },
      quietP99Ms: percentile(before.durationsMs, 99),
      stormP99Ms: percentile(during.durationsMs, 99),
      stormCalls: during.durationsMs.length,
      failedCalls: during.failedCount,
    }
  } finally {
    await stage.end()
  }
}

interface Sent {
  path: string
  body: object
}
const freeQuestion: Sent = {
  path: '/api/chat/reply',
  body: { message: 'What can you do?', session_key: null },
}
const search: Sent = { path: '/api/chat/search', body: { text: 'épicières été nothing' } }

async function sendAll(
  url: string,
  { headers }: SignedInTestUser,
  all: readonly Sent[],
  atOnce: number,
): Promise<Statuses> {
  const statuses: Statuses = { counts: {}, withoutRetryAfterCount: 0 }
  const left = [...all]
  const send = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const answer = await fetch(`${url}${one.path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(one.body),
      })
      await answer.arrayBuffer()
      const isRefused = answer.status === 429 || answer.status === 503
      addStatuses(statuses, {
        counts: { [answer.status]: 1 },
        withoutRetryAfterCount: isRefused && !answer.headers.has('retry-after') ? 1 : 0,
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  return statuses
}

function addStatuses(to: Statuses, more: Statuses): void {
  to.withoutRetryAfterCount += more.withoutRetryAfterCount
  for (const [status, count] of Object.entries(more.counts))
    to.counts[Number(status)] = (to.counts[Number(status)] ?? 0) + count
}

/** As many turns as the storm has questions, straight into the database. */
async function addHistory(pool: Pool, { id }: SignedInTestUser, count: number): Promise<void> {
  await pool.query(
    `with home as (
       insert into conversation (session_key, user_id, first_message)
       select 'thread_' || lpad(n::text, 22, '0'), $1, 'Question ' || n from generate_series(1, $2::int) n
       returning session_key
     )
     insert into turn (id, session_key, user_id, question, depth, opens_conversation, state, lease_owner, ended_at)
     select gen_random_uuid(), session_key, $1, $3, 'quick', true, 'complete', gen_random_uuid(), now() from home`,
    [id, count, longQuestion],
  )
}

/** Counts the searches that run in the database, until it is stopped. */
function watchSearches(pool: Pool) {
  let isOver = false
  let most = 0
  const watch = async () => {
    while (!isOver) {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where state = 'active' and query like '%folded_question%' and pid <> pg_backend_pid()`,
      )
      most = Math.max(most, rows[0]?.count ?? 0)
      await sleep(10)
    }
  }
  const watching = watch()
  return {
    async end(): Promise<number> {
      isOver = true
      await watching
      return most
    },
  }
}
