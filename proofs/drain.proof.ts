import { parseArgs } from 'node:util'
import { percentile } from '../bench/figures.ts'
import { report } from '../bench/report.ts'
import { proveDrain } from './drain/prove-drain.ts'

/** A rolling restart of two instances under 200 streams: `npm run proof:drain -- --seed 7 --streams 200`. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    streams: { type: 'string', default: '200' },
  },
})
const [seed, streams] = [Number(values.seed), Number(values.streams)]
console.log(`Seed ${seed}`)
const outcome = await proveDrain({
  ...{ seed, streams, entry: 'dist/server/main.js' as const },
  ...{ newPerSecond: 5, paceMs: 100, words: [100, 170] as const },
  say: console.log,
})
for (const fault of outcome.faults.slice(0, 20)) console.log(`FAULT ${fault}`)
const { questionCount, states, awayMs, endings } = outcome
const worstAwayMs = Math.max(0, ...awayMs)
const none = (what: string, count: number) => ({
  ...{ what, ours: String(count), beside: '', promise: 'none', holds: count === 0 },
})
report({
  id: 'drain',
  title: 'A rolling restart under streams',
  command: `npm run proof:drain -- --seed ${seed} --streams ${streams}`,
  how: `Two instances on one PostgreSQL, ${outcome.streamsAtFirstEnd} answers under way: SIGTERM to one, a third in its place, SIGTERM to the other, while new questions come all the time. Clients come back with Last-Event-ID, and send again under the same id, wherever a balancer leads them.`,
  figures: [
    {
      ...{ what: 'questions asked, answered whole', ours: `${states.complete ?? 0}` },
      ...{ beside: `${questionCount} asked`, promise: 'all', holds: states.complete === questionCount },
    },
    none('acknowledged questions lost', outcome.lostCount),
    {
      ...{ what: 'sends that one instance refused and another took', ours: `${outcome.refusedSendCount}` },
      ...{ beside: '', promise: '', holds: true },
    },
    {
      what: 'streams handed over: away until the next event, longest',
      ours: `${Math.round(worstAwayMs)} ms`,
      beside: `${awayMs.length} times, p50 ${Math.round(percentile(awayMs, 50))} ms`,
      promise: 'within 3 s',
      holds: awayMs.length >= streams / 2 && worstAwayMs <= 3_000,
    },
    {
      what: 'longest silence of any stream beyond the model’s pace',
      ours: `${Math.round(outcome.longestSilenceMs)} ms`,
      ...{ beside: '', promise: 'within 3 s', holds: outcome.longestSilenceMs <= 3_000 },
    },
    {
      ...{ what: 'turns charged exactly once', ours: `${outcome.chargedOnceCount}`, beside: '' },
      ...{ promise: 'all', holds: outcome.chargedOnceCount === questionCount },
    },
    none('turns charged twice', outcome.chargedTwiceCount),
    none('holds left open', outcome.openHoldCount),
    none('gaps, doubles and other faults', outcome.faults.length),
    {
      what: 'instances that ended by themselves with 0',
      ours: `${endings.filter(({ exitCode }) => exitCode === 0).length} of ${endings.length}`,
      beside: `after ${endings.map(({ tookMs }) => `${(tookMs / 1_000).toFixed(1)} s`).join(', ')}`,
      promise: 'all',
      holds: endings.every(({ exitCode }) => exitCode === 0),
    },
  ],
})
