import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentile } from './figures.ts'
import { type Figure, print, report } from './report.ts'
import { comeBackEverywhere, openFloods, vanish } from './streams/awkward-clients.ts'
import { firstTokens } from './streams/first-token.ts'
import { type HeldStreams, holdStreams, type Pace } from './streams/hold-streams.ts'
import { loadAverage, residentMib } from './streams/process-cost.ts'
import { openStage, type Stage } from './streams/stage.ts'

/**
 * Streams of the built product beside a bare pipe in the same run: the same words from the same model server, which
 * speaks the protocol of a provider; each part in a process of its own. `--quick` is a small one that keeps nothing.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const isQuick = values.quick
const scale = isQuick ? 0.1 : 1
const windowMs = isQuick ? 4_000 : 10_000

const fast: Pace[] = [400, 500].map(streams => ({
  streams: streams * scale,
  perSecond: 50,
  windowMs,
  beginsPerSecond: 80,
}))
const slow: Pace = { streams: 1_000 * scale, perSecond: 20, windowMs, beginsPerSecond: 80 }
const firstCount = isQuick ? 40 : 150
const awkwardCount = isQuick ? 10 : 50
const floodCount = 8

const figures: Figure[] = []
const promised = (what: string, ours: string, beside: string, promise: string, holds: boolean) =>
  figures.push({ what, ours, beside, promise, holds })
const told = (what: string, ours: string, beside: string) => promised(what, ours, beside, '', true)

const ms = (value: number) => `${value.toFixed(value < 20 ? 1 : 0)} ms`
const percent = (value: number) => `${value.toFixed(1)} %`
const mib = (value: number) => `${value.toFixed(0)} MiB`
const costOf = ({ relayUs, postgresUs }: HeldStreams) => relayUs + postgresUs
const say = (line: string) => console.log(`${line} (load ${loadAverage()})`)

async function measureIdle({ server }: Stage): Promise<void> {
  await sleep(isQuick ? 1_000 : 5_000)
  const idle = residentMib(server.pid)
  promised('memory of the server, idle', mib(idle), '', 'at most 160 MiB', idle <= 160)
}

async function measureFirst(stage: Stage): Promise<void> {
  const floor = await firstTokens(stage, 'pipe', firstCount)
  const ours = await firstTokens(stage, 'product', firstCount)
  for (const [share, most] of [
    [50, 8],
    [95, 20],
  ] as const) {
    const value = percentile(ours, share)
    promised(
      `first token, with session, credit and rows, p${share}`,
      ms(value),
      `bare pipe ${ms(percentile(floor, share))}`,
      `at most ${most} ms`,
      value <= most,
    )
  }
}

async function measureFast(stage: Stage): Promise<void> {
  for (const [at, pace] of fast.entries()) {
    const floor = await holdStreams(stage, 'pipe', pace)
    const ours = await holdStreams(stage, 'product', pace)
    const isPromised = at === 0
    const isHeld = ours.gapP95Ms <= 100 && ours.tokensPercent >= 98 && ours.whole === pace.streams
    promised(
      `${pace.streams} streams, ${pace.perSecond} tokens/s each: p95 gap, tokens that came`,
      `${ms(ours.gapP95Ms)}, ${percent(ours.tokensPercent)}`,
      `bare pipe ${ms(floor.gapP95Ms)}, ${percent(floor.tokensPercent)}`,
      isPromised ? 'at most 100 ms, at least 98 %, every stream whole' : '',
      isHeld || !isPromised,
    )
    tellCost(pace, ours, floor)
    if (at === fast.length - 1) {
      promised(
        `memory of the server, ${pace.streams} streams`,
        mib(ours.residentMib),
        `bare pipe ${mib(floor.residentMib)}`,
        'at most 280 MiB',
        ours.residentMib <= 280,
      )
    }
    say(`${pace.streams} streams at ${pace.perSecond} tokens/s`)
  }
}

async function measureSlow(stage: Stage): Promise<void> {
  const floor = await holdStreams(stage, 'pipe', slow)
  const ours = await holdStreams(stage, 'product', slow)
  const addedMs = ours.delayP99Ms - floor.delayP99Ms
  const what = `${slow.streams} streams, ${slow.perSecond} tokens/s each, durable`
  promised(
    `${what}: p99 delay, tokens that came`,
    `${ms(ours.delayP99Ms)}, ${percent(ours.tokensPercent)}`,
    `bare pipe ${ms(floor.delayP99Ms)}, ${percent(floor.tokensPercent)}`,
    'at most 150 ms more, at least 98 %, every stream whole',
    addedMs <= 150 && ours.tokensPercent >= 98 && ours.whole === slow.streams,
  )
  const mostLagMs = percentile(ours.flushLagsMs, 100)
  promised(
    `${what}: from a token's making to its commit, p99 and most`,
    `${ms(percentile(ours.flushLagsMs, 99))}, ${ms(mostLagMs)}`,
    '',
    'at most 1 s',
    mostLagMs <= 1_000,
  )
  tellCost(slow, ours, floor)
  say(what)
}

function tellCost({ streams, perSecond }: Pace, ours: HeldStreams, floor: HeldStreams): void {
  const cost = costOf(ours)
  promised(
    `CPU a token, ${streams} streams at ${perSecond}/s: server and PostgreSQL`,
    `${cost.toFixed(1)} µs (${ours.relayUs.toFixed(1)} + ${ours.postgresUs.toFixed(1)})`,
    `bare pipe ${floor.relayUs.toFixed(1)} µs`,
    'at most 45 µs',
    cost <= 45,
  )
}

async function measureAwkward(stage: Stage): Promise<void> {
  const gone = await vanish(stage, awkwardCount)
  promised(
    `${awkwardCount} clients that vanish in mid-stream: answers stored, charged once, holds left`,
    `${gone.complete}, ${gone.chargedOnce}, ${gone.openHolds}`,
    '',
    'all, all, none',
    gone.complete === awkwardCount && gone.chargedOnce === awkwardCount && gone.openHolds === 0,
  )
  const back = await comeBackEverywhere(stage)
  promised(
    'Last-Event-ID at every event of a stream, running and stored: the same rest to the byte',
    `${back.same}`,
    `of ${back.places}`,
    'all',
    back.same === back.places && back.places > 100,
  )
  say('clients that vanish and come back')
  await measureDeaf(stage)
}

/** Streams beside floods that are read, then beside floods of which nobody reads a byte. */
async function measureDeaf(stage: Stage): Promise<void> {
  const pace = { streams: 100, perSecond: 20, windowMs: 10_000, beginsPerSecond: 100 }
  const runs: { held: HeldStreams; cut: number }[] = []
  for (const isRead of [true, false]) {
    const flood = openFloods(stage, floodCount, isRead)
    const held = await holdStreams(stage, 'product', pace)
    runs.push({ held, cut: await flood.cutCount() })
  }
  const [heard, deaf] = runs
  if (!heard || !deaf) return
  promised(
    `${floodCount} clients that never read megabytes: dropped`,
    String(deaf.cut),
    `${heard.cut} of those that read`,
    'all of them, none of those',
    deaf.cut === floodCount && heard.cut === 0,
  )
  promised(
    'p95 gap of 100 streams beside them',
    ms(deaf.held.gapP95Ms),
    `beside floods that are read ${ms(heard.held.gapP95Ms)}`,
    'at most 100 ms',
    deaf.held.gapP95Ms <= 100,
  )
  promised(
    'memory of the server meanwhile',
    mib(deaf.held.residentMib),
    `floods that are read ${mib(heard.held.residentMib)}`,
    'at most 64 MiB more',
    deaf.held.residentMib <= heard.held.residentMib + 64,
  )
  say('clients that never read')
}

