// Runs in the page before its own scripts, ours and React alone alike: what a reader would notice, as figures.
;(() => {
  const frames = []
  const tasks = []
  let isWatching = false
  let since = 0

  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) tasks.push({ at: entry.startTime, ms: entry.duration })
  }).observe({ type: 'longtask', buffered: true })

  /** Before the frame at hand is drawn; what is changed then is on the screen with it. */
  let isDrawing = false

  /** Runs once the frame at hand has been drawn. */
  function afterDrawing(run) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = run
    port2.postMessage(null)
  }

  function onFrame(at) {
    if (!isWatching) return
    frames.push(at)
    isDrawing = true
    afterDrawing(() => {
      isDrawing = false
    })
    requestAnimationFrame(onFrame)
  }

  /** The moment after the frame that shows what is in the document now. */
  const painted = () =>
    new Promise(resolve => {
      const tell = () => afterDrawing(() => resolve(Date.now()))
      if (isDrawing) tell()
      else requestAnimationFrame(tell)
    })

  const holds = (node, words) => (node.textContent ?? '').includes(words)

  window.probe = {
    start() {
      frames.length = 0
      since = performance.now()
      isWatching = true
      requestAnimationFrame(onFrame)
    },
    /** Frames that were due and did not come, beside those due; long tasks since the start. */
    stop() {
      isWatching = false
      const due = 1_000 / 60
      let dropped = 0
      for (let at = 1; at < frames.length; at += 1) {
        dropped += Math.max(0, Math.round((frames[at] - frames[at - 1]) / due) - 1)
      }
      const long = tasks.filter(task => task.at >= since)
      return { dropped, drawn: frames.length, long }
    },
    /** All long tasks since the page began to load. */
    tasks: () => tasks,
    /** Resolves with the clock's time when these words are on the screen. */
    whenShown: words =>
      new Promise(resolve => {
        const look = new MutationObserver(changes => {
          const isThere = changes.some(
            ({ target, addedNodes }) =>
              (target.nodeType === Node.TEXT_NODE && holds(target, words)) ||
              [...addedNodes].some(node => holds(node, words)),
          )
          if (!isThere) return
          look.disconnect()
          painted().then(resolve)
        })
        look.observe(document, { subtree: true, childList: true, characterData: true })
      }),
    /** Resolves with the milliseconds since the page began to load, once `isReady()` has been drawn. */
    whenReady: isReady =>
      new Promise(resolve => {
        const look = () => {
          if (isReady()) afterDrawing(() => resolve(performance.now()))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  }
})()
