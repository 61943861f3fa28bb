import type { Operation, Task } from './operation.ts'

export interface Pick {
  below(count: number): number
  chance(share: number): boolean
  of<T>(list: readonly T[]): T | undefined
}

/** Who may move which accounts, by their numbers. */
export interface Grounds {
  /** Stands in every id, so that runs on one database do not meet. */
  run: string
  accountCount: number
  ownOf(client: number): readonly number[]
  /** Moved by all clients at once. */
  fought: readonly number[]
}

export function createGrounds(run: string, clients: number): Grounds {
  const ownCount = 4
  const foughtCount = 6
  const first = clients * ownCount
  return {
    run,
    accountCount: first + foughtCount,
    ownOf: client => Array.from({ length: ownCount }, (_, at) => client * ownCount + at),
    fought: Array.from({ length: foughtCount }, (_, at) => first + at),
  }
}

/** Clients that have come about as far draw from the same few ids. */
const idsAtOnce = 24
const choicesPerEpoch = 40

/**
 * Something on accounts that all clients fight over, under ids that they share: what an id stands for follows from the id,
 * so that most of them ask for the same; some ask for another amount or another account.
 */
export function chooseFought(pick: Pick, grounds: Grounds, choices: number): Task {
  const epoch = Math.floor(choices / choicesPerEpoch)
  const from = Math.max(0, epoch - (pick.chance(0.3) ? 1 : 0))
  const number = from * idsAtOnce + pick.below(idsAtOnce)
  const id = (letter: string) => `${grounds.run}:${letter}x.${number}`
  const accountOf = (step: number) => grounds.fought[(number * 7 + step) % grounds.fought.length] ?? 0
  const account = pick.chance(0.06) ? (pick.of(grounds.fought) ?? 0) : accountOf(0)
  const amountCredits = 1 + ((number * 5) % 9) + (pick.chance(0.06) ? 1 : 0)
  const at = pick.below(100)
  if (at < 7) return single({ verb: 'sweep' })
  if (at < 30) {
    // Some are past their time at once; none stays open for long.
    const lifeMs = number % 3 === 0 ? pick.below(20) : 1_000 + pick.below(3_000)
    return single({ verb: 'hold', account, holdId: id('h'), amountCredits, lifeMs })
  }
  if (at < 50) {
    const holdId = id('h')
    return single({ verb: 'settle', account, holdId, amountCredits: 1 + pick.below(9), ref: `s:${holdId}` })
  }
  if (at < 58) return single({ verb: 'release', account, holdId: id('h') })
  if (at < 72) return single({ verb: 'grant', account, ref: id('g'), amountCredits })
  if (at < 78)
    return single({ verb: 'refund', account, ref: `s:${id('h')}`, amountCredits: 1 + (number % 4) })
  if (at < 85) {
    const signed = number % 2 === 0 ? amountCredits : -amountCredits
    return single({ verb: 'adjust', account, ref: id('a'), amountCredits: signed })
  }
  if (at < 88) return single({ verb: 'balance', account })
  const out: Operation = {
    verb: 'adjust',
    account: accountOf(0),
    ref: `${id('m')}-out`,
    amountCredits: -amountCredits,
  }
  const into: Operation = { verb: 'adjust', account: accountOf(1), ref: `${id('m')}-in`, amountCredits }
  // One order of accounts for all, but for a few that cross.
  const inOrder = out.account < into.account !== pick.chance(0.02)
  return { mode: 'together', operations: inOrder ? [out, into] : [into, out] }
}

const single = (one: Operation): Task => ({ mode: 'single', operations: [one] })
