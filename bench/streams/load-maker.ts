import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../figures.ts'
import { openReader, type RawAsk } from './reader-socket.ts'
import { readWords } from './token-words.ts'

/** What the load maker is asked to do, and what it answers; it runs in a process of its own. */
export interface HoldWish {
  kind: 'hold'
  asks: RawAsk[]
  /** The streams begin evenly within it. */
  rampMs: number
  /** Measured for so long, once all have begun. */
  windowMs: number
  perSecond: number
  /** What each stream gives in all. */
  words: number
}

export interface Held {
  /** Share of the tokens that were due in the window, in per cent. */
  tokensPercent: number
  tokens: number
  gapP95Ms: number
  /** From the source's making a token to its coming here. */
  delayP50Ms: number
  delayP99Ms: number
  /** Streams that gave all their tokens in their order and said that they are done. */
  whole: number
}

/** One after the other over one connection. */
export interface FirstWish {
  kind: 'first'
  asks: RawAsk[]
}

/** From the sending of each question to its first token, in ms. */
export interface Firsts {
  firstMs: number[]
}

export type LoadWish = HoldWish | FirstWish
/** 'begin' and 'end' frame the measured window. */
export type LoadNews = { at: 'begin' } | { at: 'end' } | { held: Held } | { firsts: Firsts }

const settleMs = 2_000
/** How long the last stream may take to give its first token. */
const beginMaxMs = 10_000

class Recording {
  isOpen = false
  /** Streams that have given a token. */
  begun = 0
  tokens = 0
  readonly gapsMs: number[] = []
  readonly delaysMs: number[] = []
}

/** Reads one stream: counts each token once, also where a finished block repeats it. */
function readStream(ask: RawAsk, words: number, recording: Recording): Promise<boolean> {
  return new Promise(resolve => {
    let rest = ''
    let count = 0
    let lastAtMs = 0
    let isInOrder = true
    let isDone = false
    const take = (text: string, nowMs: number) => {
      let isNew = false
      for (const { seq, madeAtMs } of readWords(text, nowMs)) {
        if (seq < count || seq >= words) continue
        isInOrder &&= seq === count
        count = seq + 1
        isNew = true
        if (!recording.isOpen) continue
        recording.tokens += 1
        recording.delaysMs.push(nowMs - madeAtMs)
      }
      if (isNew && recording.isOpen && lastAtMs > 0) recording.gapsMs.push(nowMs - lastAtMs)
      if (isNew && lastAtMs === 0) recording.begun += 1
      if (isNew) lastAtMs = nowMs
      isDone ||= text.includes('event: done') || text.includes('[DONE]')
    }
    openReader(ask.port).ask(ask, {
      onText(text) {
        const whole = rest + text
        const upTo = whole.lastIndexOf('\n\n')
        rest = whole.slice(upTo + 1)
        if (upTo > 0) take(whole.slice(0, upTo), Date.now())
      },
      onEnd() {
        take(rest, Date.now())
        const isWhole = isInOrder && isDone && count === words
        if (!isWhole)
          console.error(`A stream broke: ${count} of ${words} words, in order ${isInOrder}, done ${isDone}`)
        resolve(isWhole)
      },
    })
  })
}

async function hold({ asks, rampMs, windowMs, perSecond, words }: HoldWish): Promise<Held> {
  const recording = new Recording()
  const beganAt = performance.now()
  const streams: Promise<boolean>[] = []
  for (const [at, ask] of asks.entries()) {
    const waitMs = beganAt + (at * rampMs) / asks.length - performance.now()
    if (waitMs > 1) await sleep(waitMs)
    streams.push(readStream(ask, words, recording))
  }
  for (let waitedMs = 0; recording.begun < asks.length && waitedMs < beginMaxMs; waitedMs += 100)
    await sleep(100)
  await sleep(settleMs)
  tell({ at: 'begin' })
  recording.isOpen = true
  const openedAt = performance.now()
  await sleep(windowMs)
  recording.isOpen = false
  const openMs = performance.now() - openedAt
  tell({ at: 'end' })
  const ends = await Promise.all(streams)
  const { tokens, gapsMs, delaysMs } = recording
  return {
    tokensPercent: (100 * tokens) / ((asks.length * perSecond * openMs) / 1_000),
    tokens,
    gapP95Ms: percentile(gapsMs, 95),
    delayP50Ms: percentile(delaysMs, 50),
    delayP99Ms: percentile(delaysMs, 99),
    whole: ends.filter(Boolean).length,
  }
}

async function askFirsts({ asks }: FirstWish): Promise<Firsts> {
  const port = asks[0]?.port ?? 0
  const reader = openReader(port, true)
  const firstMs: number[] = []
  for (const ask of asks) {
    await new Promise<void>(resolve => {
      let isFirst = true
      let text = ''
      const sentAt = performance.now()
      reader.ask(ask, {
        onText(piece) {
          if (!isFirst) return
          text += piece
          if (readWords(text, Date.now()).every(({ seq }) => seq !== 0)) return
          firstMs.push(performance.now() - sentAt)
          isFirst = false
        },
        onEnd: resolve,
      })
    })
  }
  reader.socket.destroy()
  return { firstMs }
}

const tell = (news: LoadNews) => process.send?.(news)

if (import.meta.main) {
  process.on('disconnect', () => process.exit())
  process.on('message', (wish: LoadWish) => {
    if (wish.kind === 'hold') void hold(wish).then(held => tell({ held }))
    else void askFirsts(wish).then(firsts => tell({ firsts }))
  })
}
