import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { desk, openWorld } from './open-world.ts'

const world = openWorld()
const question = 'What is the feasibility of the diaper market in Ghana?'

/** A page in a browser with a wish of its own: no script, less motion. */
async function openPageWith(wish: BrowserContextOptions): Promise<Page> {
  const browser = (await world.openPage()).context().browser()
  const context = await browser?.newContext({ viewport: desk, ...wish })
  if (!context) throw new Error('No browser is open')
  return context.newPage()
}

/** The landing page at the start of its story, with its clock in our hands. */
async function openStory(): Promise<Page> {
  const page = await world.openPage()
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.goto(world.product.url)
  await page.locator('[data-section="1"][data-state="entering"]').waitFor()
  return page
}

const statesOf = async (page: Page) =>
  Promise.all((await page.locator('[data-section]').all()).map(one => one.getAttribute('data-state')))

const stateOf = (page: Page, section: number) =>
  page.locator(`[data-section="${section}"]`).getAttribute('data-state')

/** Waits until a section lies in the middle of the window and its part of the story has begun. */
async function isOn(page: Page, section: number) {
  await restsAt(page, section)
  await expect.poll(() => stateOf(page, section)).toBe('entering')
}

/** Waits until a section lies in the middle of the window. */
async function restsAt(page: Page, section: number) {
  await expect
    .poll(async () => {
      const box = await page.locator(`[data-section="${section}"]`).boundingBox()
      return box !== null && box.y < desk.height / 2 && box.y + box.height > desk.height / 2
    })
    .toBe(true)
}

const scrolledPx = (page: Page) => page.evaluate<number>('scrollY')

