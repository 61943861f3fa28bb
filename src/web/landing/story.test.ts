import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { steppingCues, typingCues } from './cues.ts'
import { type Cue, type Hold, type SectionState, type Stage, tellStory } from './story.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A stage that remembers: what each section looks like, and what was done when. */
function recordingStage(cuesOf: Record<number, Cue[]> = {}) {
  const from = performance.now()
  const looks: SectionState[] = []
  const done: [number, string][] = []
  const note = (what: string) => done.push([Math.round(performance.now() - from), what])
  const stage: Stage = {
    sections: 5,
    draw(section, state) {
      const before = looks[section]
      looks[section] = state
      if (state === 'leaving' && before !== 'leaving') note(`${section} leaves`)
    },
    cues: section => cuesOf[section] ?? [],
    scrollTo: section => note(`scroll to ${section}`),
    reload: () => note('reload'),
  }
  return { stage, looks, done, story: tellStory(stage) }
}

// spec: S2.landing.4, S2.landing.5, S2.landing.8, S9.landing.1, S9.landing.3
test('a section leaves after 7200 ms, section 4 after 7500; every 8000 ms the next; at the bottom the page reloads', () => {
  const { story, done } = recordingStage()
  story.show(1)
  vi.advanceTimersByTime(60_000)
  expect(done).toEqual([
    [7_200, '1 leaves'],
    [8_000, 'scroll to 2'],
    [15_200, '2 leaves'],
    [16_000, 'scroll to 3'],
    [23_200, '3 leaves'],
    [24_000, 'scroll to 4'],
    [31_500, '4 leaves'],
    [32_000, 'scroll to 5'],
    [39_200, '5 leaves'],
    [40_000, 'reload'],
  ])
})

test('what is not its turn waits unseen; the one that came up enters', () => {
  const { story, looks } = recordingStage()
  story.show(3)
  expect(looks.slice(1)).toEqual(['waiting', 'waiting', 'entering', 'waiting', 'waiting'])
})

test('a reader who scrolls gets the whole time for where she came', () => {
  const { story, done } = recordingStage()
  story.show(1)
  vi.advanceTimersByTime(5_000)
  story.show(4)
  story.show(4)
  vi.advanceTimersByTime(7_499)
  expect(done).toEqual([])
  vi.advanceTimersByTime(501)
  expect(done).toEqual([
    [12_500, '4 leaves'],
    [13_000, 'scroll to 5'],
  ])
})

describe.each<Hold>(['hover', 'focus', 'hidden', 'reduced', 'paused'])('%s', reason => {
  test('stops everything, shows every section whole, and goes on where it stopped', () => {
    const { story, looks, done } = recordingStage()
    story.show(2)
    vi.advanceTimersByTime(7_000)
    story.hold(reason)
    story.hold(reason)
    expect(looks.slice(1)).toEqual(Array(5).fill('settled'))
    vi.advanceTimersByTime(100_000)
    expect(done).toEqual([])
    story.release(reason)
    expect(looks[2]).toBe('settled')
    vi.advanceTimersByTime(1_000)
    expect(done).toEqual([
      [107_200, '2 leaves'],
      [108_000, 'scroll to 3'],
    ])
  })

  test('from the start on lets nothing begin', () => {
    const { story, looks, done } = recordingStage()
    story.hold(reason)
    story.show(1)
    vi.advanceTimersByTime(100_000)
    expect(looks.slice(1)).toEqual(Array(5).fill('settled'))
    expect(done).toEqual([])
  })
})

test('two reasons must both go before it moves again', () => {
  const { story, done } = recordingStage()
  story.show(1)
  story.hold('hover')
  story.hold('paused')
  story.release('hover')
  vi.advanceTimersByTime(50_000)
  expect(done).toEqual([])
  story.release('paused')
  vi.advanceTimersByTime(8_000)
  expect(done.map(([, what]) => what)).toEqual(['1 leaves', 'scroll to 2'])
})

test('a section that was leaving when it was stopped is shown whole, and afterwards from its start', () => {
  const { story, looks, done } = recordingStage()
  story.show(1)
  vi.advanceTimersByTime(7_500)
  expect(looks[1]).toBe('leaving')
  story.hold('hover')
  expect(looks[1]).toBe('settled')
  story.release('hover')
  expect(looks[1]).toBe('entering')
  vi.advanceTimersByTime(7_999)
  expect(done.map(([, what]) => what)).toEqual(['1 leaves', '1 leaves'])
  vi.advanceTimersByTime(1)
  expect(done.at(-1)?.[1]).toBe('scroll to 2')
})

// spec: S2.landing.6, S9.landing.2
test('the question is typed at 40 ms a character, and stops in the middle of a word when held', () => {
  const question = 'What is the feasibility of the diaper market in Ghana?'
  const shown: string[] = []
  const { story } = recordingStage({
    1: typingCues(question, characters => shown.push(question.slice(0, characters))),
  })
  story.show(1)
  vi.advanceTimersByTime(400)
  expect(shown).toEqual([''])
  vi.advanceTimersByTime(40)
  expect(shown.at(-1)).toBe('W')
  vi.advanceTimersByTime(9 * 40)
  expect(shown.at(-1)).toBe('What is th')
  story.hold('hover')
  vi.advanceTimersByTime(10_000)
  expect(shown.at(-1)).toBe('What is th')
  story.release('hover')
  vi.advanceTimersByTime((question.length - 10) * 40 - 1)
  expect(shown.at(-1)).toBe(question.slice(0, -1))
  vi.advanceTimersByTime(1)
  expect(shown.at(-1)).toBe(question)
  expect(shown).toHaveLength(question.length + 1)
})

// spec: S2.landing.7
test('the years step from 2021 to 2025 and the last stays until the section leaves', () => {
  const shown: number[] = []
  const { story, done } = recordingStage({
    5: steppingCues([2021, 2022, 2023, 2024, 2025], 1_200, year => shown.push(year)),
  })
  story.show(5)
  vi.advanceTimersByTime(0)
  expect(shown).toEqual([2021])
  vi.advanceTimersByTime(1_200)
  expect(shown).toEqual([2021, 2022])
  vi.advanceTimersByTime(5_999)
  expect(shown).toEqual([2021, 2022, 2023, 2024, 2025])
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual([[7_200, '5 leaves']])
})
