import { expect, test } from 'vitest'
import { openWorld } from './open-world.ts'
import { newPerson } from './person.ts'
import { stopClock } from './shown-for.ts'
import { signUp } from './signed-in.ts'

const world = openWorld()

// spec: S9.type-ahead.1
test('registering offers industries and countries 200 ms after the last key; anything else may be typed', async () => {
  const page = await world.openPage()
  await page.goto(`${world.product.url}/register`)
  await page.getByLabel('Email address').fill(newPerson().email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const industry = page.getByRole('combobox', { name: 'Industry' })
  await industry.waitFor()
  await stopClock(page)
  await industry.pressSequentially('drin')
  await page.clock.runFor(199)
  expect(await industry.getAttribute('aria-expanded')).toBe('false')
  await page.clock.runFor(1)
  await page.clock.resume()
  const options = page.getByRole('option')
  await expect.poll(() => options.allInnerTexts()).toEqual(['Hot drinks'])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await expect.poll(() => industry.inputValue()).toBe('Hot drinks')
  await expect.poll(() => options.count()).toBe(0)

  const address = page.getByRole('combobox', { name: 'Address' })
  await address.pressSequentially('12 Ring Road, Accra, gha')
  await page.getByRole('option', { name: '12 Ring Road, Accra, Ghana' }).click()
  expect(await address.inputValue()).toBe('12 Ring Road, Accra, Ghana')
  expect(await address.evaluate(field => field.matches(':focus'))).toBe(true)
  await industry.fill('Basket weaving')
  await address.focus()
  expect(await industry.inputValue()).toBe('Basket weaving')
})

test('the profile completes its location and industry too; Escape closes the list and not the dialog', async () => {
  const page = await world.openPage()
  await signUp(page, world.product)
  await page.getByRole('button', { name: 'My Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const place = dialog.getByRole('combobox', { name: 'Location' })
  await place.fill('Lagos, nige')
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual(['Lagos, Niger', 'Lagos, Nigeria'])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  expect(await dialog.count()).toBe(1)
  await place.fill('Lagos, niger')
  await page.getByRole('option', { name: 'Lagos, Nigeria' }).click()
  expect(await place.inputValue()).toBe('Lagos, Nigeria')
})

test('what the browser keeps is said once, over nothing, and the theme can be turned before signing in', async () => {
  const page = await world.openPage({ width: 320, height: 640 })
  await page.goto(`${world.product.url}/login`)
  const notice = page.getByRole('complementary', { name: 'What this browser keeps' })
  const [below, button] = await Promise.all([
    notice.boundingBox(),
    page.getByRole('button', { name: 'Continue', exact: true }).boundingBox(),
  ])
  expect(below?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0))
  await notice.getByRole('button', { name: 'Understood' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Dark theme' }).click()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await page.goto(`${world.product.url}/forgot`)
  await page.getByRole('button', { name: 'Light theme' }).waitFor()
  expect(await notice.count()).toBe(0)
})

test('the landing page can be turned to dark and back, and without scripts has no button that would do nothing', async () => {
  const page = await world.openPage()
  await page.goto(world.product.url)
  await page.getByRole('button', { name: 'Dark theme' }).click()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await page.reload()
  await page.getByRole('button', { name: 'Light theme' }).click()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBeUndefined()
  const browser = page.context().browser()
  const mute = await (await browser?.newContext({ javaScriptEnabled: false }))?.newPage()
  await mute?.goto(world.product.url)
  expect(await mute?.getByRole('button').count()).toBe(0)
})

test('without scripts the app says what it needs', async () => {
  const browser = (await world.openPage()).context().browser()
  const context = await browser?.newContext({ javaScriptEnabled: false })
  const page = await context?.newPage()
  await page?.goto(`${world.product.url}/login`)
  expect(await page?.locator('h1').innerText()).toBe('Soko needs JavaScript')
})