const stage = await openStage(slow.streams + 100)
try {
  say(`Ready the second time in ${stage.secondStartMs.toFixed(0)} ms`)
  await measureIdle(stage)
  await measureFirst(stage)
  say('First tokens')
  await measureFast(stage)
  await measureSlow(stage)
  await measureAwkward(stage)
  told('load of the machine at the end', loadAverage(), '')
} finally {
  await stage.end()
}
if (isQuick) {
  print({ title: 'Streams, in small', figures })
} else {
  report({
    id: 'streams',
    title: 'Streams',
    command: 'npm run bench:streams',
    how: 'The built product, its database, a model server that speaks the chat-completions protocol, and the readers, each in a process of its own on the same machine. Each token goes a provider’s whole path (protocol, gathering, check of each sentence, rows, event stream), and is read to its commit; the bare pipe relays the same words and does nothing else.',
    figures,
  })
  report({
    id: 'start',
    title: 'Start',
    command: 'npm run bench:streams',
    how: 'From starting the built server, with data and database made by an earlier start, to its saying that it is ready.',
    figures: [
      {
        what: 'start to ready, second time',
        ours: `${stage.secondStartMs.toFixed(0)} ms`,
        beside: '',
        promise: 'at most 2 s',
        holds: stage.secondStartMs <= 2_000,
      },
    ],
  })
}
