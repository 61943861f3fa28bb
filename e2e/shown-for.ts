import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Stops the page's clock: its timers go on by `page.clock.runFor` alone, however busy the machine is. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** On a stopped clock, waits until words stand in the place of notices; they stay for that long and no longer. */
export async function expectShownFor(page: Page, words: string, durationMs: number): Promise<void> {
  const notice = page.getByRole('status').getByText(words)
  const comes = async () => {
    await page.clock.runFor(10)
    return notice.count()
  }
  await expect.poll(comes).toBe(1)
  await page.clock.runFor(durationMs - 100)
  expect(await notice.count()).toBe(1)
  await page.clock.runFor(100)
  await notice.waitFor({ state: 'detached' })
}
