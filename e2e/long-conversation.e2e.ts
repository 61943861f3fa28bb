import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openOwnWorld } from './open-world.ts'
import { answered, ask } from './person.ts'
import { signUp } from './signed-in.ts'

/** Three pages of ten turns, the first of them short. */
const turns = 25
const question = (number: number) => `GDP of Ghana in ${2000 + (number % 20)}, asked as number ${number}.`

const world = openOwnWorld(async () => ({ STARTER_CREDITS: '1000' }))

/** Asks all the questions over the API, as the page would, and opens the conversation anew. */
async function openLong(): Promise<Page> {
  const page = await world.openPage()
  await signUp(page, world.product)
  const heard = page.waitForRequest(request => request.url().endsWith('/api/chat/reply'))
  await ask(page, question(1))
  await page.waitForURL(/\/app\/chat\/thread_/)
  const { 'content-length': _, ...headers } = await (await heard).allHeaders()
  await answered(page)
  for (let number = 2; number <= turns; number += 1) {
    const answer = await fetch(`${world.product.url}/api/chat/reply`, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json' },
      body: JSON.stringify({
        message: question(number),
        session_key: page.url().split('/').at(-1),
        turn_id: randomUUID(),
      }),
    })
    expect(answer.status).toBe(200)
  }
  await page.reload()
  await asked(page, turns).waitFor()
  return page
}

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const asked = (page: Page, number: number) => conversation(page).getByText(question(number))
const topOf = async (page: Page, number: number) => (await asked(page, number).boundingBox())?.y ?? Number.NaN

/** Where a question stands once nothing moves it any more: what is drawn above it takes its time. */
async function restingTop(page: Page, number: number): Promise<number> {
  let top = Number.NaN
  const rests = async () => {
    const before = top
    await page.waitForTimeout(300)
    top = await topOf(page, number)
    return top === before
  }
  await expect.poll(rests).toBe(true)
  return top
}

/** Presses Home until the question stands in sight: what is drawn on the way up has its own height. */
async function climbTo(page: Page, number: number): Promise<void> {
  const climb = async () => {
    await page.keyboard.press('Home')
    await page.waitForTimeout(300)
    return (await asked(page, number).count()) === 1 && (await topOf(page, number)) > 0
  }
  await expect.poll(climb, { timeout: 20_000 }).toBe(true)
}

test('a long conversation opens at its last question and is read back to its beginning by keyboard, nothing jumping', async () => {
  const page = await openLong()
  await page.waitForTimeout(500)
  const view = await conversation(page).boundingBox()
  expect((await topOf(page, turns)) - (view?.y ?? Number.NaN)).toSatisfy(
    (top: number) => top >= 0 && top < 40,
  )
  expect(await asked(page, 1).count()).toBe(0)
  const earlier = page.getByRole('button', { name: 'Load earlier messages' })
  await earlier.waitFor({ state: 'attached' })

  // A page that cannot be had says so, and is had at the next try.
  await page.route('**/api/chat/thread', route => route.abort())
  await conversation(page).focus()
  const firstHere = turns - 9
  await climbTo(page, firstHere)
  await page.getByText('Earlier messages could not be loaded.').waitFor()
  await page.unroute('**/api/chat/thread')
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  // A press would bring it into view by itself, which is no jump of the conversation's.
  await tryAgain.scrollIntoViewIfNeeded()
  const before = await restingTop(page, firstHere)
  await tryAgain.click()
  await asked(page, firstHere - 1).waitFor({ state: 'attached' })
  expect(Math.abs((await restingTop(page, firstHere)) - before)).toBeLessThan(8)

  await climbTo(page, 1)
  await earlier.waitFor({ state: 'detached' })
})
