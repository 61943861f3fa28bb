import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { creditsDialog, openCredits, openSettings } from './credits-dialog.ts'
import { holdBack } from './hold-back.ts'
import { openWorld, phone } from './open-world.ts'
import { chooseProduct, expressButton, productCard, soon, widgetButton } from './shop.ts'
import { expectShownFor, stopClock } from './shown-for.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()

const productsCall = '**/api/accounts/topup/products'
const orderCall = '**/api/payments/express/create-order'

const starter = ['Starter', '100 credits', '150 GHS', 'About 30 quick questions']

async function holds(page: Page, words: readonly string[]): Promise<void> {
  const dialog = creditsDialog(page)
  for (const text of words) await dialog.getByText(text).first().waitFor()
}

// spec: S2.products.1, S4.topup.1
test('what can be bought says Loading.... until it is there', async () => {
  const { page } = await openSignedIn(world)
  const letGo = await holdBack(page, productsCall)
  await openCredits(page, 'Buy Credits')
  await creditsDialog(page).getByText('Loading....', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Purchase' }).count()).toBe(0)
  letGo()
  await page.getByRole('button', { name: 'Purchase' }).first().waitFor()
  expect(await creditsDialog(page).getByText('Loading....').count()).toBe(0)
})

// spec: S2.products.2, S2.products.3, S2.products.4, S2.products.5, S4.topup.2
test('each product is a card; the chosen one says the same beside the ways to pay, and Cancel leads back', async () => {
  const { page } = await openSignedIn(world)
  await openCredits(page, 'Buy Credits')
  const purchase = page.getByRole('button', { name: 'Purchase', exact: true })
  await purchase.first().waitFor()
  expect(await purchase.count()).toBe(3)
  const words = await productCard(page, 'Starter').innerText()
  for (const text of starter) expect(words).toContain(text)

  await productCard(page, 'Starter').getByRole('button').click()
  await holds(page, starter)
  expect(await purchase.count()).toBe(0)
  await expressButton(page).waitFor()
  await page.frameLocator('iframe[title="Pay by card"]').getByRole('button').first().waitFor()
  await widgetButton(page).waitFor()
  await page.getByText('no money moves').waitFor()

  await page.getByRole('button', { name: 'Cancel' }).click()
  await purchase.first().waitFor()
  expect(await expressButton(page).count()).toBe(0)
})

test('by keyboard a product is chosen and left again, and the focus never gets lost', async () => {
  const { page } = await openSignedIn(world)
  await openCredits(page, 'Buy Credits')
  const second = productCard(page, 'Team').getByRole('button')
  await second.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Team')
  await page.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Enter')
  await second.waitFor()
  await expect.poll(() => page.locator(':focus').getAttribute('aria-describedby')).toBe('product-team')
})

test('nothing on sale, and no answer, are said in words, with a way on', async () => {
  const { page } = await openSignedIn(world)
  let answer: object | null = null
  await page.route(productsCall, route => (answer ? route.fulfill({ json: answer }) : route.abort()))
  await openCredits(page, 'Buy Credits')
  await page.getByText('No connection to the server.').waitFor({ timeout: 30_000 })
  answer = { products: [], methods: [] }
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nothing is on sale at the moment').waitFor()
  await expect.poll(() => page.locator(':focus').getAttribute('role'), soon).toBe('tabpanel')
})

// spec: S4.express.1, S4.express.2, S8.notices.5
test('a press says for 3 s that the purchase is in progress, and the browser goes where it is sent', async () => {
  const { page } = await openSignedIn(world)
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(orderCall, async route => {
    await isLetGo
    await route.fulfill({ json: { status: 'OK', redirect_url: `${world.product.url}/tos?paid` } })
  })
  await chooseProduct(page)
  await stopClock(page)
  await expressButton(page).click()
  await expectShownFor(page, 'Purchase in progress....', 3_000)
  letGo()
  await page.waitForURL('**/tos?paid')
})

// spec: S4.express.1, S4.express.3, S8.express.1
test('faults 107: while one is pending a press does nothing; nor does a status that is not OK', async () => {
  const { page } = await openSignedIn(world)
  const keys: unknown[] = []
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(orderCall, async route => {
    keys.push(route.request().postDataJSON().idempotency_key)
    await isLetGo
    await route.fulfill({ json: { status: 'FAILED', redirect_url: `${world.product.url}/tos` } })
  })
  await chooseProduct(page)
  await expressButton(page).click()
  for (const _ of [2, 3]) await expressButton(page).dispatchEvent('click')
  await expect.poll(() => keys.length, soon).toBe(1)
  letGo()
  await expect.poll(() => expressButton(page).getAttribute('aria-busy'), soon).toBe(null)
  expect(new URL(page.url()).pathname).toBe('/app')
  expect(await creditsDialog(page).getByRole('alert').count()).toBe(0)
  await expressButton(page).click()
  await expect.poll(() => keys.length, soon).toBe(2)
  expect(new Set(keys).size).toBe(2)
})

test('faults 107: a press whose answer was lost is the same purchase when it is pressed again', async () => {
  const { page } = await openSignedIn(world)
  const keys: unknown[] = []
  await page.route(orderCall, async route => {
    keys.push(route.request().postDataJSON().idempotency_key)
    await route.abort()
  })
  await chooseProduct(page)
  for (const count of [1, 2]) {
    await expressButton(page).click()
    await expect.poll(() => keys.length, soon).toBe(count)
    await expect.poll(() => expressButton(page).getAttribute('aria-busy'), soon).toBe(null)
    await creditsDialog(page).getByRole('alert').getByText('No connection to the server.').waitFor()
    await page.getByText('Purchase in progress....').waitFor({ state: 'detached' })
  }
  expect(new Set(keys).size).toBe(1)
})

test('what a receipt says of the buyer is kept, and there again the next time', async () => {
  const { page } = await openSignedIn(world, { size: phone })
  await chooseProduct(page)
  const fold = page.getByText('On your receipt: company, tax number')
  await fold.click()
  await page.getByLabel('Company (optional)').fill('Kejetia Foods Ltd')
  await page.getByLabel('Tax number (optional)').fill('C0012345678')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Receipts from now on say so.').waitFor()
  await page.reload()
  await openSettings(page, 'Buy Credits')
  await page.getByRole('button', { name: 'Purchase' }).first().click()
  await fold.click()
  await expect.poll(() => page.getByLabel('Tax number (optional)').inputValue()).toBe('C0012345678')
})

test('a question that the balance is too small for offers to buy credits beside it', async () => {
  const { page } = await openSignedIn(world)
  const refused = {
    code: 'insufficient_credits',
    message: '',
    request_id: 'A'.repeat(16),
    needed: 3,
    balance: 1,
  }
  await page.route('**/api/chat/reply', route => route.fulfill({ status: 402, json: { error: refused } }))
  await page.getByPlaceholder('Ask me anything...').fill('GDP of Ghana in 2023')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('this question needs up to 3 credits, and you have 1 credit').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Buy Credits' }).click()
  await creditsDialog(page).getByRole('button', { name: 'Purchase' }).first().waitFor()
})
