import { seededRandom } from '../../src/server/insights/seeded-random.ts'
import { chooseFought, type Grounds, type Pick } from './choose-fought.ts'
import type { LedgerModel } from './ledger-model.ts'
import type { Operation, Task } from './operation.ts'

interface OwnHold {
  account: number
  holdId: string
  amountCredits: number
}

const recentCount = 64
const hourMs = 3_600_000

/** What one client asks, from its seed and from what its own accounts have come to. */
export function createChooser(client: number, seed: number, grounds: Grounds, model: LedgerModel) {
  const random = seededRandom(seed, `client ${client}`)
  const own = grounds.ownOf(client)
  const pick: Pick = {
    below: count => Math.floor(random.uniform() * count),
    chance: share => random.uniform() < share,
    of: list => list[Math.floor(random.uniform() * list.length)],
  }
  let made = 0
  const openHolds: OwnHold[] = []
  /** Of the task that is being chosen. */
  let newHolds: OwnHold[] = []
  const recentHolds: OwnHold[] = []
  const recentOperations: Operation[] = []
  let lastMove: Operation[] | undefined

  function newId(letter: string): string {
    made += 1
    return `${grounds.run}:${letter}${client}.${made}`
  }
  const ownAccount = () => pick.of(own) ?? 0

  function setAside(): Operation {
    const one = { account: ownAccount(), holdId: newId('h'), amountCredits: 1 + pick.below(12) }
    newHolds.push(one)
    remember(recentHolds, one)
    return { verb: 'hold', ...one, lifeMs: hourMs }
  }

  function close(verb: 'settle' | 'release'): Operation {
    let at = pick.below(openHolds.length)
    // A refused or a closed one is no longer of interest.
    while (openHolds.length > 0 && model.holds.get(openHolds[at]?.holdId ?? '')?.state !== 'open') {
      openHolds.splice(at, 1)
      at = pick.below(openHolds.length)
    }
    const open = openHolds[at]
    const target = open && pick.chance(0.85) ? open : pick.of(recentHolds)
    if (!target) return setAside()
    const { account, holdId } = target
    if (verb === 'release') return { verb, account, holdId }
    // At times more than was held, at times under the ref of another spend.
    const other = pick.of(recentHolds)?.holdId ?? holdId
    const isSpent = model.holds.get(other)?.state === 'settled'
    const ref = isSpent && pick.chance(0.03) ? `s:${other}` : `s:${holdId}`
    return { verb, account, holdId, amountCredits: 1 + pick.below(14), ref }
  }

  function post(verb: 'grant' | 'adjust' | 'refund'): Operation {
    const account = ownAccount()
    if (verb === 'grant') return { verb, account, ref: newId('g'), amountCredits: 1 + pick.below(10) }
    if (verb === 'adjust') {
      const amountCredits = (1 + pick.below(8)) * (pick.chance(0.5) ? -1 : 1)
      return { verb, account, ref: newId('a'), amountCredits }
    }
    const hold = pick.of(recentHolds)
    return hold
      ? { verb, account: hold.account, ref: `s:${hold.holdId}`, amountCredits: 1 + pick.below(8) }
      : post('grant')
  }

  /** Something asked before: the same, or the same id for something else. */
  function again(): Operation {
    const before = pick.of(recentOperations)
    if (!before || before.verb === 'sweep' || before.verb === 'balance') return post('grant')
    const how = pick.below(10)
    if (how < 5 || before.verb === 'release') return before
    if (how < 7) return { ...before, account: ownAccount() }
    return { ...before, amountCredits: before.amountCredits + 1 }
  }

  function ownOperation(): Operation {
    const at = pick.below(100)
    if (at < 26) return setAside()
    if (at < 50) return close('settle')
    if (at < 57) return close('release')
    if (at < 71) return post('grant')
    if (at < 77) return post('refund')
    if (at < 84) return post('adjust')
    return at < 88 ? { verb: 'balance', account: ownAccount() } : again()
  }

  /** From an account of ours to one that is fought over, in one transaction; at times the last one again. */
  function moveOut(): Operation[] {
    if (lastMove && pick.chance(0.3)) return lastMove
    const ref = newId('m')
    const amountCredits = 1 + pick.below(6)
    const to = pick.of(grounds.fought) ?? 0
    lastMove = [
      { verb: 'adjust', account: ownAccount(), ref: `${ref}-out`, amountCredits: -amountCredits },
      { verb: 'adjust', account: to, ref: `${ref}-in`, amountCredits },
    ]
    return lastMove
  }

  /** An id of ours, known to stand, for an account that is fought over: it must be refused there. */
  function foreignHold(): Task {
    const hold = pick.of(recentHolds)
    if (!hold || !model.holds.has(hold.holdId)) return single(ownOperation())
    const account = pick.of(grounds.fought) ?? 0
    const { holdId } = hold
    return single(
      pick.chance(0.5)
        ? { verb: 'release', account, holdId }
        : { verb: 'hold', account, holdId, amountCredits: 1 + pick.below(3), lifeMs: hourMs },
    )
  }

  return function next(): Task {
    openHolds.push(...newHolds)
    newHolds = []
    made += 1
    const at = pick.below(100)
    if (at < 28) return chooseFought(pick, grounds, made)
    if (at < 30) return foreignHold()
    if (at < 33) return { mode: 'together', operations: moveOut() }
    if (at < 40) {
      // Those that may break the transaction itself, a ref taken by another spend, are asked alone.
      const operations = Array.from({ length: 2 + pick.below(4) }, ownOperation)
      return { mode: 'batch', operations: operations.map(withOwnRef) }
    }
    const one = ownOperation()
    remember(recentOperations, one)
    return single(one)
  }
}

const single = (one: Operation): Task => ({ mode: 'single', operations: [one] })

const withOwnRef = (one: Operation): Operation =>
  one.verb === 'settle' ? { ...one, ref: `s:${one.holdId}` } : one

function remember<T>(list: T[], one: T): void {
  list.push(one)
  if (list.length > recentCount) list.shift()
}
