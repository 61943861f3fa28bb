import { parseArgs } from 'node:util'
import { report } from '../bench/report.ts'
import { type OutageOutcome, proveOutage } from './outage/prove-outage.ts'

/** The database away for half a minute under 100 streams: `npm run proof:outage -- --seed 7 --streams 100 --away 30`. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    streams: { type: 'string', default: '100' },
    away: { type: 'string', default: '30' },
  },
})
const [seed, streams, awaySeconds] = [Number(values.seed), Number(values.streams), Number(values.away)]
console.log(`Seed ${seed}`)
const outcome = await proveOutage({
  ...{ seed, streams, entry: 'dist/server/main.js' as const },
  ...{ awayMs: 1_000 * awaySeconds, newPerSecond: 2, paceMs: 100, words: [40, 450] as const },
  say: console.log,
})
for (const fault of [...outcome.faults, ...outcome.calls.strange].slice(0, 20)) console.log(`FAULT ${fault}`)
report({
  id: 'outage',
  title: 'The database away under streams',
  command: `npm run proof:outage -- --seed ${seed} --streams ${streams} --away ${awaySeconds}`,
  how: `All processes of PostgreSQL are killed under ${streams} streams, and started again ${awaySeconds} s later. One stream in five loses its network meanwhile, new questions and other calls come all the time, and the server is never restarted.`,
  figures: figuresOf(outcome),
})

function figuresOf({ before, meanwhile, afterwards, calls, ...outcome }: OutageOutcome) {
  const all = [...before, ...meanwhile, ...afterwards]
  const { states } = outcome
  const ended = Object.values(states).reduce((sum, count) => sum + count, 0)
  const others = Object.entries(calls.statuses).filter(([status]) => !['200', '503'].includes(status))
  const refusedMs = Math.max(calls.longestMs, ...all.flatMap(asked => asked.refusedMs))
  const complete = all.filter(({ state }) => state === 'complete').length
  const afterwardsComplete = afterwards.filter(({ state }) => state === 'complete').length
  return [
    none('acknowledged questions lost', outcome.lostCount),
    figure('questions answered whole', `${complete}`, `${all.length} asked`, 'all', complete === all.length),
    figure(
      ...(['running answers that went on while it was away', `${outcome.fedWhileAwayCount}`] as const),
      ...([`${before.length} streams`, 'most', outcome.fedWhileAwayCount > before.length / 2] as const),
    ),
    none('told as done while nothing could be stored', outcome.doneWhileAwayCount),
    figure(
      'other calls answered 503, with Retry-After',
      `${calls.statuses[503] ?? 0}`,
      `200: ${calls.statuses[200] ?? 0}`,
      'no other refusal',
      others.length === 0 && calls.withoutRetryAfterCount === 0 && (calls.statuses[503] ?? 0) > 0,
    ),
    figure('the slowest of them', `${Math.round(refusedMs)} ms`, '', 'within 12 s', refusedMs <= 12_000),
    figure(
      'from the database’s answering to the server’s',
      seconds(outcome.recoveredAt - outcome.upAt),
      `PostgreSQL itself ${seconds(outcome.upAt - outcome.startedAt)}`,
      'no restart, within 10 s',
      outcome.recoveredAt - outcome.upAt <= 10_000 && outcome.exitCode === 0,
    ),
    figure(
      'questions asked afterwards, answered whole',
      ...([`${afterwardsComplete}`, `${afterwards.length} asked`] as const),
      ...(['all', afterwardsComplete === afterwards.length] as const),
    ),
    figure(
      ...([
        'turns charged exactly once',
        `${outcome.chargedOnceCount}`,
        `${states.complete ?? 0} complete`,
      ] as const),
      ...(['all complete ones', outcome.chargedOnceCount === states.complete] as const),
    ),
    none('turns charged twice', outcome.chargedTwiceCount),
    none('turns without an end', (states.running ?? 0) + (states.queued ?? 0) + (all.length - ended)),
    none('holds left open', outcome.openHoldCount),
    none('gaps, doubles and other faults', outcome.faults.length),
  ]
}

function figure(what: string, ours: string, beside: string, promise: string, holds: boolean) {
  return { what, ours, beside, promise, holds }
}

function none(what: string, count: number) {
  return figure(what, String(count), '', 'none', count === 0)
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
