import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { watchFlushes } from './flush-lag.ts'
import type { Firsts, Held, HoldWish, LoadNews, LoadWish } from './load-maker.ts'
import { cpuOf, postgresCpuOf, residentMib } from './process-cost.ts'
import { askPipe, askProduct, type Stage } from './stage.ts'

/** So many streams at this pace. */
export interface Pace {
  streams: number
  perSecond: number
  windowMs: number
  /** New streams a second while they begin. */
  beginsPerSecond: number
}

export interface HeldStreams extends Held {
  /** CPU time a token: of the relaying process, and of PostgreSQL. */
  relayUs: number
  postgresUs: number
  /** Of the relaying process, at most. */
  residentMib: number
  /** From the making of tokens to the commit of their rows, for some of the streams; none on the pipe. */
  flushLagsMs: number[]
}

/** Streams whose rows are watched: enough to see the flushes, too few to cost the database anything. */
const watchedCount = 20

/** Holds streams on the product or on the bare pipe, and says how they came and what they cost. */
export async function holdStreams(stage: Stage, on: 'product' | 'pipe', pace: Pace): Promise<HeldStreams> {
  const { streams, perSecond, windowMs, beginsPerSecond } = pace
  const rampMs = (1_000 * streams) / beginsPerSecond
  const words = Math.ceil(((rampMs + windowMs + 8_000) / 1_000) * perSecond)
  const wish = { words, perSecond, hasQueries: true }
  const turnIds = Array.from({ length: streams }, () => randomUUID())
  const asks = stage.users
    .slice(-streams)
    .map((user, at) => (on === 'product' ? askProduct(stage, user, wish, turnIds[at]) : askPipe(stage, wish)))
  const watch = await watchFlushes(stage.pool, on === 'product' ? turnIds.slice(0, watchedCount) : [])
  const pid = on === 'product' ? stage.server.pid : (stage.pipe.process.pid ?? 0)
  const cost = () => ({ relayUs: cpuOf(pid), postgresUs: postgresCpuOf(stage.dataDir) })
  let [from, to] = [cost(), cost()]
  let mostMib = 0
  const load = startLoad()
  const sampling = setInterval(() => {
    mostMib = Math.max(mostMib, residentMib(pid))
  }, 250)
  load.on('message', (news: LoadNews) => {
    if (!('at' in news)) return
    if (news.at === 'begin') from = cost()
    else to = cost()
  })
  try {
    const { held } = await askLoad(load, { kind: 'hold', asks, rampMs, windowMs, perSecond, words }, 'held')
    return {
      ...held,
      relayUs: (to.relayUs - from.relayUs) / held.tokens,
      postgresUs: (to.postgresUs - from.postgresUs) / held.tokens,
      residentMib: mostMib,
      flushLagsMs: await watch.stop(),
    }
  } finally {
    clearInterval(sampling)
    load.disconnect()
  }
}

export const startLoad = (): ChildProcess => fork(join(import.meta.dirname, 'load-maker.ts'))

export async function askLoad<Key extends 'held' | 'firsts'>(
  load: ChildProcess,
  wish: LoadWish | HoldWish,
  key: Key,
): Promise<Extract<LoadNews, Record<Key, Held | Firsts>>> {
  load.send(wish)
  for (;;) {
    const [news] = (await once(load, 'message')) as [LoadNews]
    if (key in news) return news as Extract<LoadNews, Record<Key, Held | Firsts>>
  }
}
