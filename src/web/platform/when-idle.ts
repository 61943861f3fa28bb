/** Runs something that can wait, when the page has nothing else to do. Gives back the way to call it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 1_500)
    return () => clearTimeout(timer)
  }
  const wish = requestIdleCallback(run, { timeout: 4_000 })
  return () => cancelIdleCallback(wish)
}
