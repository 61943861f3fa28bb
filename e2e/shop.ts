import type { FrameLocator, Locator, Page } from 'playwright-core'
import { creditsDialog, openCredits } from './credits-dialog.ts'

/** Opens Buy Credits and chooses a product: its ways to pay are there. */
export async function chooseProduct(page: Page, name = 'Starter'): Promise<void> {
  await openCredits(page, 'Buy Credits')
  await productCard(page, name).getByRole('button', { name: 'Purchase' }).click()
  await creditsDialog(page).getByRole('button', { name: 'Cancel' }).waitFor()
}

export const productCard = (page: Page, name: string): Locator =>
  creditsDialog(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

export const expressButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Pay with expressPay/ })
export const widgetButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Mobile money, bank or card/ })

/** The document in which providers' scripts run. */
export const checkout = (page: Page): FrameLocator => page.frameLocator('iframe[src="/checkout"]')
export const cardButton = (page: Page): Locator => checkout(page).getByRole('button').first()

export const topUpComplete = (page: Page): Locator => page.getByRole('dialog', { name: 'Topup complete!' })

/** Goes to the hosted checkout, and says there how the payment goes. */
export async function payByExpress(page: Page, choice: string): Promise<void> {
  await expressButton(page).click()
  await page.waitForURL('**/sandbox/express/**')
  const button = page.getByRole('button', { name: choice, exact: true })
  if (!(await button.isVisible())) await page.getByText('Other endings').click()
  await button.click()
}
