import { seededRandom } from '../../src/server/insights/seeded-random.ts'
import { type Entry, openStage, type Stage } from '../stage.ts'
import { openScreen } from './older-screen.ts'
import { beginAnswer, checkAnswer } from './running-answer.ts'
import {
  hashOf,
  makePeople,
  type Person,
  readSessions,
  reEnable,
  type SessionRow,
  signIn,
  standing,
  type Taken,
} from './signed-in.ts'

/** Who takes over at the same instant: new sessions, older ones of the same person, or half and half. */
export type Kind = 'sign-in' | 're-enable' | 'both'

export interface ProveTakeoverOptions {
  seed: number
  entry: Entry
  /** Rounds of eight sign-ins. */
  signInRounds: number
  /** Rounds in which older sessions are enabled again, among sign-ins or alone. */
  reEnableRounds: number
  say: (line: string) => void
}

export interface TakeoverOutcome {
  rounds: number
  /** What was wrong, and in which round. */
  problems: string[]
  /** Rounds with exactly one active session afterwards, by the database and by the API. */
  oneActiveRounds: number
  /** Rounds whose answer was saved whole, charged once and there for the new session. */
  savedRounds: number
  /** Rounds in which the answer was still being written when the place was taken. */
  runningRounds: number
  /** From the place being taken to an older screen's hearing of it; two screens a round, one on each server. */
  heardMs: number[]
  /** Screens that were never told. */
  untold: number
}

export const takersCount = 8
const peopleMax = 10

/** Takes the place of a session eight times at the same instant, over two servers on one database. */
export async function proveTakeover(options: ProveTakeoverOptions): Promise<TakeoverOutcome> {
  const stage = await openStage('takeover', options.entry)
  try {
    return await proveOn(stage, options)
  } finally {
    await stage.end()
  }
}

async function proveOn(stage: Stage, options: ProveTakeoverOptions): Promise<TakeoverOutcome> {
  const { seed, signInRounds, reEnableRounds, say } = options
  const servers = [await stage.startServer(), await stage.startServer()]
  const urls = servers.map(({ url }) => url)
  const people = await makePeople(stage.pool, Math.min(peopleMax, Math.ceil(signInRounds / 2)))
  const outcome: TakeoverOutcome = {
    rounds: signInRounds + reEnableRounds,
    problems: [],
    oneActiveRounds: 0,
    savedRounds: 0,
    runningRounds: 0,
    heardMs: [],
    untold: 0,
  }
  const random = seededRandom(seed, 'takeover')
  const kinds = planKinds(random.uniform, people.length, signInRounds, reEnableRounds)
  for (const [at, kind] of kinds.entries()) {
    const person = people[at % people.length] as Person
    const round = {
      at,
      kind,
      person,
      urls: at % 2 === 0 ? urls : urls.toReversed(),
      words: 1 + Math.floor(random.between(0, 12)),
      paceMs: Math.floor(random.between(15, 25)),
    }
    await playRound(stage, round, outcome)
    if ((at + 1) % 20 === 0) say(`${at + 1} of ${outcome.rounds} rounds, ${outcome.problems.length} wrong`)
  }
  return outcome
}

/** Sign-ins first, one of each person, since older sessions have to be there; then in a seeded order. */
function planKinds(
  uniform: () => number,
  peopleCount: number,
  signInRounds: number,
  reEnableRounds: number,
): Kind[] {
  let [signIns, reEnables] = [signInRounds, reEnableRounds]
  const kinds: Kind[] = []
  while (signIns + reEnables > 0) {
    const mayReEnable = reEnables > 0 && kinds.length >= peopleCount
    if (signIns === 0 || (mayReEnable && uniform() < reEnables / (signIns + reEnables))) {
      kinds.push(reEnables % 2 === 0 ? 're-enable' : 'both')
      reEnables -= 1
    } else {
      kinds.push('sign-in')
      signIns -= 1
    }
  }
  return kinds
}

interface Round {
  at: number
  kind: Kind
  person: Person
  /** The answer runs on the first; what comes takes turns. */
  urls: readonly string[]
  /** Read on the older screen before the place is taken. */
  words: number
  paceMs: number
}

async function playRound(stage: Stage, round: Round, outcome: TakeoverOutcome): Promise<void> {
  const { at, kind, person, urls, words, paceMs } = round
  const [url = '', otherUrl = ''] = urls
  const wrong = (what: string) => outcome.problems.push(`round ${at} (${kind}): ${what}`)
  const screens = await Promise.all(urls.map(one => openScreen(one, person.active)))
  const question = `GDP of Ghana, at ${paceMs} ms a word, round ${at}`
  const answer = await beginAnswer(url, person.active, question, words)
  const fromMs = Date.now()
  const taken = await Promise.all(takersOf(round))
  for (const { status } of taken) if (status !== 200) wrong(`taking over was answered with ${status}`)

  const sessions = [person.active, ...taken.map(({ headers }) => headers)]
  const rows = await readSessions(stage.pool, person)
  const standings = await Promise.all(
    sessions.map((headers, place) => standing(urls[place % urls.length] ?? '', headers)),
  )
  const winnerAt = standings.indexOf('200')
  const winner = sessions[winnerAt]
  const isOneByApi = standings.every((one, place) => one === (place === winnerAt ? '200' : conflict))
  if (!isOneByApi) wrong(`the sessions are answered with ${standings.join(', ')}`)
  const active = rows.filter(({ state }) => state === 'active')
  const isOneByRows = active.length === 1 && winner !== undefined && active[0]?.token_hash === hashOf(winner)
  if (!isOneByRows) wrong(`${active.length} active sessions are stored, or another than the API's`)
  if (isOneByApi && isOneByRows) outcome.oneActiveRounds += 1

  const takenAtMs = firstTaking(rows, fromMs)
  for (const screen of screens) {
    const heardAtMs = await screen.heardAtMs
    screen.close()
    if (heardAtMs === null) outcome.untold += 1
    else outcome.heardMs.push(Math.max(0, heardAtMs - takenAtMs))
  }
  if (!winner) return
  const { problems, endedAtMs } = await checkAnswer(otherUrl, winner, stage.pool, answer)
  for (const problem of problems) wrong(problem)
  if (problems.length === 0) outcome.savedRounds += 1
  if (endedAtMs > takenAtMs) outcome.runningRounds += 1
  person.superseded = [...person.superseded, ...sessions].filter(one => one !== winner)
  person.active = winner
}

const conflict = '409 409_SESSION_CONFLICT'

/** All begun in the same turn of the event loop, half of them on each server. */
function takersOf({ kind, person, urls }: Round): Promise<Taken>[] {
  const older = person.superseded.slice(-takersCount)
  const urlOf = (place: number) => urls[place % urls.length] ?? ''
  return Array.from({ length: takersCount }, (_, place) => {
    const session = older[place]
    const isOlder = kind === 're-enable' || (kind === 'both' && place % 4 < 2)
    return isOlder && session ? reEnable(urlOf(place), session) : signIn(urlOf(place), person)
  })
}

/** When the first of the takers began its transaction: a little before the place was taken, never after. */
const firstTaking = (rows: readonly SessionRow[], fromMs: number): number =>
  Math.min(
    ...rows
      .flatMap(({ created_at_ms, last_seen_at_ms }) => [created_at_ms, last_seen_at_ms])
      .filter(atMs => atMs >= fromMs - 1),
  )
