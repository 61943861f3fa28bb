import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signPeopleIn } from '../../bench/sign-people-in.ts'
import type { ServerProcess } from '../../src/server/testing/server-process.ts'
import { type Entry, openStage, type Stage } from '../stage.ts'
import { openAckLog } from './ack-log.ts'
import { type AskedTurn, type Asker, type Asking, askTurn, countWords, sendTurn } from './asked-turn.ts'
import { type KillCounts, type PlannedKill, planKills } from './plan-kills.ts'
import { createProblems, type Problems } from './problems.ts'
import { type RaceOutcome, raceForLastCredit } from './race-for-last-credit.ts'
import { createTurnChecks, namedWithinMs, type TurnSummary, willBeSentAgain } from './turn-checks.ts'

export interface ProveTurnsOptions extends KillCounts {
  seed: number
  /** Whether the servers run from the sources or as they were built. */
  entry: Entry
  /** Fifty sends on credit for one, so many times. */
  raceRounds: number
  say: (line: string) => void
}

export interface TurnsOutcome extends TurnSummary {
  problems: Problems
  race: RaceOutcome
  /** Questions that the log says were acknowledged, and answers. */
  started: number
  done: number
  /** From starting a server anew to its being ready, and the database, each at most. */
  serverUpMs: number
  databaseUpMs: number
}

/** So many that nobody has more than three turns open while those of killed servers wait for their sweep. */
const askersMax = 200
const starterCredits = 10_000
const momentMaxMs = 5_000

/** Kills the server and the database under running turns, and compares what was acknowledged with what is there. */
export async function proveTurns(options: ProveTurnsOptions): Promise<TurnsOutcome> {
  const stage = await openStage('turns', options.entry)
  try {
    return await proveOn(stage, options)
  } finally {
    await stage.end()
  }
}

async function proveOn(stage: Stage, options: ProveTurnsOptions): Promise<TurnsOutcome> {
  const { seed, raceRounds, say } = options
  const log = openAckLog(join(stage.dataDir, 'acknowledged.log'))
  const problems = createProblems(say)
  const checks = createTurnChecks(stage.pool, problems)
  let server = await stage.startServer()
  const plan = planKills(seed, options)
  const turnsCount = plan.reduce((sum, { turns }) => sum + turns.length, 0)
  const askersCount = Math.min(askersMax, Math.ceil(turnsCount / 2))
  const users = await signPeopleIn(stage.pool, askersCount, starterCredits)
  const askers: Asker[] = users.map(user => ({ ...user, last: null }))
  const up = { serverUpMs: 0, databaseUpMs: 0 }
  let askerAt = 0
  for (const [at, kill] of plan.entries()) {
    const asking: Asking = { url: server.url, log }
    sendAgain(asking, checks.open())
    const turns = kill.turns.map((planned, place) => {
      const asker = askers[askerAt++ % askers.length] as Asker
      const turn = askTurn(asking, asker, planned, `turn ${at}.${place}`)
      checks.add(turn)
      return turn
    })
    await untilMoment(kill, turns[0] as AskedTurn)
    server = await killAndRestart(stage, server, kill.victim, checks.open(), up)
    await checks.check(server.url)
    if ((at + 1) % 20 === 0) say(`${at + 1} of ${plan.length} kills, ${checks.open().length} turns open`)
  }
  const race = await raceForLastCredit(stage, { url: server.url, rounds: raceRounds, problems, say })
  for (const until = Date.now() + namedWithinMs + 5_000; checks.open().length > 0 && Date.now() < until; ) {
    // What the last kill left without an acknowledgement.
    sendAgain({ url: server.url, log }, checks.open())
    await checks.check(server.url)
    await sleep(250)
  }
  for (const turn of checks.open()) problems.add('unnamed', `${turn.id} is open at the end`)
  await checks.checkAll(server.url, log, askers)
  const acknowledged = log.read()
  const started = new Set(acknowledged.filter(one => one.of === 'started').map(one => one.turnId)).size
  log.close()
  return { ...checks.summary, ...up, problems, race, started, done: countDone(acknowledged) }
}

function sendAgain(asking: Asking, open: readonly AskedTurn[]): void {
  for (const turn of open) if (turn.isOver && willBeSentAgain(turn)) sendTurn(asking, turn)
}

const countDone = (acknowledged: readonly { of: string; turnId: string }[]): number =>
  new Set(acknowledged.filter(one => one.of === 'done').map(one => one.turnId)).size

/** Waits until the watched turn has come so far, or is over. */
async function untilMoment({ moment, afterMs, words }: PlannedKill, watched: AskedTurn): Promise<void> {
  const hasCome = {
    post: () => true,
    started: () => watched.seen.length > 0,
    words: () => countWords(watched.seen) >= words,
    ending: () => watched.seen.length > 0,
    done: () => watched.ended !== null,
  }[moment]
  const until = Date.now() + momentMaxMs
  while (!hasCome() && !watched.isOver && Date.now() < until) await sleep(1)
  await sleep(afterMs)
}

/** Answers the server that goes on: a new one, or the same one over a database that came back. */
async function killAndRestart(
  stage: Stage,
  server: ServerProcess,
  victim: PlannedKill['victim'],
  open: readonly AskedTurn[],
  up: Pick<TurnsOutcome, 'serverUpMs' | 'databaseUpMs'>,
): Promise<ServerProcess> {
  const cut = open.filter(turn => !turn.isOver)
  const killedAtMs = Date.now()
  for (const turn of cut) turn.killedAtMs = killedAtMs
  if (victim === 'database') {
    for (const turn of cut) turn.lostDatabase = true
    await stage.database.kill()
    const from = performance.now()
    await stage.database.bringUp()
    up.databaseUpMs = Math.max(up.databaseUpMs, performance.now() - from)
    return server
  }
  await server.end('SIGKILL')
  await Promise.all(cut.map(turn => turn.over))
  const from = performance.now()
  const next = await stage.startServer()
  up.serverUpMs = Math.max(up.serverUpMs, performance.now() - from)
  return next
}
