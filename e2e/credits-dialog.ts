import type { Locator, Page } from 'playwright-core'

export const badge = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /credits/ })

/** Waits until that many are shown, also behind a dialog. */
export const hasCredits = (page: Page, credits: string): Promise<void> =>
  page.locator('header').first().getByText(credits, { exact: true }).waitFor()

export const creditsDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Credits' })

/** Opens the Credits dialog at a tab. */
export async function openCredits(page: Page, tab: 'Buy Credits' | 'Usage History'): Promise<void> {
  await badge(page).click()
  await creditsDialog(page).getByRole('tab', { name: tab }).click()
}

/** Opens Settings at a tab, from a screen of any width. */
export async function openSettings(page: Page, tab: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account:/ })
    .click()
  await page.getByRole('menuitem', { name: 'My Account' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: tab, exact: true }).click()
}
