/** A page that is hidden draws no frames: after so long the work is done without one. */
const hiddenMs = 250

/** Runs something once, in the next frame that is drawn; in a hidden page a little later, so that nothing stands still. */
export function onNextFrame(run: () => void): void {
  const go = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    run()
  }
  const frame = requestAnimationFrame(go)
  const timer = setTimeout(go, hiddenMs)
}

/** The next frame, before it is drawn. */
export const nextFrame = (): Promise<void> => new Promise(onNextFrame)
