import type { FrameLocator, Locator, Page } from 'playwright-core'
import { creditsDialog, openCredits } from './credits-dialog.ts'
import type { Product } from './product.ts'
import { callApi, type SignedIn } from './signed-in.ts'

/** How long a poll goes on: more than a busy machine takes. */
export const soon = { timeout: 10_000 }

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

/** Starts a purchase at the hosted checkout by the calls; gives where it is paid. */
export async function startByApi(product: Product, { session }: SignedIn): Promise<string> {
  const body = { id: 'starter' }
  const path = '/payments/express/create-order'
  return (await callApi<{ redirect_url: string }>(product, path, body, session)).redirect_url
}

/** Buys by the calls, to an end as the checkout's `?auto=` has it; the return is settled. */
export async function buyByApi(product: Product, signedIn: SignedIn, end: string): Promise<void> {
  const checkoutUrl = await startByApi(product, signedIn)
  const answer = await fetch(`${checkoutUrl}&auto=${end}`, { redirect: 'manual' })
  const query = new URL(answer.headers.get('location') ?? '').searchParams
  const body = { orderId: query.get('order-id'), token: query.get('token') }
  await callApi(product, '/payments/express/verify', body, signedIn.session)
}
