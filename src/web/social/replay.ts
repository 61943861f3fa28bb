type Listener<T> = (value: T) => void

/** Tells its listeners of each value, and who comes late of the last one. */
export interface Replay<T> {
  next(value: T): void
  /** Gives back the way to stop listening. */
  subscribe(listener: Listener<T>): () => void
}

export function createReplay<T>(): Replay<T> {
  const listeners = new Set<Listener<T>>()
  let last: { value: T } | undefined
  return {
    next(value) {
      last = { value }
      for (const listener of listeners) listener(value)
    },
    subscribe(listener) {
      listeners.add(listener)
      if (last) listener(last.value)
      return () => listeners.delete(listener)
    },
  }
}
