import type { Page } from 'playwright-core'
import { openCredits, openSettings } from '../credits-dialog.ts'
import { buyByApi, cardButton, checkout, chooseProduct, topUpComplete, widgetButton } from '../shop.ts'
import type { ScreenState, Stage } from './screen-state.ts'

const answer =
  (path: string, json: object, status = 200) =>
  (page: Page) =>
    page.route(`**/api${path}`, route => route.fulfill({ status, json }))

const openShop = (page: Page) => openCredits(page, 'Buy Credits')

async function choose(page: Page): Promise<void> {
  await chooseProduct(page, 'Team')
  await cardButton(page).waitFor()
}

/** Bought once and declined once, if that is not so already. */
async function withTopUps(_: Page, { world, reader }: Stage): Promise<void> {
  if (bought.has(reader.person.email)) return
  bought.add(reader.person.email)
  for (const end of ['approve', 'decline', 'pending']) await buyByApi(world.product, reader, end)
}
const bought = new Set<string>()

/** Buying credits, and what was bought. */
export const paymentStates: readonly ScreenState[] = [
  {
    name: 'buy-credits',
    who: 'newcomer',
    path: '/app',
    async reach(page) {
      await openShop(page)
      await page.getByRole('button', { name: 'Purchase' }).first().waitFor()
    },
  },
  {
    name: 'buy-credits-loading',
    who: 'newcomer',
    path: '/app',
    before: page => page.route('**/api/accounts/topup/products', () => {}),
    async reach(page) {
      await openShop(page)
      await page.getByText('Loading....').waitFor()
    },
  },
  {
    name: 'buy-credits-failed',
    who: 'newcomer',
    path: '/app',
    before: answer(
      '/accounts/topup/products',
      { error: { code: 'malformed', message: '', request_id: 'A'.repeat(16) } },
      400,
    ),
    async reach(page) {
      await openShop(page)
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  {
    name: 'buy-credits-nothing',
    who: 'newcomer',
    path: '/app',
    before: answer('/accounts/topup/products', { products: [], methods: [] }),
    async reach(page) {
      await openShop(page)
      await page.getByText('Nothing is on sale at the moment').waitFor()
    },
  },
  { name: 'buy-credits-chosen', who: 'newcomer', path: '/app', reach: choose },
  {
    name: 'buy-credits-receipt',
    who: 'newcomer',
    path: '/app',
    async reach(page) {
      await choose(page)
      await page.getByText('On your receipt: company, tax number').click()
      await page.getByLabel('Tax number (optional)').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'buy-credits-declined',
    who: 'newcomer',
    path: '/app',
    before: answer('/payments/flutterwave/verify', { status: 'OK', state: 'declined' }),
    async reach(page) {
      await choose(page)
      await widgetButton(page).click()
      const widget = checkout(page).frameLocator('iframe[name="checkout"]')
      await widget.getByRole('button', { name: 'Decline', exact: true }).click()
      await page.getByText('The payment was declined').waitFor()
      await checkout(page).locator('iframe[name="checkout"]').waitFor({ state: 'attached' })
      await page.locator('iframe[title="Pay by card"]').waitFor()
    },
  },
  {
    name: 'buy-credits-scripts-failed',
    who: 'newcomer',
    path: '/app',
    before: page => page.route(/\/sandbox\/(paypal|flutterwave)\/(sdk|v3)\.js/, route => route.abort()),
    async reach(page) {
      await chooseProduct(page, 'Team')
      await page.getByText('The card button of PayPal did not load.').waitFor()
      await page.getByText('The payment window of Flutterwave did not load.').waitFor()
    },
  },
  {
    name: 'buy-credits-card',
    who: 'newcomer',
    path: '/app',
    async reach(page) {
      await choose(page)
      await cardButton(page).click()
      await checkout(page).frameLocator('iframe').getByRole('button', { name: 'Pay' }).waitFor()
    },
  },
  {
    name: 'buy-credits-widget',
    who: 'newcomer',
    path: '/app',
    async reach(page) {
      await choose(page)
      await widgetButton(page).click()
      await checkout(page).frameLocator('iframe').getByRole('button', { name: 'Pay' }).waitFor()
    },
  },
  {
    name: 'settings-buy-credits',
    who: 'newcomer',
    path: '/app',
    async reach(page) {
      await openSettings(page, 'Buy Credits')
      await page.getByRole('button', { name: 'Purchase' }).first().waitFor()
    },
  },
  {
    name: 'settings-top-ups',
    who: 'reader',
    path: '/app',
    before: withTopUps,
    async reach(page) {
      await openSettings(page, 'Top Up History')
      await page.getByRole('cell').first().waitFor()
    },
  },
  {
    name: 'settings-top-ups-nothing',
    who: 'newcomer',
    path: '/app',
    before: answer('/accounts/topup/history?*', { history: { data: [], next_cursor: null } }),
    async reach(page) {
      await openSettings(page, 'Top Up History')
      await page.getByText('Nothing bought yet').waitFor()
    },
  },
  {
    name: 'top-up-complete',
    who: 'newcomer',
    path: '/app?tx_ref=AAAAAAAAAAAAAAA&transaction_id=1&status=successful',
    before: answer('/payments/flutterwave/verify', { status: 'OK', state: 'credited' }),
    reach: page => topUpComplete(page).waitFor(),
  },
  {
    name: 'came-back-pending',
    who: 'newcomer',
    path: '/app?order-id=AAAAAAAAAAAAAAA&token=t',
    before: answer('/payments/express/verify', { status: 'OK', state: 'pending' }),
    reach: page => page.getByText('Your payment is not confirmed yet.').waitFor(),
  },
  {
    name: 'chat-short-of-credits',
    who: 'newcomer',
    path: '/app',
    before: answer(
      '/chat/reply',
      {
        error: {
          ...{ code: 'insufficient_credits', message: '', request_id: 'A'.repeat(16) },
          ...{ needed: 3, balance: 1 },
        },
      },
      402,
    ),
    async reach(page) {
      await page.getByPlaceholder('Ask me anything...').fill('GDP of Ghana in 2023')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('main').getByRole('button', { name: 'Buy Credits' }).waitFor()
    },
  },
  { name: 'checkout-alone', who: 'nobody', path: '/checkout' },
]
