import type { Acknowledgement } from './acknowledgement-log.ts'
import type { Complaints } from './complaints.ts'
import type { Operation } from './operation.ts'

/** An entry that answers say must be there. */
export interface AskedEntry {
  account: number
  amountCredits: number
  /** It cannot have been written before the first moment, and must stand from the second one on. */
  askedAt: number
  answeredAt: number
  found: number
}

export interface AskedHold {
  account: number
  amountCredits: number | null
  answeredAt: number
  /** As answers told it; null while none said that it was closed. */
  closed: { state: 'settled' | 'released'; chargedCredits: number; answeredAt: number } | null
  /** When the first settle that was answered 'settled' was asked. */
  settleAskedAt: number
  found: number
  spendsFound: number
}

/** What the answers promise, read in their order; contradictions among them are complaints already. */
export function createAskedEffects(complaints: Complaints) {
  /** By kind and ref: grants, adjustments, refunds. */
  const entries = new Map<string, AskedEntry>()
  const holds = new Map<string, AskedHold>()
  /** Which holds were asked to be settled under a ref. */
  const holdsOfSpend = new Map<string, Set<string>>()
  /** Every balance that was told, by account. */
  const toldBalances = new Map<number, Set<number>>()
  /** What was refused because its id stood for something else: looked up when all is read. */
  const mismatches: (Operation & { verb: 'grant' | 'adjust' | 'refund' | 'hold' })[] = []
  let swept = 0

  function readPost(one: Operation & { verb: 'grant' | 'adjust' | 'refund' }, ack: Acknowledgement): void {
    const key = `${one.verb}:${one.ref}`
    const { account, amountCredits } = one
    const known = entries.get(key)
    if (!known) {
      const { askedAt, answeredAt } = ack
      entries.set(key, { account, amountCredits, askedAt, answeredAt, found: 0 })
    } else if (known.account !== account || known.amountCredits !== amountCredits) {
      complaints.add('answers', `${key} was accepted for two different things`)
    } else known.askedAt = Math.min(known.askedAt, ack.askedAt)
  }

  function holdOf(holdId: string, account: number, answeredAt: number): AskedHold {
    const known = holds.get(holdId)
    if (known && known.account !== account)
      complaints.add('answers', `The hold ${holdId} was accepted for two accounts`)
    const hold = known ?? {
      account,
      amountCredits: null,
      answeredAt,
      closed: null,
      settleAskedAt: Number.POSITIVE_INFINITY,
      found: 0,
      spendsFound: 0,
    }
    if (!known) holds.set(holdId, hold)
    return hold
  }

  function readHold(one: Operation & { verb: 'hold' | 'settle' | 'release' }, ack: Acknowledgement): void {
    const { outcome, amountCredits } = ack.answer
    const hold = holdOf(one.holdId, one.account, ack.answeredAt)
    if (one.verb === 'hold') {
      if (hold.amountCredits !== null && hold.amountCredits !== one.amountCredits)
        complaints.add('answers', `The hold ${one.holdId} was accepted for two amounts`)
      hold.amountCredits = one.amountCredits
    }
    if (outcome === 'open') {
      if (hold.closed && hold.closed.answeredAt < ack.askedAt)
        complaints.add('lost', `The hold ${one.holdId} was closed, and open again`)
      return
    }
    if (outcome !== 'settled' && outcome !== 'released') return
    // Asked by `hold` again, a closed one tells its state alone.
    const charged = one.verb === 'hold' ? (hold.closed?.chargedCredits ?? null) : amountCredits
    if (hold.closed && (hold.closed.state !== outcome || hold.closed.chargedCredits !== charged))
      complaints.add('answers', `The hold ${one.holdId} ended in two ways`)
    if (charged !== null)
      hold.closed ??= { state: outcome, chargedCredits: charged, answeredAt: ack.answeredAt }
    if (one.verb === 'settle' && outcome === 'settled') {
      hold.settleAskedAt = Math.min(hold.settleAskedAt, ack.askedAt)
      const asked = holdsOfSpend.get(one.ref) ?? new Set()
      holdsOfSpend.set(one.ref, asked.add(one.holdId))
    }
  }

  function readRefusal(one: Operation, ack: Acknowledgement): void {
    const { outcome, amountCredits: free } = ack.answer
    if (one.verb === 'sweep' || one.verb === 'balance') return
    if (outcome === 'idempotency_mismatch') {
      if (one.verb !== 'settle' && one.verb !== 'release') mismatches.push(one)
    } else if (outcome === 'insufficient_credits') {
      const needed = 'amountCredits' in one ? Math.abs(one.amountCredits) : 0
      if (free < 0) complaints.add('belowZero', `${free} credits were told to be free`)
      if (free >= needed) complaints.add('answers', `${free} credits did not suffice for ${needed}`)
    } else if (outcome === 'not_found' && 'holdId' in one) {
      const hold = holds.get(one.holdId)
      if (hold?.account === one.account && hold.answeredAt < ack.askedAt)
        complaints.add('lost', `The hold ${one.holdId} was not found again`)
    }
  }

  function read(ack: Acknowledgement): void {
    const { operation: one, answer } = ack
    if (answer.balanceCredits !== null && one.verb !== 'sweep') {
      const told = toldBalances.get(one.account) ?? new Set()
      toldBalances.set(one.account, told.add(answer.balanceCredits))
    }
    if (one.verb === 'sweep') swept += answer.amountCredits
    else if (answer.outcome === 'done') {
      if (one.verb === 'grant' || one.verb === 'adjust' || one.verb === 'refund') readPost(one, ack)
    } else if (answer.outcome === 'open' || answer.outcome === 'settled' || answer.outcome === 'released') {
      if ('holdId' in one) readHold(one, ack)
    } else readRefusal(one, ack)
  }

  return { entries, holds, holdsOfSpend, toldBalances, mismatches, read, swept: () => swept }
}

export type AskedEffects = ReturnType<typeof createAskedEffects>
