import type { Pool } from 'pg'
import type { TurnState } from '../../src/contract/turn-event.ts'
import { checkInvariants } from '../../src/server/credits/credits.ts'
import { testContext } from '../../src/server/testing/context.ts'
import { askJson } from '../ask-api.ts'
import type { AckLog } from './ack-log.ts'
import type { AskedTurn, Asker } from './asked-turn.ts'
import { checkTurn } from './check-turn.ts'
import type { Problems } from './problems.ts'
import { countOpenHolds, isFinal, readAccounts, readStoredTurns, type StoredTurn } from './stored-turns.ts'

/** A turn has to have a named final state so long after the kill. */
export const namedWithinMs = 60_000

export interface TurnChecks {
  /** From now on looked after until it is over. */
  add(turn: AskedTurn): void
  /** Compares what is known of all turns that are not checked yet with the database, and those that are over whole. */
  check(url: string): Promise<void>
  /** Turns that are not over yet. */
  open(): AskedTurn[]
  /** Compares the log, every turn again, all accounts, and the books. */
  checkAll(url: string, log: AckLog, askers: readonly Asker[]): Promise<void>
  summary: TurnSummary
}

export interface TurnSummary {
  states: Partial<Record<TurnState, number>>
  /** Sends that nobody acknowledged and that are not stored. */
  neverStored: number
  /** From a kill to the named state of a turn that it cut, at most. */
  slowestMs: number
  /** Text that was read and is gone with a killed server had come at most so long before the kill. */
  lostTextMs: number
}

export function createTurnChecks(pool: Pool, problems: Problems): TurnChecks {
  const open = new Set<AskedTurn>()
  const closed = new Map<AskedTurn, StoredTurn>()
  const summary: TurnSummary = { states: {}, neverStored: 0, slowestMs: 0, lostTextMs: 0 }

  function close(turn: AskedTurn, stored: StoredTurn): void {
    open.delete(turn)
    closed.set(turn, stored)
    summary.states[stored.state] = (summary.states[stored.state] ?? 0) + 1
    const tookMs = (stored.ended_at_ms ?? 0) - (turn.killedAtMs ?? Number.POSITIVE_INFINITY)
    summary.slowestMs = Math.max(summary.slowestMs, tookMs)
    if (tookMs > namedWithinMs) problems.add('unnamed', `${turn.id} took ${Math.round(tookMs)} ms`)
    for (const status of turn.statuses)
      if (status !== null && status !== 200 && status !== 503)
        problems.add('refused', `${turn.id} was answered with ${status}`)
  }

  /** A send that was not acknowledged may be stored or not. */
  function missing(turn: AskedTurn): void {
    if (turn.seen.length > 0) problems.add('lost', `${turn.id} was acknowledged and is not there`)
    else summary.neverStored += 1
    open.delete(turn)
  }

  async function check(url: string): Promise<void> {
    const waiting = [...open]
    const stored = await readStoredTurns(
      pool,
      waiting.map(({ id }) => id),
    )
    const isLate = ({ killedAtMs }: AskedTurn) =>
      killedAtMs !== null && Date.now() - killedAtMs > namedWithinMs
    const checking = waiting.map(async turn => {
      const row = stored.get(turn.id)
      if (!turn.isOver) return
      if (!row) {
        if (!willBeSentAgain(turn)) missing(turn)
      } else if (isFinal(row.state)) {
        close(turn, row)
        const lostMs = await checkTurn({ url, turn, stored: row, problems })
        summary.lostTextMs = Math.max(summary.lostTextMs, lostMs)
      } else if (isLate(turn)) {
        problems.add('unnamed', `${turn.id} is ${row.state}`)
        open.delete(turn)
      }
    })
    await Promise.all(checking)
  }

  async function checkAll(url: string, log: AckLog, askers: readonly Asker[]): Promise<void> {
    const turns = [...closed.keys()]
    const now = await readStoredTurns(
      pool,
      log.read().map(({ turnId }) => turnId),
    )
    checkLog(log, now, problems)
    for (const turn of turns) {
      const [before, after] = [closed.get(turn), now.get(turn.id)]
      if (after && (before?.state !== after.state || before.credits !== after.credits))
        problems.add('charge', `${turn.id} was ${before?.state} and is ${after.state} now`)
    }
    await checkBooks(pool, problems)
    await checkBalances(url, pool, askers, problems)
  }

  return {
    add: turn => open.add(turn),
    check,
    open: () => [...open],
    checkAll,
    summary,
  }
}

/** Its client was not told that it is stored, and asks again under its id. */
export const willBeSentAgain = (turn: AskedTurn): boolean =>
  turn.isSentAgain && turn.seen.length === 0 && turn.statuses.length === 1

/** What the log on the disk says was acknowledged, against what is stored. */
function checkLog(log: AckLog, stored: ReadonlyMap<string, StoredTurn>, problems: Problems): void {
  for (const one of log.read()) {
    const row = stored.get(one.turnId)
    if (!row) problems.add('lost', `${one.turnId}: ${one.of} is in the log, the turn is not stored`)
    else if (!isFinal(row.state)) problems.add('unnamed', `${one.turnId} is ${row.state} at the end`)
    else if (one.of === 'done' && (row.state !== one.state || row.credits !== one.credits))
      problems.add('lost', `${one.turnId}: the log says ${JSON.stringify(one)}, stored is ${row.state}`)
  }
}

async function checkBooks(pool: Pool, problems: Problems): Promise<void> {
  const holds = await countOpenHolds(pool)
  if (holds > 0) problems.add('hold', `${holds} holds are open at the end`)
  for (const userId of await checkInvariants(testContext(pool)))
    problems.add('hold', `the account of ${userId} disagrees with its ledger`)
}

/** What an account was given less what its turns cost is what it has, by the database and by the API. */
async function checkBalances(
  url: string,
  pool: Pool,
  askers: readonly Asker[],
  problems: Problems,
): Promise<void> {
  const accounts = new Map((await readAccounts(pool)).map(account => [account.user_id, account]))
  for (const { user_id, balance, held, cost, granted } of accounts.values())
    if (held !== 0 || balance !== granted - cost)
      problems.add(
        'charge',
        `${user_id} was given ${granted}, spent ${cost} and has ${balance} (${held} held)`,
      )
  for (const { id, headers } of askers) {
    const { credits } = await askJson<{ credits: number }>(`${url}/api/accounts/credits`, { headers })
    if (credits !== accounts.get(id)?.balance) problems.add('charge', `${id} is told a balance of ${credits}`)
  }
}
