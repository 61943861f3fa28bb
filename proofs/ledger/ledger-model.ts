import { type Answer, type HoldState, isRefusal, type Operation, refusedAs, type Task } from './operation.ts'

interface ModelHold {
  account: number
  amountCredits: number
  state: HoldState
  chargedCredits: number
}

interface ModelAccount {
  balanceCredits: number
  heldCredits: number
}

/** What a task must be answered; null for an operation on an account that others move as well. */
type Expected = (Answer | null)[]

export interface LedgerModel {
  readonly accounts: ReadonlyMap<number, Readonly<ModelAccount>>
  readonly holds: ReadonlyMap<string, Readonly<ModelHold>>
  /** Checks answers against the rules, and follows them. Returns what is wrong, or null. */
  follow(task: Task, answers: readonly Answer[], lostAnswers: number): string | null
}

/** More lost answers than this to one task leave nothing new to try. */
const lostAtMost = 3

/**
 * The rules of the ledger in plain words, for accounts that one client moves alone: each answer is known before it comes.
 * Knows nothing of the product's code.
 */
export function createLedgerModel(ownAccounts: readonly number[]): LedgerModel {
  const accounts = new Map(ownAccounts.map(own => [own, { balanceCredits: 0, heldCredits: 0 }]))
  const holds = new Map<string, ModelHold>()
  /** By kind and ref. */
  const entries = new Map<string, { account: number; amountCredits: number }>()
  /** Takes back what was followed since the list was last emptied. */
  let undo: (() => void)[] = []

  function move(account: ModelAccount, balance: number, held: number): void {
    account.balanceCredits += balance
    account.heldCredits += held
    undo.push(() => {
      account.balanceCredits -= balance
      account.heldCredits -= held
    })
  }

  function undoTo(length: number): void {
    while (undo.length > length) undo.pop()?.()
  }

  function write(key: string, account: number, amountCredits: number): void {
    entries.set(key, { account, amountCredits })
    undo.push(() => entries.delete(key))
  }

  function post(own: ModelAccount, one: Operation & { verb: 'grant' | 'adjust' | 'refund' }): Answer {
    const { verb, account, ref, amountCredits } = one
    if (amountCredits === 0) return refusedAs('malformed')
    const key = `${verb}:${ref}`
    const earlier = entries.get(key)
    if (earlier) {
      const isSame = earlier.account === account && earlier.amountCredits === amountCredits
      return isSame ? tell('done', own) : refusedAs('idempotency_mismatch')
    }
    const free = own.balanceCredits - own.heldCredits
    if (free + amountCredits < 0) return refusedAs('insufficient_credits', free)
    write(key, account, amountCredits)
    move(own, amountCredits, 0)
    return tell('done', own)
  }

  function refund(own: ModelAccount, one: Operation & { verb: 'grant' | 'adjust' | 'refund' }): Answer {
    const spend = entries.get(`spend:${one.ref}`)
    if (spend?.account !== one.account) return refusedAs('not_found')
    return one.amountCredits > -spend.amountCredits ? refusedAs('invalid') : post(own, one)
  }

  function setAside(own: ModelAccount, one: Operation & { verb: 'hold' }): Answer {
    const { account, holdId, amountCredits } = one
    const earlier = holds.get(holdId)
    if (earlier) {
      const isSame = earlier.account === account && earlier.amountCredits === amountCredits
      return isSame ? tell(earlier.state, own) : refusedAs('idempotency_mismatch')
    }
    const free = own.balanceCredits - own.heldCredits
    if (free < amountCredits) return refusedAs('insufficient_credits', free)
    holds.set(holdId, { account, amountCredits, state: 'open', chargedCredits: 0 })
    undo.push(() => holds.delete(holdId))
    move(own, 0, amountCredits)
    return tell('open', own)
  }

  function close(own: ModelAccount, one: Operation & { verb: 'settle' | 'release' }): Answer {
    const hold = holds.get(one.holdId)
    if (hold?.account !== one.account) return refusedAs('not_found')
    if (hold.state === 'open') {
      const charged = one.verb === 'settle' ? Math.min(one.amountCredits, hold.amountCredits) : 0
      if (one.verb === 'settle') {
        if (entries.has(`spend:${one.ref}`)) return refusedAs('ref_taken')
        write(`spend:${one.ref}`, one.account, -charged)
      }
      Object.assign(hold, { state: one.verb === 'settle' ? 'settled' : 'released', chargedCredits: charged })
      undo.push(() => Object.assign(hold, { state: 'open', chargedCredits: 0 }))
      move(own, -charged, -hold.amountCredits)
    }
    return tell(hold.state, own, hold.chargedCredits)
  }

  function apply(one: Operation): Answer | null {
    const own = one.verb === 'sweep' ? undefined : accounts.get(one.account)
    if (!own || one.verb === 'sweep') return null
    if (one.verb === 'balance') return tell('done', own)
    if (one.verb === 'hold') return setAside(own, one)
    if (one.verb === 'settle' || one.verb === 'release') return close(own, one)
    return one.verb === 'refund' ? refund(own, one) : post(own, one)
  }

  function applyTask({ mode, operations }: Task): Expected {
    const before = undo.length
    const expected = operations.map(apply)
    const at = expected.findIndex(one => one !== null && isRefusal(one))
    if (mode !== 'together' || at < 0) return expected
    undoTo(before)
    return expected.map((one, index) => (index === at ? one : refusedAs('undone')))
  }

  function follow(task: Task, answers: readonly Answer[], lostAnswers: number): string | null {
    let first = ''
    // A lost answer may or may not have been given after the commit: then the task ran once more than was heard of.
    for (let before = 0; before <= Math.min(lostAnswers, lostAtMost); before += 1) {
      undo = []
      for (let time = 0; time < before; time += 1) applyTask(task)
      const expected = applyTask(task)
      if (expected.every((one, at) => isAs(one, answers[at]))) return null
      first ||= `${JSON.stringify(task)} expected ${JSON.stringify(expected)}, answered ${JSON.stringify(answers)}`
      undoTo(0)
    }
    return first
  }

  return { accounts, holds, follow }
}

const tell = (outcome: Answer['outcome'], { balanceCredits }: ModelAccount, amountCredits = 0): Answer => ({
  outcome,
  amountCredits,
  balanceCredits,
})

const isAs = (expected: Answer | null, answer: Answer | undefined): boolean =>
  answer !== undefined &&
  (expected === null ||
    (expected.outcome === answer.outcome &&
      expected.amountCredits === answer.amountCredits &&
      expected.balanceCredits === answer.balanceCredits))
