import type { Cue } from './story.ts'
import { timings } from './timings.ts'

/** Types a text: `write` is handed how many of its characters stand there, from none to all. */
export function typingCues(text: string, write: (characters: number) => void): Cue[] {
  return Array.from({ length: text.length + 1 }, (_, characters) => ({
    atMs: characters === 0 ? 0 : timings.typingStartsMs + characters * timings.characterMs,
    run: () => write(characters),
  }))
}

/** Shows one thing after the other, the first at once. */
export function steppingCues<T>(things: readonly T[], stepMs: number, show: (thing: T) => void): Cue[] {
  return things.map((thing, at) => ({ atMs: at * stepMs, run: () => show(thing) }))
}
