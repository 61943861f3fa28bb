import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Pool } from 'pg'
import { grantStarter, prices } from '../../src/server/credits/credits.ts'
import { aSignedInUser, type SignedInTestUser } from '../../src/server/testing/builders.ts'
import { testContext } from '../../src/server/testing/context.ts'
import type { Stage } from '../stage.ts'
import type { Problems } from './problems.ts'

/** Sends at the same instant on credit for one. */
export const sendsAtOnce = 50
/** Rounds that run beside each other, each of another user: the server has something to do while one waits for a lock. */
const roundsAtOnce = 3

export interface RaceOutcome {
  rounds: number
  /** Rounds in which one was answered and all others were told that there is no credit. */
  keptRounds: number
  /** Rounds in which the model was asked by one analyst, once. */
  askedOnceRounds: number
}

export interface RaceOptions {
  url: string
  rounds: number
  problems: Problems
  say: (line: string) => void
}

/** Fifty questions on credit for one, round after round: one is answered and paid, the others cost nothing. */
export async function raceForLastCredit(
  stage: Stage,
  { url, rounds, problems, say }: RaceOptions,
): Promise<RaceOutcome> {
  const agent = new Agent({ keepAlive: true })
  let begun = 0
  let keptRounds = 0
  const runRounds = async () => {
    while (begun < rounds) {
      const round = begun
      begun += 1
      const user = await userWithCreditForOne(stage.pool)
      const statuses = await Promise.all(
        Array.from({ length: sendsAtOnce }, () => send(agent, url, user, questionOf(round))),
      )
      if (await isKept(stage.pool, user, statuses)) keptRounds += 1
      else problems.add('charge', `race ${round}: answered with ${tally(statuses)}`)
      if ((round + 1) % 100 === 0) say(`${round + 1} of ${rounds} races for the last credit`)
    }
  }
  await Promise.all(Array.from({ length: roundsAtOnce }, runRounds))
  agent.destroy()
  const counts = await stage.modelCounts()
  const askedOnceRounds = Array.from({ length: rounds }, (_, at) => counts[questionOf(at)]).filter(
    count => count === 1,
  ).length
  return { rounds, keptRounds, askedOnceRounds }
}

const questionOf = (round: number): string => `GDP of Ghana, at 0 ms a word, race ${round}`

async function userWithCreditForOne(pool: Pool): Promise<SignedInTestUser> {
  const ctx = testContext(pool)
  const [user, { quick }] = await Promise.all([aSignedInUser(pool), prices(ctx)])
  await grantStarter(ctx, user.id, quick)
  return user
}

/** Answers the status. */
function send(agent: Agent, url: string, { headers }: SignedInTestUser, message: string): Promise<number> {
  const body = JSON.stringify({ message, session_key: null, turn_id: randomUUID() })
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/chat/reply`, {
      agent,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    sending.on('error', reject)
    sending.on('response', answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    sending.end(body)
  })
}

async function isKept(pool: Pool, { id }: SignedInTestUser, statuses: readonly number[]): Promise<boolean> {
  const { rows } = await pool.query(
    `select balance::int, held::int,
       (select count(*)::int from turn where user_id = $1) as turns,
       (select coalesce(sum(credits), 0)::int from turn where user_id = $1 and state = 'complete') as cost,
       (select count(*)::int from credit_entry where user_id = $1 and kind = 'spend') as spends,
       (select sum(amount)::int from credit_entry where user_id = $1 and kind = 'grant') as granted
     from credit_account where user_id = $1`,
    [id],
  )
  const { balance, held, turns, cost, spends, granted } = rows[0]
  const areBooksRight = held === 0 && turns === 1 && spends === 1 && cost > 0 && balance === granted - cost
  return areBooksRight && tally(statuses) === `1 × 200, ${sendsAtOnce - 1} × 402`
}

const tally = (statuses: readonly number[]): string =>
  [...Map.groupBy(statuses, status => status)]
    .sort(([one], [other]) => one - other)
    .map(([status, { length }]) => `${length} × ${status}`)
    .join(', ')
