import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openOwnWorld } from './open-world.ts'
import { newPerson, register } from './person.ts'

/** Google for real, but for the script itself: no journey goes out of the house. */
const world = openOwnWorld(async () => ({ GOOGLE_CLIENT_ID: 'client-1.apps.example' }))
const script = 'https://accounts.google.com/gsi/client'
const fake = `window.google = { accounts: { id: {
  initialize(config) { window.asked = config },
  renderButton(parent) { parent.textContent = 'Drawn by Google' },
  prompt() {}, cancel() {}, disableAutoSelect() {},
} } }`

/** A page for which Google answers; `loads` counts how often its script was asked for. */
async function openPage(): Promise<{ page: Page; loads: () => number; refused: string[] }> {
  const page = await world.openPage()
  let loads = 0
  const refused: string[] = []
  await page.route(script, route => {
    loads += 1
    return route.fulfill({ contentType: 'text/javascript', body: fake })
  })
  page.on('console', line => {
    if (/Content Security Policy|Trusted/i.test(line.text())) refused.push(line.text())
  })
  return { page, loads: () => loads, refused }
}

const hasGoogle = (page: Page) => page.evaluate<boolean>('"google" in window')

// spec: S7.google.1, S4.social.2
test('Google’s script runs on the sign-in screens, with our client id and nonce, and stays behind at the sign-in', async () => {
  const { page, refused } = await openPage()
  const person = newPerson()
  await register(page, world.product, person)
  await page.goto(`${world.product.url}/login`)
  await page.getByText('Drawn by Google').waitFor()
  const asked = await page.evaluate<Record<string, unknown>>('({ ...window.asked, callback: null })')
  expect(asked).toMatchObject({ client_id: 'client-1.apps.example', auto_select: false })
  expect(asked.nonce).toMatch(/^[\w-]{16}\.\d+\.[\w-]{43}$/)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('Welcome! How can I help you today?').waitFor()
  expect(await hasGoogle(page)).toBe(false)
  expect(refused).toEqual([])
})

test('a page that was loaded elsewhere is loaded anew for the sign-in screen, with what was typed', async () => {
  const { page, loads, refused } = await openPage()
  await page.goto(`${world.product.url}/forgot`)
  await page.getByLabel('Email address').fill('ama@example.com')
  expect(loads()).toBe(0)
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await page.getByText('Drawn by Google').waitFor()
  expect(await page.getByLabel('Email address').inputValue()).toBe('ama@example.com')
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(loads()).toBe(1)
  expect(refused).toEqual([])
})

test('whoever signs in before a provider’s script came leaves the page behind that would have let it in', async () => {
  const { page, loads } = await openPage()
  const person = newPerson()
  await register(page, world.product, person)
  const loadsBefore = loads()
  // Which providers are offered is not known.
  await page.route('**/api/social/options', route => route.abort())
  await page.goto(`${world.product.url}/login`)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('Welcome! How can I help you today?').waitFor()
  const loaded = await page.evaluate<string>('performance.getEntriesByType("navigation")[0].name')
  expect(new URL(loaded).pathname).toBe('/app')
  expect(loads()).toBe(loadsBefore)
})
