import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { floorPath } from './build-floor.ts'
import { openPage } from './open-page.ts'
import type { SignedIn, World } from './world.ts'

/** A screen: where it stands, who opens it, and what stands on it once it can be used. */
export interface Screen {
  path: string
  ready: string
  reader: SignedIn | null
  /** A phone's where it is left out. */
  viewport?: { width: number; height: number }
}

export const floorScreen: Screen = { path: floorPath, ready: 'button', reader: null }

/** What one opening with a cold cache brought over the wire. Bytes are bodies as sent. */
export interface Load {
  scriptBytes: number
  allBytes: number
  requests: number
}

const contextOf = ({ reader, viewport = { width: 390, height: 844 } }: Screen): BrowserContextOptions => ({
  viewport,
  ...(reader && { storageState: reader.storage }),
})

/** Opens a screen with a cold cache. What is fetched ahead waits for an idle moment, and here there is none. */
export async function measureLoad({ browser, stage }: World, screen: Screen): Promise<Load> {
  const context = await browser.newContext(contextOf(screen))
  try {
    await context.addInitScript('window.requestIdleCallback = () => 0')
    const page = await context.newPage()
    const begun: Request[] = []
    const finished: Request[] = []
    page.on('request', request => begun.push(request))
    page.on('requestfinished', request => finished.push(request))
    await goTo(page, stage.url, screen)
    await page.waitForTimeout(700)
    const sizes = await Promise.all(
      finished.map(async request => ({
        isScript: request.resourceType() === 'script',
        bytes: (await request.sizes()).responseBodySize,
      })),
    )
    const sum = (some: typeof sizes) => some.reduce((total, { bytes }) => total + bytes, 0)
    return {
      scriptBytes: sum(sizes.filter(({ isScript }) => isScript)),
      allBytes: sum(sizes),
      requests: begun.length,
    }
  } finally {
    await context.close()
  }
}

/** How long the page could not answer while it came up: what each long task took beyond 50 ms, from the first on. */
export async function measureBlocking(world: World, screen: Screen, slowdown: number): Promise<number> {
  const context = await world.browser.newContext(contextOf(screen))
  try {
    const { page, ask } = await openPage(context, slowdown)
    await goTo(page, world.stage.url, screen)
    // What is fetched ahead when idle counts too: a reader may be typing by then.
    await page.waitForTimeout(2_500)
    const tasks = await ask<{ ms: number }[]>('probe.tasks()')
    return tasks.reduce((total, { ms }) => total + Math.max(0, ms - 50), 0)
  } finally {
    await context.close()
  }
}

/** Milliseconds from the start of the loading until the screen has been drawn ready. */
export async function measureReady(world: World, screen: Screen, slowdown: number): Promise<number> {
  const context = await world.browser.newContext(contextOf(screen))
  try {
    const { page, ask } = await openPage(context, slowdown)
    await page.goto(world.stage.url + screen.path, { waitUntil: 'commit' })
    return await ask<number>(`probe.whenReady(() => document.querySelector(${JSON.stringify(screen.ready)}))`)
  } finally {
    await context.close()
  }
}

async function goTo(page: Page, url: string, { path, ready }: Screen): Promise<void> {
  await page.goto(url + path)
  await page.locator(ready).first().waitFor({ timeout: 30_000 })
}
