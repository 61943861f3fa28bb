import type { Page } from 'playwright-core'

/** Watches for words in the place of notices, from now on; gives how long they stood there, in ms by the page's clock. */
export function shownForMs(page: Page, words: string): Promise<number> {
  return page.evaluate<number>(`new Promise(resolve => {
    let fromMs = null
    const look = () => {
      const isThere = [...document.querySelectorAll('[role=status]')].some(one => one.textContent.includes(${JSON.stringify(words)}))
      if (isThere && fromMs === null) fromMs = performance.now()
      if (isThere || fromMs === null) return
      watch.disconnect()
      resolve(performance.now() - fromMs)
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
    look()
  })`)
}

/** Whether a notice stood as long as it should: timers may be late on a busy machine, never early. */
export const isAboutMs = (shownMs: number, wantedMs: number): boolean =>
  shownMs > wantedMs - 30 && shownMs < wantedMs + 700
