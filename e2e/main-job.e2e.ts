import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWorld } from './open-world.ts'
import { answered, ask, logIn, newPerson, register } from './person.ts'
import { signUp } from './signed-in.ts'

const questions = [
  'What was tea consumer behaviour in South Africa in the last calendar year?',
  'Give me a summary of mayonnaise purchase trends in Nigeria',
  'Who are the key players in the beverage industry in Kenya?',
  'What is the feasibility of the diaper market in Ghana?',
]

const world = openWorld()

/** A page that remembers what the browser complained of. */
async function openPage(): Promise<{ page: Page; complaints: string[] }> {
  const page = await world.openPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', line => {
    if (/Content Security Policy|Trusted ?Type|TypeError/i.test(line.text())) complaints.push(line.text())
  })
  return { page, complaints }
}

const balance = async (page: Page) => {
  const text = await page
    .locator('header')
    .first()
    .getByRole('button', { name: /credits/i })
    .innerText()
  return Number(text.replace(/\D/g, ''))
}

// spec: S2.login.12, S2.verify.3, S4.login.1, S4.register.1
test('register, verify, sign in, ask the four questions, open the rows of a figure, pay for each', async () => {
  const { page, complaints } = await openPage()
  const person = newPerson()
  await register(page, world.product, person)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await logIn(page, world.product, person)
  await expect.poll(() => balance(page)).toBe(100)

  for (const [count, question] of questions.entries()) {
    if (count > 0) await page.getByRole('link', { name: 'New Chat' }).click()
    await ask(page, question)
    await page.waitForURL(/\/app\/chat\/thread_/)
    const answer = page.getByRole('article').last()
    await answer.getByText('Modelled sample data').first().waitFor()
    await answered(page)
    expect(await answer.locator('button[data-claim]').count()).toBeGreaterThanOrEqual(3)
    expect(await answer.locator('figure svg').count()).toBeGreaterThanOrEqual(1)
    await expect.poll(() => balance(page)).toBe(100 - 3 * (count + 1))

    const figure = answer.locator('button[data-claim]').first()
    const shown = await figure.innerText()
    await figure.click()
    const evidence = page.getByRole('complementary', { name: 'Evidence' })
    await evidence.getByRole('button', { name: 'Download rows (CSV)' }).waitFor()
    expect(await evidence.innerText()).toContain(shown)
    await page.keyboard.press('Escape')
    await evidence.waitFor({ state: 'detached' })
  }
  expect(complaints).toEqual([])
})

test('what is not available is said so, costs nothing, and a text without credit stays', async () => {
  const page = await world.openPage()
  await signUp(page, world.product)
  for (const question of ['What do you know about cars in Kenya?', 'GDP of France']) {
    await ask(page, question)
    await page
      .getByText(/There are no figures/)
      .last()
      .waitFor()
    await answered(page)
  }
  await expect.poll(() => balance(page)).toBe(100)
})

// spec: S2.conflict.1, S4.conflict.1, S4.conflict.2, S4.conflict.4
test('signing in elsewhere moves the first screen within a second; Use Here takes it back', async () => {
  const first = await world.openPage()
  const second = await world.openPage()
  const person = await signUp(first, world.product)
  await logIn(second, world.product, person)
  await first.waitForURL(/\/auth\/session\/dup/, { timeout: 1_000 })
  await first.getByText("You're logged in on another device, browser or tab").waitFor()
  await first.getByRole('button', { name: 'Use Here' }).click()
  await first.waitForURL(/\/app$/)
  await second.waitForURL(/\/auth\/session\/dup/, { timeout: 1_000 })
})
