import { expect, test } from 'vitest'
import { createLiveTurns } from './live-turns.ts'

const turn = {
  turnId: 't1',
  sessionKey: null,
  question: 'Q?',
  thinkLonger: false,
  phase: 'sending' as const,
}

function liveTurnsWithFrames() {
  const frames: (() => void)[] = []
  const live = createLiveTurns(run => frames.push(run))
  const heard = { times: 0 }
  live.subscribe(() => {
    heard.times++
  })
  return { live, frames, heard }
}

test('a thousand events cost one drawing a frame, the first of them in their own', async () => {
  const { live, frames, heard } = liveTurnsWithFrames()
  const comeMany = async () => {
    for (let n = 0; n < 1_000; n++) live.update('t1', { question: String(n) })
    await Promise.resolve()
  }
  live.begin(turn)
  heard.times = 0
  await comeMany()
  expect(heard.times).toBe(1)
  await comeMany()
  expect(heard.times).toBe(1)
  expect(frames).toHaveLength(1)
  frames.shift()?.()
  await Promise.resolve()
  expect(heard.times).toBe(2)
  expect(live.get('t1')?.question).toBe('999')
  frames.shift()?.()
  await Promise.resolve()
  expect(heard.times).toBe(2)
  expect(frames).toHaveLength(0)
})

test('a new chat shows what is being sent there until the conversation has its key', () => {
  const { live } = liveTurnsWithFrames()
  live.begin(turn)
  expect(live.idsOf(null)).toBe('t1')
  expect(live.waitingIn(null)).toBe('t1')
  live.update('t1', { sessionKey: 'k', phase: 'running' })
  expect(live.idsOf(null)).toBe('')
  expect(live.waitingIn(null)).toBeNull()
  expect(live.idsOf('k')).toBe('t1')
  expect(live.waitingIn('k')).toBe('t1')
})

test('a turn that is over keeps nobody waiting and stays to be read', () => {
  const { live } = liveTurnsWithFrames()
  live.begin({ ...turn, sessionKey: 'k' })
  live.update('t1', { phase: 'over' })
  expect(live.waitingIn('k')).toBeNull()
  expect(live.idsOf('k')).toBe('t1')
})

test('what does not change keeps its identity, and unknown turns are left alone', () => {
  const { live } = liveTurnsWithFrames()
  live.begin(turn)
  live.begin({ ...turn, turnId: 't2', sessionKey: 'k' })
  const before = live.get('t1')
  live.update('t2', { phase: 'over' })
  live.update('t3', { phase: 'over' })
  expect(live.get('t1')).toBe(before)
  expect(live.get('t3')).toBeNull()
})
