import type { FrameLocator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { creditsDialog, hasCredits } from './credits-dialog.ts'
import { openWorld, phone } from './open-world.ts'
import {
  cardButton,
  checkout,
  chooseProduct,
  expressButton,
  soon,
  topUpComplete,
  widgetButton,
} from './shop.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()

const form = (page: Page): FrameLocator =>
  checkout(page).frameLocator('iframe[title="Card payment, sandbox"]')
const widget = (page: Page): FrameLocator => checkout(page).frameLocator('iframe[name="checkout"]')
const press = (frame: FrameLocator, name: string) => frame.getByRole('button', { name, exact: true }).click()
const done = (page: Page) => page.getByRole('status').getByText('Purchase completed successfully!')

/** What a page asks of our calls, as 'POST /payments/…'. */
function calls(page: Page): string[] {
  const made: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) made.push(`${request.method()} ${pathname.replace('/api', '')}`)
  })
  return made
}

// spec: S4.card.1, S4.balance.4, S9.card.1, S3.card.1
test('by card: a gold rectangle opens the form, the server captures what was approved, and all of it is told', async () => {
  const { page } = await openSignedIn(world)
  const made = calls(page)
  const order = page.waitForResponse('**/api/payments/paypal/orders')
  await chooseProduct(page)
  const look = (await cardButton(page).getAttribute('style')) ?? ''
  expect(look).toMatch(/background: rgb\(255, 196, 57\)/)
  expect(look).toMatch(/border-radius: 4px/)
  await cardButton(page).click()
  expect(((await (await order).json()) as { id: string }).id).not.toBe('')
  await press(form(page), 'Pay')
  await done(page).waitFor()
  await page.getByRole('status').getByRole('button', { name: 'OK' }).waitFor()
  await topUpComplete(page).waitFor()
  await creditsDialog(page).waitFor({ state: 'detached' })
  await hasCredits(page, '200')
  const captured = made.findIndex(call => /^POST \/payments\/paypal\/orders\/.+\/capture$/.test(call))
  expect(captured).toBeGreaterThan(0)
  expect(made.lastIndexOf('GET /accounts/credits')).toBeGreaterThan(captured)
})

// spec: S4.card.2
test('a card payment that is cancelled or fails changes nothing: the button is there to be pressed again', async () => {
  const { page } = await openSignedIn(world, { size: phone })
  await chooseProduct(page)
  await cardButton(page).click()
  await press(form(page), 'Cancel')
  await form(page).owner().waitFor({ state: 'detached' })
  expect(await creditsDialog(page).getByRole('alert').count()).toBe(0)
  await page.route('**/api/payments/paypal/orders', route => route.abort(), { times: 1 })
  await cardButton(page).click()
  await creditsDialog(page).getByRole('alert').getByText('No connection to the server.').waitFor()
  await cardButton(page).click()
  await press(form(page), 'Decline')
  await creditsDialog(page).getByText('The payment was declined, so no credits were added.').waitFor()
  await cardButton(page).click()
  await press(form(page), 'Pay')
  await topUpComplete(page).waitFor()
  await hasCredits(page, '200')
})

