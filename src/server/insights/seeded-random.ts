/** A stream of numbers that depends only on its seed and name, so that order of use elsewhere changes nothing. */
export interface SeededRandom {
  /** In [0, 1). */
  uniform(): number
  /** Around 0 with standard deviation 1; the sum of four draws, so within ±3.5. */
  normal(): number
  /** In [from, to). */
  between(from: number, to: number): number
}

export function seededRandom(seed: number, name: string): SeededRandom {
  let state = fnv1a(`${seed}:${name}`)
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    uniform,
    normal: () => (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3),
    between: (from, to) => from + (to - from) * uniform(),
  }
}

/** 32-bit FNV-1a of the text. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}
