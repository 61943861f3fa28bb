import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { badge, creditsDialog, openCredits } from './credits-dialog.ts'
import { openWorld, phone } from './open-world.ts'
import { answered, ask } from './person.ts'
import { callApi, newSignedIn, openSignedIn } from './signed-in.ts'

const world = openWorld()

const heads = (page: Page) => page.getByRole('dialog').getByRole('columnheader')

/** Lets the page's clock go on, a little at a time, until the balance is known and nothing is asked any more. */
async function showsAfterAWhile(page: Page, credits: string): Promise<void> {
  const look = async () => {
    await page.clock.runFor(10)
    return [await badge(page).locator('b').innerText(), await badge(page).getAttribute('aria-busy')]
  }
  await expect.poll(look).toEqual([credits, 'false'])
}

// spec: S3.credits.2, S4.balance.1, S4.balance.2, S7.credits.2, S9.credits.1
test('the balance is ... until it is known, and is read on load, every 15 s and after each reply', async () => {
  const signedIn = await newSignedIn(world.product)
  const page = await world.openPage(undefined, { storageState: signedIn.storageState })
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/accounts/credits', async route => {
    asked += 1
    await isLetGo
    await route.continue()
  })
  await page.clock.install({ time: 0 })
  await page.goto(`${world.product.url}/app`)
  await page.clock.pauseAt(60_000)
  await badge(page).getByText('...', { exact: true }).waitFor()
  await expect.poll(() => asked).toBe(1)
  expect(await badge(page).getAttribute('aria-busy')).toBe('true')
  letGo()
  await showsAfterAWhile(page, '100')
  for (const count of [2, 3]) {
    await page.clock.runFor(14_000)
    expect(asked).toBe(count - 1)
    await page.clock.runFor(1_000)
    await expect.poll(() => asked).toBe(count)
    expect(await badge(page).getAttribute('aria-busy')).toBe('true')
    await showsAfterAWhile(page, '100')
  }

  const before = asked
  await ask(page, 'GDP of Ghana in 2023')
  // By the page's clock seconds before the next of every 15 s.
  const look = async () => {
    await page.clock.runFor(50)
    return [await badge(page).locator('b').innerText(), asked > before]
  }
  await expect.poll(look).toEqual(['97', true])
})

// spec: S2.dialogs.4, S2.dialogs.5, S2.dialogs.6, S4.tabs.2, S2.usage.1, S2.dates.1, S4.tabs.1, S9.dialogs.1, S3.usage.1
test('the Credits dialog lists what was spent, dates in the way of the reader’s own language', async () => {
  const signedIn = await newSignedIn(world.product)
  const history = await callApi<{ history: { data: { created_at: string }[] } }>(
    world.product,
    '/accounts/usage/history',
    undefined,
    signedIn.session,
  )
  const grantedAt = new Date(history.history.data[0]?.created_at ?? '')
  for (const locale of ['en-US', 'en-GB', 'de-DE']) {
    const wish = { storageState: signedIn.storageState, locale, timezoneId: 'Africa/Nairobi' }
    const page = await world.openPage(undefined, wish)
    await page.goto(`${world.product.url}/app`)
    await openCredits(page, 'Usage History')
    const dialog = creditsDialog(page)
    expect(await dialog.getByRole('tab').allInnerTexts()).toEqual(['Buy Credits', 'Usage History'])
    await heads(page).first().waitFor()
    expect((await dialog.boundingBox())?.width).toBe(900)
    expect(await heads(page).allInnerTexts()).toEqual(['Type', 'Date', 'Amount', 'Narrative'])
    const shown = await dialog.getByRole('row').nth(1).getByRole('cell').allInnerTexts()
    const own = new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Africa/Nairobi',
    })
    expect(shown[1]?.replace(/\s/g, ' ')).toBe(own.format(grantedAt).replace(/\s/g, ' '))
    await page.context().close()
  }
})

// spec: S2.usage.2, S3.label.1
test('an answer is labelled Chat prompt, what was granted Top up; Narrative is hidden on a phone', async () => {
  const { page } = await openSignedIn(world, { size: phone })
  await ask(page, 'GDP of Ghana in 2023')
  await answered(page)
  await openCredits(page, 'Usage History')
  await page.getByRole('cell', { name: 'Chat prompt' }).waitFor()
  expect(await heads(page).filter({ visible: true }).allInnerTexts()).toEqual(['Type', 'Date', 'Amount'])
  expect(await page.getByRole('cell', { name: /Chat prompt|Top up|Other/ }).allInnerTexts()).toEqual([
    'Chat prompt',
    'Top up',
  ])
  await page.setViewportSize({ width: 1_000, height: 800 })
  await page.getByRole('columnheader', { name: 'Narrative' }).waitFor()
})

// spec: S7.credits.2
test('in a hidden tab the balance is not read; seen again, it is read at once', async () => {
  const { page } = await openSignedIn(world, { path: '/robots.txt' })
  await page.clock.install({ time: 0 })
  await page.goto(`${world.product.url}/app`)
  await page.clock.pauseAt(60_000)
  await showsAfterAWhile(page, '100')
  let asked = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/accounts/credits')) asked += 1
  })
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate(`{
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }`)
  await turn('hidden')
  await page.clock.runFor(60_000)
  expect(asked).toBe(0)
  await turn('visible')
  const look = async () => {
    await page.clock.runFor(10)
    return asked
  }
  await expect.poll(look).toBe(1)
})
