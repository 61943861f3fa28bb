import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { limits } from '../src/contract/limits.ts'
import { hasFocus } from './focus.ts'
import { openWorld, phone } from './open-world.ts'
import { ask } from './person.ts'
import { stopClock } from './shown-for.ts'
import { signUp } from './signed-in.ts'

const world = openWorld()

/** Asks in a new conversation and waits for the answer. */
async function askAnew(page: Page, question: string): Promise<void> {
  await page.getByRole('link', { name: 'New Chat' }).click()
  await ask(page, question)
  await page.waitForURL(/\/app\/chat\/thread_/)
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await page.getByRole('article').last().getByRole('button', { name: 'Copy' }).waitFor()
}

const rows = (page: Page) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /GDP/ })

// spec: S9.type-ahead.1
test('faults 137: the search asks the server 200 ms after the last key, finds later questions and takes signs to the letter', async () => {
  const page = await world.openPage()
  await signUp(page, world.product)
  await askAnew(page, 'GDP of Ghana in 2023')
  await ask(page, 'And the population of Kenya?')
  await page.getByText('And the population of Kenya?').waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await askAnew(page, 'GDP of Nigeria in 2022')

  const asked: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/chat/search')) asked.push(request.postDataJSON().text)
  })
  const field = page.getByRole('searchbox', { name: 'Search conversations' })
  await stopClock(page)
  for (const letter of 'KENYA') {
    await field.press(letter)
    await page.clock.runFor(60)
  }
  await page.clock.runFor(139)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await page.clock.resume()
  await page.getByText('1 conversation found').waitFor({ state: 'attached' })
  expect(asked).toEqual(['KENYA'])
  await expect
    .poll(async () => (await rows(page).allInnerTexts()).map(text => text.split('\n')))
    .toEqual([['GDP of Ghana in 2023', 'And the population of Kenya?']])
  await field.fill('%')
  await page.getByText('No conversation has these words.').waitFor()
  await page.route('**/api/chat/search', route => route.abort())
  await field.fill('nigeria')
  await page.getByText('Only the names listed here were searched.').waitFor()
  await expect.poll(() => rows(page).allInnerTexts()).toEqual(['GDP of Nigeria in 2022'])
  await field.fill('')
  await expect.poll(() => rows(page).count()).toBe(2)
})