// spec: S4.checkout.1, S4.checkout.2, S7.tracking.1, S7.tracking.3
test('the checkout widget covers the screen, calls back, hides, and what it told is noted', async () => {
  const { page } = await openSignedIn(world)
  await chooseProduct(page)
  const noted = page.waitForRequest('**/api/payments/tracking')
  await widgetButton(page).click()
  await widget(page).getByRole('heading').waitFor()
  expect(await widget(page).owner().boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
  await press(widget(page), 'Pay')
  await done(page).waitFor()
  await topUpComplete(page).waitFor()
  await hasCredits(page, '200')
  expect((await noted).postDataJSON()).toEqual({
    publicKey: expect.stringMatching(/./),
    language: 'Angular V3',
    version: '1.2.1',
    title: expect.stringMatching(/^Initiate-Charge-(Multiple|Dashboard|[a-z]+)$/),
    message: '0',
  })
})

// spec: S4.checkout.1, S4.checkout.2, S7.tracking.1
test('closed without paying the widget is out of the way, and may be opened again; a decline is told and noted', async () => {
  const { page } = await openSignedIn(world, { size: phone })
  await page.route('**/api/payments/tracking', route => route.abort())
  await chooseProduct(page)
  await widgetButton(page).click()
  await press(widget(page), 'Cancel')
  await expect.poll(() => widgetButton(page).getAttribute('aria-busy'), soon).toBe(null)
  await expect.poll(() => widget(page).owner().getAttribute('style'), soon).toContain('pointer-events: none')
  expect(await creditsDialog(page).getByRole('alert').count()).toBe(0)
  const noted = page.waitForRequest('**/api/payments/tracking')
  await widgetButton(page).click()
  await press(widget(page), 'Decline')
  await creditsDialog(page).getByText('The payment was declined, so no credits were added.').waitFor()
  expect((await noted).postDataJSON().title).toMatch(/-error$/)
  await hasCredits(page, '100')
})

// spec: S7.checkout.1, S7.card.2
test('both scripts load as the document that runs them starts; what does not load says so, and can be tried again', async () => {
  const { page } = await openSignedIn(world)
  const scripts = ['**/sandbox/paypal/sdk.js?**', '**/sandbox/flutterwave/v3.js**']
  for (const script of scripts) await page.route(script, route => route.abort(), { times: 1 })
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await chooseProduct(page)
  await page.getByText('The card button of PayPal did not load.').waitFor()
  await page.getByText('The payment window of Flutterwave did not load.').waitFor()
  expect(asked.find(url => url.includes('paypal/sdk.js'))).toMatch(/[?&]client-id=[^&]+/)
  for (const _ of scripts) await page.getByRole('button', { name: 'Try again' }).first().click()
  await cardButton(page).waitFor()
  await expect.poll(() => widgetButton(page).isEnabled(), soon).toBe(true)
})

test('the checkout document alone, outside of the app, says where credits are bought', async () => {
  const page = await world.openPage()
  await page.goto(`${world.product.url}/checkout`)
  await page.getByText('Credits are bought in the app').waitFor()
})

test('a look at another tab, or at the list, loads no script again', async () => {
  const { page } = await openSignedIn(world)
  let loaded = 0
  page.on('request', request => {
    if (request.url().includes('/sandbox/paypal/sdk.js')) loaded += 1
  })
  await chooseProduct(page)
  await cardButton(page).waitFor()
  await page.getByRole('tab', { name: 'Usage History' }).click()
  await page.getByRole('tab', { name: 'Buy Credits' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Purchase' }).nth(2).click()
  await cardButton(page).waitFor()
  expect(loaded).toBe(1)
})

test('when the widget is put away the focus is back on the button that opened it', async () => {
  const { page } = await openSignedIn(world)
  await chooseProduct(page)
  await expect.poll(() => widgetButton(page).isEnabled(), soon).toBe(true)
  await widgetButton(page).focus()
  await page.keyboard.press('Enter')
  await press(widget(page), 'Cancel')
  await expect.poll(() => page.locator(':focus').innerText(), soon).toMatch(/^Mobile money, bank or card/)
})

test.each(['PayPal', 'Flutterwave'])(
  'where the script of %s is held back, one can pay on its own page',
  async name => {
    const { page } = await openSignedIn(world, { size: phone })
    await page.route(/\/sandbox\/(paypal\/sdk|flutterwave\/v3)\.js/, route => route.abort())
    await chooseProduct(page)
    const failed = page.getByRole('alert').filter({ hasText: `of ${name} did not load` })
    await failed.getByRole('button', { name: 'Pay on its own page' }).click()
    await page.waitForURL(`**/sandbox/${name.toLowerCase()}/**`)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await topUpComplete(page).waitFor()
    await hasCredits(page, '200')
  },
)

test('a card form that stands open for one product is gone when another is chosen', async () => {
  const { page } = await openSignedIn(world)
  await chooseProduct(page)
  await cardButton(page).click()
  await form(page).getByRole('button', { name: 'Pay', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).last().click()
  await page.getByRole('button', { name: 'Purchase' }).nth(1).click()
  await form(page).owner().waitFor({ state: 'detached' })
  await cardButton(page).click()
  await form(page).getByText('Pay 52.00 USD').waitFor()
})

test('Tab goes through all ways to pay in their order, into the frame and out of it', async () => {
  const { page } = await openSignedIn(world)
  await chooseProduct(page)
  await cardButton(page).waitFor()
  await expect.poll(() => widgetButton(page).isEnabled(), soon).toBe(true)
  await expressButton(page).focus()
  await page.keyboard.press('Tab')
  await cardButton(page).and(checkout(page).locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await widgetButton(page).and(page.locator(':focus')).waitFor()
})
