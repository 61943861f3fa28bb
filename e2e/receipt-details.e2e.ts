import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWorld } from './open-world.ts'
import { chooseProduct, expressButton } from './shop.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()

const fold = (page: Page) => page.getByText('On your receipt: company, tax number')
const company = (page: Page) => page.getByLabel('Company (optional)')
const taxNumber = (page: Page) => page.getByLabel('Tax number (optional)')

test('what was typed for the receipt is kept by paying, without a press on Save, before the order is made', async () => {
  const { page } = await openSignedIn(world)
  const asked: string[] = []
  page.on('response', answer => asked.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`))
  await chooseProduct(page)
  await fold(page).click()
  // That of the profile.
  await expect.poll(() => company(page).inputValue()).toBe('Kejetia Foods')
  await company(page).fill('Kejetia Foods Ltd')
  await taxNumber(page).fill('C0012345678')
  await expressButton(page).click()
  await page.waitForURL('**/sandbox/express/**')
  const kept = asked.lastIndexOf('PUT /api/accounts/billing')
  expect(kept).toBeGreaterThan(-1)
  expect(asked.indexOf('POST /api/payments/express/create-order')).toBeGreaterThan(kept)
  await page.goto(`${world.product.url}/app`)
  await chooseProduct(page)
  await fold(page).click()
  await expect.poll(() => taxNumber(page).inputValue()).toBe('C0012345678')
  expect(await company(page).inputValue()).toBe('Kejetia Foods Ltd')
})
