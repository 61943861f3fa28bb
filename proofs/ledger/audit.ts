import type { Pool } from 'pg'
import { readAcknowledgements } from './acknowledgement-log.ts'
import { type AskedEffects, createAskedEffects } from './asked-effects.ts'
import type { Grounds } from './choose-fought.ts'
import type { Complaints } from './complaints.ts'
import type { LedgerModel } from './ledger-model.ts'
import { type AccountRow, type EntryRow, type HoldRow, readAccount } from './read-account.ts'

export interface AuditCounts {
  /** Entries, holds and ends of holds that an answer had told of, looked up one by one. */
  acknowledgedWrites: number
  entries: number
  holds: number
}

interface Audited {
  effects: AskedEffects
  complaints: Complaints
}

/**
 * Holds what the answers told against what the database holds, both ways: nothing told is missing, nothing is there that
 * was not told. Reads rows by plain SQL and the product's code nowhere.
 * @param models by client
 */
export async function audit(
  pool: Pool,
  logFile: string,
  grounds: Grounds,
  users: readonly string[],
  models: readonly LedgerModel[],
  complaints: Complaints,
): Promise<AuditCounts> {
  const effects = createAskedEffects(complaints)
  for await (const one of readAcknowledgements(logFile)) effects.read(one)
  const audited = { effects, complaints }
  const counts = { acknowledgedWrites: 0, entries: 0, holds: 0 }
  let releasedCount = 0
  for (const [account, userId] of users.entries()) {
    const found = await readAccount(pool, userId)
    checkBooks(audited, account, found)
    checkEntries(audited, account, found.entries)
    checkHolds(audited, account, found.holds, grounds.fought.includes(account))
    checkModel(audited, account, found, models)
    counts.entries += found.entries.length
    counts.holds += found.holds.length
    releasedCount += found.holds.filter(({ state }) => state === 'released').length
  }
  if (effects.swept() > releasedCount)
    complaints.add('twice', `${effects.swept()} holds swept, ${releasedCount} released`)
  counts.acknowledgedWrites = checkNothingLost(audited)
  checkMismatches(audited)
  return counts
}

/** Sums, the chain of balances, and zero. */
function checkBooks({ effects, complaints }: Audited, account: number, found: AccountRow): void {
  const { balance, held, entries, holds } = found
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  const openSum = holds.reduce((total, { state, amount }) => total + (state === 'open' ? amount : 0), 0)
  const name = `account ${account}`
  if (sum !== balance) complaints.add('sums', `${name}: entries ${sum}, balance ${balance}`)
  if (openSum !== held) complaints.add('sums', `${name}: open holds ${openSum}, held ${held}`)
  if (balance < 0 || held < 0 || held > balance)
    complaints.add('belowZero', `${name}: balance ${balance}, held ${held}`)
  const balances = new Set([0])
  let before = 0
  for (const { id, amount, balance_after: after } of entries) {
    if (after !== before + amount)
      complaints.add('sums', `${name}, entry ${id}: ${before} and ${amount} make ${after}`)
    if (after < 0) complaints.add('belowZero', `${name}, entry ${id}: ${after}`)
    balances.add(after)
    before = after
  }
  for (const told of effects.toldBalances.get(account) ?? [])
    if (!balances.has(told))
      complaints.add('answers', `${name}: never had the ${told} credits it was told to have`)
}

/** Each entry was asked for, once, and stands in the order in which answers came. */
function checkEntries({ effects, complaints }: Audited, account: number, entries: readonly EntryRow[]): void {
  let latestAsked = 0
  for (const entry of entries) {
    const asked = entry.kind === 'spend' ? spendOf(effects, account, entry) : postOf(effects, account, entry)
    if (!asked) {
      complaints.add('twice', `account ${account}: nobody was told of ${JSON.stringify(entry)}`)
      continue
    }
    if (asked.found > 1) complaints.add('twice', `account ${account}: again ${JSON.stringify(entry)}`)
    // Ids of an account run in the order of its commits.
    if (asked.answeredAt < latestAsked)
      complaints.add('order', `account ${account}: ${JSON.stringify(entry)} came after what was asked later`)
    latestAsked = Math.max(latestAsked, asked.askedAt)
  }
}

type FoundEntry = { askedAt: number; answeredAt: number; found: number }

function postOf(effects: AskedEffects, account: number, entry: EntryRow): FoundEntry | null {
  const asked = effects.entries.get(`${entry.kind === 'adjustment' ? 'adjust' : entry.kind}:${entry.ref}`)
  if (asked?.account !== account || asked.amountCredits !== entry.amount) return null
  asked.found += 1
  return asked
}

function spendOf(effects: AskedEffects, account: number, entry: EntryRow): FoundEntry | null {
  for (const holdId of effects.holdsOfSpend.get(entry.ref) ?? []) {
    const hold = effects.holds.get(holdId)
    const isSame = hold?.account === account && hold.closed?.state === 'settled'
    if (!isSame || hold.closed?.chargedCredits !== -entry.amount) continue
    hold.spendsFound += 1
    return { askedAt: hold.settleAskedAt, answeredAt: hold.closed.answeredAt, found: hold.spendsFound }
  }
  return null
}

function checkHolds(audited: Audited, account: number, holds: readonly HoldRow[], mayExpire: boolean): void {
  const { effects, complaints } = audited
  for (const row of holds) {
    const asked = effects.holds.get(row.id)
    const isSame = asked?.account === account && (asked.amountCredits ?? row.amount) === row.amount
    if (!asked || !isSame) {
      complaints.add('twice', `account ${account}: nobody was told of the hold ${JSON.stringify(row)}`)
      continue
    }
    asked.found += 1
    const isAsTold = asked.closed
      ? asked.closed.state === row.state && asked.closed.chargedCredits === row.settled_amount
      : row.state === 'open' || (mayExpire && row.state === 'released')
    if (!isAsTold)
      complaints.add('lost', `The hold ${JSON.stringify(row)} was told as ${JSON.stringify(asked.closed)}`)
  }
}

/** The model of the client that alone moves this account came to the same. */
function checkModel(
  { complaints }: Audited,
  account: number,
  found: AccountRow,
  models: readonly LedgerModel[],
): void {
  for (const model of models) {
    const own = model.accounts.get(account)
    if (!own) continue
    if (own.balanceCredits !== found.balance || own.heldCredits !== found.held)
      complaints.add(
        'sums',
        `account ${account}: ${found.balance}/${found.held}, by the rules ${JSON.stringify(own)}`,
      )
  }
}

/** Returns how many writes were looked up. */
function checkNothingLost({ effects, complaints }: Audited): number {
  let count = effects.entries.size + effects.holds.size
  for (const [key, { found }] of effects.entries)
    if (found === 0) complaints.add('lost', `${key} is not in the ledger`)
  for (const [id, hold] of effects.holds) {
    if (hold.found === 0) complaints.add('lost', `The hold ${id} is not there`)
    if (hold.closed) count += 1
    if (hold.closed?.state === 'settled' && hold.spendsFound === 0)
      complaints.add('lost', `The spend of the hold ${id} is not in the ledger`)
  }
  return count
}

/** An id that was refused for standing for something else does so. */
function checkMismatches({ effects, complaints }: Audited): void {
  for (const one of effects.mismatches) {
    const asked =
      one.verb === 'hold' ? effects.holds.get(one.holdId) : effects.entries.get(`${one.verb}:${one.ref}`)
    const differs = asked && (asked.account !== one.account || asked.amountCredits !== one.amountCredits)
    if (!differs) complaints.add('answers', `${JSON.stringify(one)} was refused as used for something else`)
  }
}
