import { afterAll, afterEach, expect, test } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
  usualScript,
} from '../src/server/testing/fake-model-server.ts'
import { openOwnWorld, phone } from './open-world.ts'
import { answered, ask, logIn } from './person.ts'
import { signUp } from './signed-in.ts'

const lastWords = 'Ask it next.'

/** Words before which the model waits, and until when. */
const waits = new Map<string, Promise<void>>()
afterEach(() => waits.clear())

/** Holds answers back before a word of theirs; gives the way to let them go on. */
function holdBefore(word: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  waits.set(word, promise)
  return resolve
}
const beforeFirstWord = '#'
const beforeLastWords = 'Ask'

let model: FakeModelServer
// What is to end last is told first: the model outlives the product.
afterAll(() => model?.close())
const world = openOwnWorld(async () => {
  const script = usualScript()
  const beforeWord = (word: string) => waits.get(word)
  model = await startFakeModelServer((call, at) => ({ ...script(call, at), beforeWord }))
  return { MODEL: 'openai-compatible/fake', OPENAI_COMPATIBLE_URL: model.url }
})

test('an answer goes on after a reload in its middle, is there once, and is paid once', async () => {
  const page = await world.openPage(phone)
  await signUp(page, world.product)
  const goOn = holdBefore(beforeLastWords)
  await ask(page, 'GDP of Ghana')
  const answer = page.getByRole('article').last()
  await answer.getByText('GDP is the size').waitFor()
  expect(await answer.innerText()).not.toContain(lastWords)
  const askedBefore = model.calls.length

  await page.reload()
  await answer.getByText('GDP is the size').waitFor()
  expect(await answer.innerText()).not.toContain(lastWords)
  goOn()
  await answer.getByText(lastWords).waitFor()
  await answered(page)

  expect(await page.getByText('GDP is the size').count()).toBe(1)
  expect(await answer.locator('button[data-claim]').count()).toBeGreaterThanOrEqual(1)
  expect(model.calls.length).toBe(askedBefore)
})

// spec: S4.chat.5
test('while an answer is written nothing scrolls, and a button leads to what is below the view', async () => {
  const page = await world.openPage({ width: 320, height: 400 })
  await signUp(page, world.product)
  const [begin, goOn] = [holdBefore(beforeFirstWord), holdBefore(beforeLastWords)]
  await ask(page, 'GDP of Ghana')
  const answer = page.getByRole('article').last()
  await answer.locator('[class*=spinner]').waitFor()
  // The question is put in its place again 100 ms after it was sent: timers end in their order.
  await page.evaluate('new Promise(done => setTimeout(done, 150))')
  const area = page.getByRole('region', { name: 'Conversation' })
  await area.evaluate(one => {
    const counter = Object.assign(one.ownerDocument.defaultView, { scrolls: 0 })
    one.addEventListener('scroll', () => {
      counter.scrolls += 1
    })
  })
  const latest = page.getByRole('button', { name: 'Latest' })
  expect(await latest.count()).toBe(0)
  begin()
  await latest.waitFor()
  expect(await answer.innerText()).not.toContain(lastWords)
  goOn()
  await answer.getByText(lastWords).waitFor()
  await answered(page)
  await page.waitForTimeout(200)
  expect(await page.evaluate<number>('scrolls')).toBe(0)
  await latest.click()
  await latest.waitFor({ state: 'detached' })
})

test('an answer that runs while somebody signs in elsewhere is whole in the new place', async () => {
  const here = await world.openPage()
  const there = await world.openPage()
  const person = await signUp(here, world.product)
  const goOn = holdBefore(beforeLastWords)
  await ask(here, 'GDP of Ghana')
  await here.getByRole('article').last().getByText('GDP is the size').waitFor()
  await logIn(there, world.product, person)
  await here.waitForURL(/\/auth\/session\/dup/, { timeout: 1_000 })
  await there.getByRole('link', { name: /GDP of Ghana/ }).click()
  await there.getByRole('article').last().getByText('GDP is the size').waitFor()
  goOn()
  await there.getByRole('article').last().getByText(lastWords).waitFor()
  expect(await there.getByText('GDP is the size').count()).toBe(1)
})

test.each([
  { what: 'a new chat', first: null },
  { what: 'a conversation', first: 'Population of Kenya' },
])('a question of $what that was sent just before a reload is never called unsent', async ({ first }) => {
  const page = await world.openPage()
  await signUp(page, world.product)
  if (first !== null) {
    await ask(page, first)
    await page.waitForURL(/\/app\/chat\/thread_/)
    await answered(page)
  }
  // It reaches the server and is answered there; the page hears nothing of it.
  const { promise: isAnswered, resolve: tellAnswered } = Promise.withResolvers<void>()
  await page.route('**/api/chat/reply', async route => {
    await route.fetch()
    tellAnswered()
  })
  await page.addInitScript(`
    window.said = []
    const look = () => {
      const words = document.querySelector('main [role=alert]')?.textContent
      if (words) said.push(words)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  `)
  await ask(page, 'GDP of Ghana')
  await isAnswered
  await page.reload()
  const exchange = page.locator('[data-turn]').filter({ hasText: 'You asked: GDP of Ghana' })
  await exchange.getByText(lastWords).waitFor()
  await expect.poll(() => page.getByLabel('Your question').inputValue()).toBe('')
  expect(await page.evaluate<string[]>('said')).toEqual([])
})

test('a question that never reached the server is called unsent once the server was asked, and not known before', async () => {
  const page = await world.openPage()
  await signUp(page, world.product)
  await page.route('**/api/chat/reply', () => new Promise(() => undefined))
  await page.route('**/api/chat/turns/*/events', route => route.abort())
  await ask(page, 'GDP of Ghana')
  await page.getByRole('article').locator('[class*=spinner]').waitFor()
  await page.reload()
  await page.getByRole('alert').getByText('It is not known yet whether this was sent').waitFor()
  await page.unroute('**/api/chat/turns/*/events')
  await page.getByRole('alert').getByText('This was not sent yet.').waitFor()
  expect(await page.getByLabel('Your question').inputValue()).toBe('GDP of Ghana')
})
