import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** What `page-probe.js` tells when it is stopped. */
export interface Watched {
  dropped: number
  drawn: number
  long: { at: number; ms: number }[]
}

export interface ProbedPage {
  page: Page
  cdp: CDPSession
  /** Seconds the page has spent in scripts so far, and in all. */
  spent(): Promise<{ scriptMs: number; layoutMs: number; taskMs: number; nodes: number }>
  /** Evaluates an expression that uses `probe`. */
  ask<T>(expression: string): Promise<T>
}

const windowSettlesMs = 1_200
const probe = readFileSync(join(import.meta.dirname, 'page-probe.js'), 'utf8')

/** A new page that is watched from its first moment on, its processor `slowdown` times slower. */
export async function openPage(context: BrowserContext, slowdown = 1): Promise<ProbedPage> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(probe)
  // A new window brings up pages of the browser's own, which are not to be measured.
  await page.waitForTimeout(windowSettlesMs)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return {
    page,
    cdp,
    async spent() {
      const { metrics } = await cdp.send('Performance.getMetrics')
      const of = (name: string) => metrics.find(metric => metric.name === name)?.value ?? 0
      return {
        scriptMs: of('ScriptDuration') * 1_000,
        layoutMs: (of('LayoutDuration') + of('RecalcStyleDuration')) * 1_000,
        taskMs: of('TaskDuration') * 1_000,
        nodes: of('Nodes'),
      }
    },
    ask: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
  }
}