// spec: S2.routes.1, S2.landing.9, S2.landing.10
test('the page is ready to be read before any script runs, figures with source and period', async () => {
  const page = await openPageWith({ javaScriptEnabled: false })
  await page.goto(world.product.url)
  expect(await page.locator('h1').innerText()).toBe('Know the market before you enter it.')
  const text = await page.locator('main').innerText()
  for (const words of [
    question,
    '52 countries',
    '60 segments',
    'Baby diapers',
    'Modelled sample data',
    'World Bank, World Development Indicators',
    '2021–2025',
    'in 2025',
  ])
    expect(text).toContain(words)
  expect(await page.locator('[data-section]').count()).toBe(5)
  for (const section of await page.locator('.inside').all()) expect(await section.isVisible()).toBe(true)
  expect(await page.locator('#answer .drawing svg path').count()).toBeGreaterThan(5)
  expect(await page.locator('#countries .tile').count()).toBe(54)
  expect(await page.locator('#segments li').count()).toBe(60)
  expect(await page.locator('footer').innerText()).toMatch(/^Soko 2\.6\b/)
  const ways = page.getByRole('link', { name: 'Get Started' })
  expect(await ways.count()).toBe(3)
  for (const way of await ways.all()) expect(await way.getAttribute('href')).toBe('/register')
  expect(await page.getByRole('link', { name: 'Terms of service' }).getAttribute('href')).toBe('/tos')
  expect(await page.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe('/privacy')
})

test('it fetches nothing of the app, and the browser has nothing to complain of', async () => {
  const page = await world.openPage()
  const complaints: string[] = []
  const scripts: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', line => line.type() === 'error' && complaints.push(line.text()))
  page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(world.product.url)
  await page.locator('[data-state="entering"]').waitFor()
  expect(scripts.map(url => new URL(url).pathname)).toEqual([
    '/theme.js',
    expect.stringMatching(/^\/assets\/home-/),
  ])
  expect(complaints).toEqual([])
})

// spec: S2.landing.2
test('Get Started goes to /register, Log in to /login; who is signed in is led on to the app', async () => {
  const page = await world.openPage()
  await page.goto(world.product.url)
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await page.waitForURL('**/register')
  await page.getByLabel('Email address').waitFor()
  await page.goto(world.product.url)
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL('**/login')
  await page.evaluate(`localStorage.setItem('soko_session', '{}')`)
  await page.goto(world.product.url)
  expect(await page.getByRole('link', { name: 'Open Soko' }).getAttribute('href')).toBe('/app')
})

// spec: S2.landing.3, S9.landing.1
test('narrower than 801 px it goes to /login, at once and when the window becomes narrow; at 801 it stays', async () => {
  const phone = await world.openPage({ width: 800, height: 900 })
  await phone.goto(world.product.url)
  await phone.waitForURL('**/login')
  const page = await world.openPage({ width: 801, height: 900 })
  await page.goto(world.product.url)
  await page.locator('[data-state="entering"]').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.setViewportSize({ width: 800, height: 900 })
  await page.waitForURL('**/login')
})

// spec: S2.landing.1, S2.landing.4, S2.landing.6, S2.landing.8, S9.landing.1, S9.landing.2, S9.landing.3
test('the question is typed, a section leaves after 7200 ms, and after 8000 ms the page scrolls on', async () => {
  const page = await openStory()
  const typed = page.locator('[data-typed]')
  await page.clock.runFor(400 + 10 * 40)
  expect(await typed.innerText()).toBe(question.slice(0, 10))
  await page.clock.runFor((question.length - 10) * 40)
  expect(await typed.innerText()).toBe(question)
  await page.clock.runFor(7_199 - 400 - question.length * 40)
  expect(await stateOf(page, 1)).toBe('entering')
  await page.clock.runFor(1)
  expect(await stateOf(page, 1)).toBe('leaving')
  await page.clock.runFor(800)
  expect(await stateOf(page, 2)).toBe('entering')
  await restsAt(page, 2)
})

// spec: S2.landing.8, S9.landing.3
test('section 4 leaves after 7500 ms', async () => {
  const page = await openStory()
  await page.getByRole('link', { name: 'The segments', exact: true }).focus()
  await page.keyboard.press('Enter')
  await restsAt(page, 4)
  await page.evaluate('document.activeElement.blur()')
  await isOn(page, 4)
  await page.clock.runFor(7_499)
  expect(await stateOf(page, 4)).toBe('entering')
  await page.clock.runFor(1)
  expect(await stateOf(page, 4)).toBe('leaving')
})

test('a section that scrolls under a resting pointer does not stop the story, one it is moved to does', async () => {
  const page = await openStory()
  /** As a browser tells it, which also speaks of what moves under a pointer that does not. */
  const tellOf = (place: string, screenX: number) =>
    page.locator(place).first().dispatchEvent('pointermove', { pointerType: 'mouse', screenX, screenY: 450 })
  await tellOf('footer', 1_000)
  await page.clock.runFor(8_000)
  await isOn(page, 2)
  await tellOf('.answer', 1_000)
  await page.clock.runFor(8_000)
  await isOn(page, 3)
  await tellOf('[data-section="3"] .words', 1_001)
  await page.clock.runFor(20_000)
  await restsAt(page, 3)
})

// spec: S2.landing.1, S2.landing.5, S2.landing.7
test('at the bottom the years step from 2021 to 2025, and after 8000 ms the page loads itself from the top', async () => {
  const page = await openStory()
  await page.getByRole('link', { name: 'The years', exact: true }).focus()
  await page.keyboard.press('Enter')
  await restsAt(page, 5)
  await page.evaluate('document.activeElement.blur()')
  await isOn(page, 5)
  const year = page.locator('[data-year]')
  const seen: string[] = []
  for (let step = 0; step < 5; step += 1) {
    await page.clock.runFor(step === 0 ? 1 : 1_200)
    seen.push(await year.innerText())
  }
  expect(seen).toEqual(['2021', '2022', '2023', '2024', '2025'])
  expect(await page.locator('[data-year-words]:visible').innerText()).toContain('In 2025, ')
  const loaded = page.waitForEvent('load')
  await page.clock.runFor(3_200)
  await loaded
  await page.locator('[data-section="1"][data-state]').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  expect(await scrolledPx(page)).toBe(0)
})

describe('nothing moves, and all of it can be read,', () => {
  /** Every section stands whole, and a minute later the page is where it was. */
  async function expectStill(page: Page) {
    await expect.poll(() => statesOf(page)).toEqual(Array(5).fill('settled'))
    const before = await scrolledPx(page)
    await page.clock.runFor(60_000)
    expect(await scrolledPx(page)).toBe(before)
    expect(await page.locator('[data-state="waiting"]').count()).toBe(0)
  }

  test.each(['.prompt', '.words h1', '.inside'])('while the pointer was moved to %s', async place => {
    const page = await openStory()
    await page.locator(place).first().hover()
    await expectStill(page)
    await page.mouse.move(5, 880)
    await expect.poll(() => page.locator('[data-state="waiting"]').count()).toBe(4)
  })

  test('while the keyboard is at work', async () => {
    const page = await openStory()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip the story')
    await expectStill(page)
  })

  test('while nobody looks', async () => {
    const page = await openStory()
    await page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: true }); document.dispatchEvent(new Event('visibilitychange'))`,
    )
    await expectStill(page)
  })

  test('once it is paused, until it is played again', async () => {
    const page = await openStory()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.mouse.move(5, 880)
    await expectStill(page)
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => page.locator('[data-state="waiting"]').count()).toBe(4)
  })

  test('for who wants less motion', async () => {
    const page = await openPageWith({ reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto(world.product.url)
    await expectStill(page)
    expect(await page.locator('[data-typed]').innerText()).toBe(question)
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0)
  })
})

test('by keyboard: the story can be skipped to the way in, and each section is a link away', async () => {
  const page = await world.openPage()
  await page.goto(world.product.url)
  await page.locator('[data-state="entering"]').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await restsAt(page, 5)
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('get-started')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/register')
  await page.goBack()
  const stops = page.getByRole('navigation', { name: 'Sections of this page' }).getByRole('link')
  expect(await stops.allInnerTexts()).toEqual([
    'The question',
    'The answer',
    'The countries',
    'The segments',
    'The years',
  ])
  await stops.nth(3).focus()
  await page.keyboard.press('Enter')
  await restsAt(page, 4)
  await expect.poll(() => stops.nth(3).getAttribute('aria-current')).toBe('true')
})
