import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWorld } from './open-world.ts'
import { answered, ask } from './person.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()

const column = (page: Page) => page.getByRole('complementary', { name: 'Evidence' })
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })

async function openEvidence(page: Page): Promise<void> {
  await page.getByRole('article').last().locator('button[data-claim]').first().click()
  await page.getByRole('button', { name: 'Download rows (CSV)' }).waitFor()
}

test('Escape closes the evidence wherever the focus is, and what lies over it first', async () => {
  const { page } = await openSignedIn(world)
  await ask(page, 'GDP of Ghana in 2023')
  await answered(page)
  const elsewhere = [
    page.getByLabel('Your question'),
    page.getByRole('region', { name: 'Conversation' }),
    sidebar(page).getByRole('link', { name: 'New Chat' }),
    page.getByRole('article').getByRole('button', { name: 'Copy' }),
  ]
  for (const place of elsewhere) {
    await openEvidence(page)
    await place.focus()
    await page.keyboard.press('Escape')
    await column(page).waitFor({ state: 'detached' })
  }
  await openEvidence(page)
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Escape')
  await column(page).waitFor({ state: 'detached' })

  await openEvidence(page)
  await sidebar(page).getByRole('button', { name: 'My Account' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.waitFor()
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
  expect(await column(page).count()).toBe(1)
  await page.keyboard.press('Escape')
  await column(page).waitFor({ state: 'detached' })
})

test('from 801 px on the evidence stands beside the answer, and the sidebar folds first', async () => {
  const { page } = await openSignedIn(world)
  await ask(page, 'GDP of Ghana in 2023')
  await answered(page)
  for (const { width, hasSidebar } of [
    { width: 801, hasSidebar: false },
    { width: 1024, hasSidebar: false },
    { width: 1440, hasSidebar: true },
  ]) {
    await page.setViewportSize({ width, height: 900 })
    await openEvidence(page)
    await expect.poll(() => sidebar(page).isVisible()).toBe(hasSidebar)
    const answer = await page.getByRole('article').last().boundingBox()
    const evidence = await column(page).boundingBox()
    expect(evidence?.x).toBeGreaterThanOrEqual((answer?.x ?? Number.NaN) + (answer?.width ?? Number.NaN))
    expect(evidence?.width).toBeGreaterThanOrEqual(300)
    expect(answer?.width).toBeGreaterThanOrEqual(380)
    const send = await page.getByRole('button', { name: 'Send' }).boundingBox()
    expect((send?.x ?? Number.NaN) + (send?.width ?? Number.NaN)).toBeLessThan(evidence?.x ?? 0)
    expect(await page.getByRole('button', { name: 'Open the menu' }).isVisible()).toBe(!hasSidebar)
    await page.keyboard.press('Escape')
    await column(page).waitFor({ state: 'detached' })
    await expect.poll(() => sidebar(page).isVisible()).toBe(true)
  }
  await page.setViewportSize({ width: 800, height: 900 })
  await openEvidence(page)
  await page.getByRole('dialog', { name: 'Evidence' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Evidence' }).waitFor({ state: 'detached' })
})
