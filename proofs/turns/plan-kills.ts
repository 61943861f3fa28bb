import { seededRandom } from '../../src/server/insights/seeded-random.ts'

/** The moment in the life of the round's first turn at which the kill comes. */
export type Moment = 'post' | 'started' | 'words' | 'ending' | 'done'

export interface PlannedTurn {
  /** Between the model's words. */
  paceMs: number
  /** Asked in the conversation of the asker's turn before, where that has ended. */
  continues: boolean
  /** The asker presses stop after so many words; null: never. */
  stopAfterWords: number | null
  /** The model refuses. */
  isRefused: boolean
  /** Sent again under its id after the restart, if it was not acknowledged. */
  isSentAgain: boolean
}

export interface PlannedKill {
  victim: 'server' | 'database'
  moment: Moment
  /** Waits so long more after the moment. */
  afterMs: number
  /** For 'words': how many were read. */
  words: number
  turns: PlannedTurn[]
}

export interface KillCounts {
  serverKills: number
  databaseKills: number
}

const moments: readonly Moment[] = ['post', 'started', 'words', 'ending', 'done']

/** What is sent, what is killed and when: the same for the same seed. */
export function planKills(seed: number, { serverKills, databaseKills }: KillCounts): PlannedKill[] {
  const random = seededRandom(seed, 'kills')
  const whole = (from: number, to: number) => Math.floor(random.between(from, to + 1))
  const pick = <T>(of: readonly T[]): T => of[whole(0, of.length - 1)] as T
  const chance = (share: number) => random.uniform() < share

  const planTurn = (isWatched: boolean, moment: Moment): PlannedTurn => {
    const isQuick = isWatched && (moment === 'ending' || moment === 'done')
    return {
      paceMs: isQuick ? 0 : pick(isWatched ? [8, 15, 25] : [0, 4, 8, 15, 30]),
      continues: chance(0.3),
      stopAfterWords: !isWatched && chance(0.15) ? whole(1, 25) : null,
      isRefused: !isWatched && chance(0.05),
      isSentAgain: chance(0.5),
    }
  }
  const planKill = (victim: PlannedKill['victim']): PlannedKill => {
    const moment = pick(moments)
    return {
      victim,
      moment,
      afterMs: moment === 'done' ? 0 : whole(0, moment === 'ending' ? 80 : 15),
      words: whole(1, 35),
      turns: Array.from({ length: whole(3, 6) }, (_, at) => planTurn(at === 0, moment)),
    }
  }
  const victims = [
    ...Array.from({ length: serverKills }, () => 'server' as const),
    ...Array.from({ length: databaseKills }, () => 'database' as const),
  ]
  for (let at = victims.length - 1; at > 0; at -= 1) {
    const other = whole(0, at)
    const [one, two] = [victims[at], victims[other]]
    if (one && two) [victims[at], victims[other]] = [two, one]
  }
  return victims.map(planKill)
}