test('a deleted conversation is gone at once, and back where it was by Undo; after 8 s it cannot be undone any more', async () => {
  const page = await world.openPage()
  await page.clock.install()
  await signUp(page, world.product)
  await askAnew(page, 'GDP of Ghana in 2023')
  const address = page.url()
  const remove = async () => {
    await rows(page).first().hover()
    await page.getByRole('button', { name: 'More for: GDP of Ghana in 2023' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Deleted “GDP of Ghana in 2023”').waitFor()
  }
  await remove()
  expect(await rows(page).count()).toBe(0)
  await page.waitForURL(/\/app$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.waitForURL(address)
  await rows(page).first().waitFor()
  await page.getByRole('article').last().getByText('GDP').first().waitFor()

  await page.clock.pauseAt(Date.now() + 60_000)
  await remove()
  const undo = page.getByRole('button', { name: 'Undo' })
  await page.clock.runFor(7_000)
  expect(await undo.count()).toBe(1)
  await page.clock.runFor(1_500)
  await undo.waitFor({ state: 'detached' })
  await page.clock.resume()
  await page.goto(address)
  await page.getByText('This conversation does not exist, or it was deleted.').waitFor()
})

test('by keyboard a deletion leads to its Undo, which waits for as long as it has the focus', async () => {
  const page = await world.openPage()
  await page.clock.install()
  await signUp(page, world.product)
  await askAnew(page, 'GDP of Ghana in 2023')
  await page.getByRole('link', { name: 'New Chat' }).click()
  await page.getByRole('button', { name: 'More for: GDP of Ghana in 2023' }).focus()
  await page.keyboard.press('Enter')
  // A menu that was just drawn gets the keys a moment later.
  await hasFocus(page.getByRole('menu'))
  await page.keyboard.press('End')
  await hasFocus(page.getByRole('menuitem', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await hasFocus(page.getByRole('button', { name: 'Undo' }))
  await page.clock.runFor(9_000)
  await page.keyboard.press('Enter')
  await rows(page).first().waitFor()
})

test('a shared answer opens for a stranger with charts, sources and rows; taken back it is nothing', async () => {
  const page = await world.openPage()
  await signUp(page, world.product)
  await askAnew(page, 'What is the feasibility of the diaper market in Ghana?')
  const answer = page.getByRole('article').last()
  await answer.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this answer' })
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const url = await dialog.getByLabel('Link to this answer').inputValue()
  expect(url).toMatch(/\/shared\/[\w-]{43}$/)

  const stranger = await world.openPage(phone)
  const opened = await stranger.goto(url)
  expect(opened?.headers()['x-robots-tag']).toContain('noindex')
  const sheet = stranger.getByRole('article')
  await sheet.getByText('What is the feasibility of the diaper market in Ghana?').waitFor()
  await expect.poll(() => sheet.locator('figure svg').count()).toBeGreaterThan(0)
  const text = await sheet.innerText()
  for (const words of ['Data version', 'Answered', 'Modelled sample data']) expect(text).toContain(words)
  for (const hidden of ['Ama Mensah', 'Kejetia', 'example.com'])
    expect(await stranger.content()).not.toContain(hidden)
  expect(await stranger.getByRole('navigation', { name: 'Ask next' }).count()).toBe(0)
  await sheet.locator('summary', { hasText: /^\d+ sources?$/i }).click()
  await sheet.getByText('World Bank').first().waitFor()
  await sheet.locator('button[data-claim]').first().click()
  const evidence = stranger.getByRole('dialog', { name: 'Evidence' })
  await evidence.getByRole('button', { name: 'Download rows (CSV)' }).waitFor()
  const file = stranger.waitForEvent('download')
  await evidence.getByRole('button', { name: 'Download rows (CSV)' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)

  await dialog.getByRole('button', { name: 'Stop sharing' }).click()
  await dialog.getByRole('button', { name: 'Stop sharing' }).click()
  await dialog.getByRole('button', { name: 'Make a link' }).waitFor()
  await stranger.reload()
  await stranger.getByRole('heading', { name: 'This link leads to no answer' }).waitFor()
})

test('who shares as many answers as there can be is told so, and can stop sharing the oldest', async () => {
  const page = await world.openPage()
  await signUp(page, world.product)
  await askAnew(page, 'GDP of Ghana in 2023')
  const shares = Array.from({ length: limits.sharesMax }, (_, place) => ({
    code: `${place}`.padStart(43, 'A'),
    url: `${world.product.url}/shared/x`,
    turn_id: `turn ${place}`,
    session_key: 'thread_x',
    question: `Question ${place + 1}`,
    created_at: '2026-11-01T08:00:00Z',
  }))
  await page.route('**/api/chat/shares', route => route.fulfill({ json: { shares } }))
  await page.getByRole('article').last().getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this answer' })
  await dialog.getByText(`You share ${limits.sharesMax} answers, the most there can be.`).waitFor()
  expect(await dialog.getByRole('button', { name: 'Make a link' }).count()).toBe(0)
  await page.unroute('**/api/chat/shares')
  await dialog
    .getByRole('button', { name: `Stop sharing: Question ${limits.sharesMax}`, exact: true })
    .click()
  await dialog.getByRole('button', { name: 'Stop sharing', exact: true }).click()
  await dialog.getByRole('button', { name: 'Make a link' }).waitFor()
})

test('an answer is printed alone, light, unfolded, with its sources, period and data version', async () => {
  const page = await world.openPage()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript('window.print = () => { window.printed = document.title }')
  await signUp(page, world.product)
  await askAnew(page, 'GDP of Ghana in 2023')
  await askAnew(page, 'What is the feasibility of the diaper market in Ghana?')
  await page.getByRole('article').last().getByRole('button', { name: 'Print', exact: true }).click()
  await expect
    .poll(() => page.evaluate('window.printed'))
    .toBe('What is the feasibility of the diaper market in Ghana? · Soko')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const printed = await page.locator('body').innerText()
  for (const words of [
    'What is the feasibility',
    'Data version',
    'World Bank',
    'Period',
    'Modelled sample data',
  ])
    expect(printed).toContain(words)
  for (const chrome of ['New Chat', 'Contact Support', 'Ask me anything', 'GDP of Ghana in 2023'])
    expect(printed).not.toContain(chrome)
  await expect
    .poll(() => page.evaluate('getComputedStyle(document.body).backgroundColor'))
    .toBe('rgb(255, 255, 255)')
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await page.getByRole('link', { name: 'New Chat' }).waitFor()
})
