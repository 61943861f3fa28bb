import { exitAfterMs, timings } from './timings.ts'

/** Why nothing moves: the pointer rests on a figure, the keyboard is at work, nobody looks, motion is not wanted, paused. */
export type Hold = 'hover' | 'focus' | 'hidden' | 'reduced' | 'paused'

/** `waiting` is not seen yet, `settled` stands still and whole. */
export type SectionState = 'waiting' | 'entering' | 'settled' | 'leaving'

/** Something that happens `atMs` after its section came up. */
export interface Cue {
  readonly atMs: number
  run(): void
}

/** What the story is told on. Sections count from 1. */
export interface Stage {
  readonly sections: number
  draw(section: number, state: SectionState): void
  /** What moves in a section, in the order of time. */
  cues(section: number): readonly Cue[]
  scrollTo(section: number): void
  reload(): void
}

export interface Story {
  /** The reader came to a section, by whatever way. */
  show(section: number): void
  hold(reason: Hold): void
  release(reason: Hold): void
}

/**
 * Tells the sections one after the other while nothing holds it: each comes up, does what it does, leaves and makes room;
 * after the last the page loads again. Held, every section stands whole and time stands still; a section that was
 * already leaving is shown from its start afterwards.
 */
export function tellStory(stage: Stage): Story {
  const holds = new Set<Hold>()
  let current = 0
  let state: SectionState = 'settled'
  let queue: Cue[] = []
  let elapsedMs = 0
  let resumedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const isMoving = () => holds.size === 0

  function draw() {
    for (let section = 1; section <= stage.sections; section += 1) {
      stage.draw(section, isMoving() ? (section === current ? state : 'waiting') : 'settled')
    }
  }

  function rewind() {
    elapsedMs = 0
    const leave = { atMs: exitAfterMs(current), run: () => turn('leaving') }
    const next = { atMs: timings.autoScrollMs, run: goOn }
    queue = [...stage.cues(current), leave, next].sort((one, other) => one.atMs - other.atMs)
  }

  function turn(to: SectionState) {
    state = to
    draw()
  }

  function begin(section: number) {
    stop()
    current = section
    rewind()
    turn(isMoving() ? 'entering' : 'settled')
    run()
  }

  function goOn() {
    if (current >= stage.sections) return stage.reload()
    stage.scrollTo(current + 1)
    begin(current + 1)
  }

  function stop() {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    elapsedMs += performance.now() - resumedAt
  }

  function run() {
    const [cue] = queue
    if (!cue || !isMoving() || timer !== undefined) return
    resumedAt = performance.now()
    timer = setTimeout(
      () => {
        stop()
        queue.shift()
        cue.run()
        run()
      },
      Math.max(0, cue.atMs - elapsedMs),
    )
  }

  return {
    show(section) {
      if (section !== current) begin(section)
    },
    hold(reason) {
      const wasMoving = isMoving()
      holds.add(reason)
      if (!wasMoving || current === 0) return
      stop()
      if (state === 'leaving') rewind()
      turn('settled')
    },
    release(reason) {
      if (!holds.delete(reason) || !isMoving() || current === 0) return
      turn(elapsedMs === 0 ? 'entering' : 'settled')
      run()
    },
  }
}
