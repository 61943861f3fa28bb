import type { FrameLocator, Page } from 'playwright-core'
import { test } from 'vitest'
import { creditsDialog, hasCredits } from './credits-dialog.ts'
import { openWorld } from './open-world.ts'
import { buyByApi, cardButton, checkout, chooseProduct, topUpComplete, widgetButton } from './shop.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()

const form = (page: Page): FrameLocator =>
  checkout(page).frameLocator('iframe[title="Card payment, sandbox"]')
const widget = (page: Page): FrameLocator => checkout(page).frameLocator('iframe[name="checkout"]')
const press = (frame: FrameLocator, name: string) => frame.getByRole('button', { name, exact: true }).click()

// spec: S4.balance.3
test('a payment whose answer was lost is told as soon as its credits come, and nothing then says otherwise', async () => {
  const { page } = await openSignedIn(world)
  await page.route('**/capture', route => route.abort())
  await chooseProduct(page)
  await cardButton(page).click()
  await press(form(page), 'Pay')
  await topUpComplete(page).waitFor()
  await creditsDialog(page).waitFor({ state: 'detached' })
  await hasCredits(page, '200')
})

test('a payment that is confirmed later closes the dialog that said it was not, as its credits come', async () => {
  const { page, signedIn } = await openSignedIn(world)
  const answer = { json: { status: 'OK', state: 'pending' } }
  await page.route('**/api/payments/flutterwave/verify', route => route.fulfill(answer))
  await chooseProduct(page)
  await widgetButton(page).click()
  await press(widget(page), 'Decline')
  await creditsDialog(page).getByText('Your payment is not confirmed yet.').waitFor()
  await buyByApi(world.product, signedIn, 'approve')
  await topUpComplete(page).waitFor()
  await creditsDialog(page).waitFor({ state: 'detached' })
})
