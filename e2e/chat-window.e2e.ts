import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWorld } from './open-world.ts'
import { answered, ask } from './person.ts'
import { isAboutMs, shownForMs } from './shown-for.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()

const input = (page: Page) => page.getByPlaceholder('Ask me anything...', { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const pathOf = (page: Page) => new URL(page.url()).pathname

// spec: S2.chat.2, S2.chat.3, S2.chat.4, S2.chat.6, S2.chat.7, S2.chat.8, S2.chat.9, S5.chat.1, S5.chat.2
test('the empty chat welcomes with three prompts that fill the input; nothing is sent without words', async () => {
  const { page } = await openSignedIn(world)
  const asked: string[] = []
  page.on('request', request => request.url().endsWith('/chat/reply') && asked.push(request.url()))
  await page.getByRole('heading', { name: 'Welcome! How can I help you today?' }).waitFor()
  const prompts = page.getByRole('main').getByRole('list').getByRole('button')
  const words = [
    /tea consumer behaviour in South Africa in the last calendar year/i,
    /summary of mayonnaise purchase trends in Nigeria/i,
    /key players in the beverage industry in Kenya/i,
  ]
  expect(await prompts.count()).toBe(3)
  await page.getByRole('checkbox', { name: 'Deep Research' }).waitFor()
  await page.getByText('Figures are checked against their rows. Sources are under each chart.').waitFor()
  expect(await send(page).isDisabled()).toBe(true)
  for (const [at, pattern] of words.entries()) {
    const text = await prompts.nth(at).innerText()
    expect(text).toMatch(pattern)
    await prompts.nth(at).click()
    expect(await input(page).inputValue()).toBe(text)
    expect(await send(page).isEnabled()).toBe(true)
  }
  for (const text of ['', ' ', ' \n\t ']) {
    await input(page).fill(text)
    await page.keyboard.press('Enter')
    expect(await send(page).isDisabled()).toBe(true)
  }
  expect(asked).toEqual([])
  expect(pathOf(page)).toBe('/app')
})

// spec: S2.chat.5
test('Deep Research says what it does, to a pointer and to a keyboard', async () => {
  const { page } = await openSignedIn(world)
  const box = page.getByRole('checkbox', { name: 'Deep Research' })
  const tooltip = page.getByRole('tooltip', { includeHidden: true })
  expect(await tooltip.textContent()).toBe(
    'Uses advanced models to perform deeper analysis on data-intensive questions (may take slightly longer).',
  )
  expect(await tooltip.isVisible()).toBe(false)
  await box.hover()
  await tooltip.and(page.locator(':visible')).waitFor()
  await page.mouse.move(5, 5)
  await tooltip.waitFor({ state: 'hidden' })
  await input(page).focus()
  await page.keyboard.press('Tab')
  await tooltip.and(page.locator(':visible')).waitFor()
  expect(await box.getAttribute('aria-describedby')).toBe(await tooltip.getAttribute('id'))
})

// spec: S2.chat.1, S4.chat.1, S4.chat.2, S5.chat.2, S7.reply.1
test('from send to reply nothing more can be sent and a spinner shows; the first reply gives the chat its address', async () => {
  const { page } = await openSignedIn(world)
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  let body: unknown
  await page.route('**/api/chat/reply', async route => {
    body = route.request().postDataJSON()
    await isLetGo
    await route.continue()
  })
  const question = 'GDP of Ghana in 2023'
  await ask(page, question)
  const bubble = conversation(page).locator('p').filter({ hasText: question })
  await bubble.waitFor()
  expect(await input(page).isDisabled()).toBe(true)
  expect(await send(page).isDisabled()).toBe(true)
  await page.getByRole('article').locator('[class*=spinner]').waitFor()
  expect(body).toMatchObject({ message: question, session_key: null, think_longer: false })
  expect(pathOf(page)).toBe('/app')

  const before = await page.evaluate<number>('history.length')
  const refreshed = page.waitForRequest('**/api/chat/chat_history')
  letGo()
  await refreshed
  await page.waitForURL(/\/app\/chat\/thread_[\w-]{22}$/)
  expect(await page.evaluate<number>('history.length')).toBe(before)
  await answered(page)
  await page.getByRole('article').locator('button[data-claim]').first().waitFor()
  expect(await page.getByRole('article').locator('[class*=spinner]').count()).toBe(0)
  await sidebar(page).getByRole('link', { name: question }).waitFor()
  expect(
    await bubble.evaluate(one => one.ownerDocument.defaultView.getComputedStyle(one).borderRadius),
  ).not.toBe('0px')

  await page.getByRole('checkbox', { name: 'Deep Research' }).check()
  await ask(page, 'And in 2022?')
  await answered(page)
  expect(body).toMatchObject({ session_key: pathOf(page).split('/').at(-1), think_longer: true })
})

// spec: S2.routes.12, S2.sidebar.3, S2.sidebar.6, S4.chat.3, S4.chat.4, S3.history.1, S7.thread.1
test('sessions stand under their label, kept in the browser; choosing one clears the thread and loads the other', async () => {
  const { page } = await openSignedIn(world)
  for (const question of ['GDP of Ghana in 2023', 'Population of Kenya in 2023']) {
    await sidebar(page).getByRole('link', { name: 'New Chat' }).click()
    await ask(page, question)
    await page.waitForURL(/\/app\/chat\/thread_/)
    await answered(page)
  }
  const second = pathOf(page)
  expect(await sidebar(page).getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Today'])
  const link = sidebar(page).getByRole('link', { name: 'GDP of Ghana in 2023' })
  const first = await link.getAttribute('href')
  expect(first).toMatch(/^\/app\/chat\/thread_/)
  expect(await sidebar(page).getByRole('link', { name: 'Population of Kenya' }).getAttribute('href')).toBe(
    second,
  )

  // From the browser's copy, while the server has not answered yet; then from the server.
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/chat/**', async route => {
    await isLetGo
    await route.continue()
  })
  await page.reload()
  await link.waitFor()
  letGo()
  await conversation(page).getByText('Population of Kenya in 2023').waitFor()
  await page.unroute('**/api/chat/**')

  const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/api/chat/thread', async route => {
    await isLoaded
    await route.continue()
  })
  await link.click()
  await page.waitForURL(world.product.url + first)
  await conversation(page).waitFor({ state: 'detached' })
  expect(await page.getByRole('main').getByText('Population of Kenya in 2023').count()).toBe(0)
  load()
  await conversation(page).getByText('GDP of Ghana in 2023').waitFor()
})

// spec: S9.type-ahead.1
test('the search of conversations waits until nothing was typed for 200 ms', async () => {
  const { page } = await openSignedIn(world)
  const field = page.getByRole('searchbox', { name: 'Search conversations' })
  await field.waitFor()
  const asked: unknown[] = []
  page.on('request', request => {
    if (request.url().endsWith('/chat/search')) asked.push(request.postDataJSON())
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await field.pressSequentially('gh')
  await page.clock.runFor(199)
  await field.press('a')
  await page.clock.runFor(199)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual([{ text: 'gha' }])
})

// spec: S4.chat.5, S9.chat.1
test('a conversation scrolls to its end after 100 ms', async () => {
  const { page } = await openSignedIn(world)
  await ask(page, 'Who are the key players in the beverage industry in Kenya?')
  await page.waitForURL(/\/app\/chat\/thread_/)
  await answered(page)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.reload()
  await conversation(page).getByRole('article').waitFor()
  const fromEnd = () =>
    conversation(page).evaluate(area => area.scrollHeight - area.scrollTop - area.clientHeight)
  await conversation(page).evaluate(area => {
    area.scrollTop = 0
  })
  expect(await fromEnd()).toBeGreaterThan(200)
  await page.clock.runFor(99)
  expect(await conversation(page).evaluate(area => area.scrollTop)).toBe(0)
  await page.clock.runFor(1)
  expect(await fromEnd()).toBeLessThan(2)
})

// spec: S4.chat.5, S9.chat.1
test('a long answer is at its end 100 ms after it came, and is followed there until its reader scrolls up', async () => {
  const { page } = await openSignedIn(world, { size: { width: 390, height: 700 } })
  await ask(page, 'Give me a summary of mayonnaise purchase trends in Nigeria')
  const area = conversation(page)
  const fromEnd = () => area.evaluate(one => one.scrollHeight - one.scrollTop - one.clientHeight)
  const grow = () =>
    area.evaluate(async one => {
      const more = one.lastElementChild?.appendChild(one.ownerDocument.createElement('li'))
      if (more) more.style.height = '300px'
      await new Promise(resolve => setTimeout(resolve, 100))
    })
  await page.getByRole('article').last().getByRole('button', { name: 'Copy' }).waitFor()
  await page.waitForTimeout(100)
  expect(await area.evaluate(one => one.scrollHeight - one.clientHeight)).toBeGreaterThan(400)
  expect(await fromEnd()).toBeLessThan(2)
  await grow()
  expect(await fromEnd()).toBeLessThan(2)
  await area.evaluate(async one => {
    one.scrollBy(0, -200)
    await new Promise(resolve => setTimeout(resolve, 50))
  })
  await grow()
  expect(await fromEnd()).toBeGreaterThan(400)
  await page.getByRole('button', { name: 'Latest' }).click()
  await expect.poll(fromEnd).toBeLessThan(2)
})

// spec: S8.chat.1
test('a conversation that cannot be loaded says so and is loaded at the next try', async () => {
  const { page } = await openSignedIn(world)
  await ask(page, 'GDP of Ghana in 2023')
  await page.waitForURL(/\/app\/chat\/thread_/)
  await answered(page)
  await page.route('**/api/chat/thread', route => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await page
    .getByRole('alert')
    .getByText('Could not load last chat. Please try again', { exact: true })
    .waitFor({ timeout: 3_000 })
  await page.unroute('**/api/chat/thread')
  await page.getByRole('button', { name: 'Try again' }).click()
  await conversation(page).getByText('GDP of Ghana in 2023').waitFor()
})

// spec: S8.notices.1, S4.notices.1
test('a copied answer says so for 2 s', async () => {
  const { page } = await openSignedIn(world, { wish: { permissions: ['clipboard-read', 'clipboard-write'] } })
  await ask(page, 'GDP of Ghana in 2023')
  await answered(page)
  const shown = shownForMs(page, 'Copied to clipboard')
  await page.getByRole('article').getByRole('button', { name: 'Copy', exact: true }).click()
  expect(await shown).toSatisfy((ms: number) => isAboutMs(ms, 2_000))
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('Ghana')
})
