import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdBack } from './hold-back.ts'
import { openWorld, phone } from './open-world.ts'
import { answered, ask } from './person.ts'
import { expectShownFor, stopClock } from './shown-for.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()

const input = (page: Page) => page.getByPlaceholder('Ask me anything...', { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const latest = (page: Page) => page.getByRole('button', { name: 'Latest' })
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Their answers are longer than any screen. */
const longAnswers = [
  'Give me a summary of mayonnaise purchase trends in Nigeria',
  'Who are the key players in the beverage industry in Kenya?',
  // It has a note of what is not available above its headline.
  'Compare beer consumption of Kenya and Nigeria over the last ten years',
] as const

/** Where the newest exchange stands, in pixels; tops are from the upper edge of the conversation. */
const lastExchange = (page: Page) =>
  conversation(page).evaluate(area => {
    const box = area.getBoundingClientRect()
    const exchange = area.querySelector('ol > li:last-child')
    const question = exchange?.querySelector('[class*=_question_]')?.getBoundingClientRect()
    const headline = exchange?.querySelector('article h2')?.getBoundingClientRect()
    return {
      scrollTop: area.scrollTop,
      areaHeight: area.clientHeight,
      belowPx: area.scrollHeight - area.scrollTop - area.clientHeight,
      questionTop: (exchange?.getBoundingClientRect().top ?? Number.NaN) - box.top,
      questionHeight: question?.height ?? Number.NaN,
      isHeadlineInView: headline !== undefined && headline.top >= box.top && headline.bottom <= box.bottom,
    }
  })

const isAtTopEdge = (top: number) => top >= 0 && top <= 32

/** Waits until what was just drawn was put in its place for the second time, 100 ms later: timers end in their order. */
const hasLanded = (page: Page) => page.evaluate('new Promise(done => setTimeout(done, 150))')

/** Waits until the conversation scrolls no more; gives where it stands then. */
async function restingAt(page: Page): Promise<number> {
  let before = Number.NaN
  const hasMoved = async () => {
    const last = before
    await page.waitForTimeout(200)
    before = (await lastExchange(page)).scrollTop
    return before !== last
  }
  await expect.poll(hasMoved).toBe(false)
  return before
}

/** Counts from now on how often the conversation scrolls. */
const watchScrolling = (page: Page) =>
  conversation(page).evaluate(area => {
    const counter = Object.assign(area.ownerDocument.defaultView, { scrolls: 0 })
    area.addEventListener('scroll', () => {
      counter.scrolls += 1
    })
  })

/** Opens a conversation of the sidebar, which is a drawer on phones. */
async function openFromHistory(page: Page, path: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open the menu' })
  if (await menu.isVisible()) await menu.click()
  await sidebar(page).locator(`a[href="${path}"]`).click()
  await expect.poll(() => pathOf(page)).toBe(path)
}

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

// spec: S2.chat.1, S4.chat.1, S4.chat.2, S5.chat.2, S7.reply.1
test('from send to reply nothing more can be sent and a spinner shows; the first reply gives the chat its address', async () => {
  const { page } = await openSignedIn(world)
  const letGo = await holdBack(page, '**/api/chat/reply')
  let body: unknown
  page.on('request', request => {
    if (request.url().endsWith('/chat/reply')) body = request.postDataJSON()
  })
  const question = 'GDP of Ghana in 2023'
  await ask(page, question)
  const bubble = conversation(page).locator('[class*=_question_]').filter({ hasText: question })
  await bubble.waitFor()
  expect(await input(page).isDisabled()).toBe(true)
  expect(await send(page).isDisabled()).toBe(true)
  await page.getByRole('article').locator('[class*=spinner]').waitFor()
  await expect.poll(() => body).toMatchObject({ message: question, session_key: null, think_longer: false })
  expect(pathOf(page)).toBe('/app')

  const before = await page.evaluate<number>('history.length')
  const refreshed = page.waitForRequest('**/api/chat/chat_history')
  letGo()
  await refreshed
  await page.waitForURL(/\/app\/chat\/thread_[\w-]{22}$/)
  expect(await page.evaluate<number>('history.length')).toBe(before)
  await answered(page)
  await page.getByRole('article').locator('button[data-claim]').first().waitFor()
  await page.getByRole('article').locator('[class*=spinner]').waitFor({ state: 'detached' })
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
  const link = sidebar(page).getByRole('link', { name: 'GDP of Ghana in 2023' })
  await link.waitFor()
  expect(await sidebar(page).getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Today'])
  const first = await link.getAttribute('href')
  expect(first).toMatch(/^\/app\/chat\/thread_/)
  expect(await sidebar(page).getByRole('link', { name: 'Population of Kenya' }).getAttribute('href')).toBe(
    second,
  )

  // From the browser's copy, while the server has not answered yet; then from the server.
  const letGo = await holdBack(page, '**/api/chat/**')
  await page.reload()
  await link.waitFor()
  letGo()
  await conversation(page).getByText('Population of Kenya in 2023').waitFor()
  await page.unroute('**/api/chat/**')

  const load = await holdBack(page, '**/api/chat/thread')
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
  await stopClock(page)
  await field.pressSequentially('gh')
  await page.clock.runFor(199)
  await field.press('a')
  await page.clock.runFor(199)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual([{ text: 'gha' }])
})

// spec: S4.chat.5, S9.chat.1
test('100 ms after a conversation is opened, its last question stands at the top edge', async () => {
  const { page } = await openSignedIn(world)
  await ask(page, 'GDP of Ghana in 2023')
  await page.waitForURL(/\/app\/chat\/thread_/)
  await answered(page)
  await ask(page, longAnswers[0])
  await answered(page)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.reload()
  await conversation(page).getByRole('article').last().waitFor()
  await conversation(page).evaluate(area => {
    area.scrollTop = 0
  })
  expect((await lastExchange(page)).questionTop).toBeGreaterThan(100)
  await page.clock.runFor(99)
  expect((await lastExchange(page)).scrollTop).toBe(0)
  await page.clock.runFor(1)
  expect((await lastExchange(page)).questionTop).toSatisfy(isAtTopEdge)
})

// spec: S4.chat.5, S9.chat.1
test('100 ms after a question is sent the view is at its bottom with the question at the top, and the answer moves nothing', async () => {
  const { page } = await openSignedIn(world, { size: phone })
  await ask(page, 'GDP of Ghana in 2023')
  await page.waitForURL(/\/app\/chat\/thread_/)
  await answered(page)
  const letGo = await holdBack(page, '**/api/chat/reply')
  await ask(page, longAnswers[0])
  await conversation(page).getByText(longAnswers[0]).waitFor()
  await hasLanded(page)
  const sent = await lastExchange(page)
  expect(sent.belowPx).toBeLessThan(2)
  expect(sent.questionTop).toSatisfy(isAtTopEdge)
  expect(await latest(page).count()).toBe(0)

  await watchScrolling(page)
  letGo()
  await answered(page)
  await expect.poll(async () => (await lastExchange(page)).belowPx).toBeGreaterThan(400)
  // Whatever would move it has had the time for it.
  await page.waitForTimeout(500)
  const arrived = await lastExchange(page)
  expect(arrived.scrollTop).toBe(sent.scrollTop)
  expect(arrived.isHeadlineInView).toBe(true)
  expect(await page.evaluate<number>('scrolls')).toBe(0)

  // The rest of the answer is new and below; once its end was seen, it is not new any more.
  await latest(page).click()
  await expect.poll(async () => (await lastExchange(page)).belowPx).toBeLessThan(2)
  await latest(page).waitFor({ state: 'detached' })
  await conversation(page).evaluate(area => {
    area.scrollTop = 0
  })
  await page.waitForTimeout(100)
  expect(await latest(page).count()).toBe(0)
})

test('a reader who scrolls while an answer is awaited stays there, and Latest leads to its headline', async () => {
  const { page } = await openSignedIn(world, { size: phone })
  await ask(page, longAnswers[0])
  await page.waitForURL(/\/app\/chat\/thread_/)
  await answered(page)
  const letGo = await holdBack(page, '**/api/chat/reply')
  await ask(page, longAnswers[1])
  await conversation(page).getByText(longAnswers[1]).waitFor()
  await hasLanded(page)
  await page.mouse.move(195, 300)
  await page.mouse.wheel(0, -3_000)
  await expect.poll(async () => (await lastExchange(page)).questionTop).toBeGreaterThan(phone.height)
  const scrollTop = await restingAt(page)
  letGo()
  await answered(page)
  await page.waitForTimeout(500)
  expect((await lastExchange(page)).scrollTop).toBe(scrollTop)
  await latest(page).click()
  await expect.poll(async () => (await lastExchange(page)).isHeadlineInView).toBe(true)
})

test.each([
  { width: 1440, height: 900 },
  { width: 834, height: 1112 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
])(
  'at $width × $height an answer opens at its headline: sent, reloaded, reopened, and on the way back',
  async size => {
    // Fingers need larger controls, which take their room from the conversation.
    const { page } = await openSignedIn(world, { size, wish: { hasTouch: size.width <= phone.width } })
    const paths: string[] = []
    const isOpenAtHeadline = async () => {
      await page.getByRole('article').last().getByRole('button', { name: 'Copy' }).waitFor()
      const look = async () => {
        const { isHeadlineInView, questionTop } = await lastExchange(page)
        return isHeadlineInView && isAtTopEdge(questionTop)
      }
      await expect.poll(look).toBe(true)
      // And it stays there.
      await page.waitForTimeout(300)
      expect(await look()).toBe(true)
    }
    for (const question of longAnswers) {
      await page.goto(`${world.product.url}/app`)
      await ask(page, 'Population of Kenya in 2023')
      await page.waitForURL(/\/app\/chat\/thread_/)
      await answered(page)
      await ask(page, question)
      await answered(page)
      await isOpenAtHeadline()
      await page.reload()
      await isOpenAtHeadline()
      paths.push(pathOf(page))
    }
    for (const path of paths) {
      await openFromHistory(page, path)
      await isOpenAtHeadline()
      await conversation(page).evaluate(area => {
        area.scrollTop = 0
      })
    }
    await page.goBack()
    await expect.poll(() => pathOf(page)).toBe(paths.at(-2))
    await isOpenAtHeadline()
  },
)

test('a question longer than a third of the conversation is clipped until its reader asks for more', async () => {
  const { page } = await openSignedIn(world, { size: phone })
  const long = `GDP of Ghana in 2023. ${'Thank you very much. '.repeat(40)}`
  await ask(page, long)
  await answered(page)
  await expect.poll(async () => (await lastExchange(page)).isHeadlineInView).toBe(true)
  const { questionHeight, areaHeight } = await lastExchange(page)
  expect(questionHeight).toBeLessThanOrEqual(areaHeight / 3)
  const more = conversation(page).getByRole('button', { name: 'more', exact: true })
  expect(await more.getAttribute('aria-expanded')).toBe('false')
  await more.click()
  expect((await lastExchange(page)).questionHeight).toBeGreaterThan(areaHeight / 3)
  await conversation(page).getByRole('button', { name: 'less', exact: true }).click()
  expect((await lastExchange(page)).questionHeight).toBe(questionHeight)

  await page.reload()
  await more.waitFor()
  await ask(page, 'And in 2022?')
  await answered(page)
  expect(await more.count()).toBe(1)
})

// spec: S8.chat.1
test('a conversation that cannot be loaded says so and is loaded at the next try', async () => {
  const { page } = await openSignedIn(world)
  await ask(page, 'GDP of Ghana in 2023')
  await page.waitForURL(/\/app\/chat\/thread_/)
  await answered(page)
  let tries = 0
  await page.route('**/api/chat/thread', route => {
    tries += 1
    return route.fulfill({ status: 500, body: '' })
  })
  await stopClock(page)
  await page.reload()
  const words = page
    .getByRole('alert')
    .getByText('Could not load last chat. Please try again', { exact: true })
  const isSaid = async () => {
    await page.clock.runFor(10)
    return words.isVisible()
  }
  await expect.poll(isSaid).toBe(true)
  // Said at the first failure, while two more tries are to come; those over, it is the reader's turn. A call of the page that
  // was left may be among those before.
  const before = tries
  for (const more of [1, 2]) {
    await page.clock.runFor(2_000)
    await expect.poll(() => tries).toBe(before + more)
  }
  await page.clock.resume()
  await page.unroute('**/api/chat/thread')
  await page.getByRole('button', { name: 'Try again' }).click()
  await conversation(page).getByText('GDP of Ghana in 2023').waitFor()
})

// spec: S8.notices.1, S4.notices.1
test('a copied answer says so for 2 s', async () => {
  const { page } = await openSignedIn(world, { wish: { permissions: ['clipboard-read', 'clipboard-write'] } })
  await ask(page, 'GDP of Ghana in 2023')
  await answered(page)
  await stopClock(page)
  await page.getByRole('article').getByRole('button', { name: 'Copy', exact: true }).click()
  await expectShownFor(page, 'Copied to clipboard', 2_000)
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('Ghana')
})
