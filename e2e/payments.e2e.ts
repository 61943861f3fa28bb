import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { AnswerOf } from '../src/contract/endpoint.ts'
import type { getTopUpHistory } from '../src/contract/payments.ts'
import { badge, creditsDialog, hasCredits } from './credits-dialog.ts'
import { openWorld, phone } from './open-world.ts'
import { chooseProduct, expressButton, payByExpress, soon, startByApi, topUpComplete } from './shop.ts'
import { callApi, openSignedIn, type SignedIn, signInByApi } from './signed-in.ts'

const world = openWorld()

/** How the top-ups of somebody went, newest first. */
async function topUps({ session }: SignedIn): Promise<string[]> {
  const { history } = await callApi<AnswerOf<typeof getTopUpHistory>>(
    world.product,
    '/accounts/topup/history',
    undefined,
    session,
  )
  return history.data.map(({ status, credit_amount }) => `${status} ${credit_amount}`)
}

const startPurchase = (signedIn: SignedIn) => startByApi(world.product, signedIn)
const closed = (page: Page) => topUpComplete(page).waitFor({ state: 'detached' })

// spec: S2.shell.1, S2.dialogs.9, S2.dialogs.10, S9.dialogs.2
test('paid at the hosted checkout, the credits are there when the browser is back, and OK puts the word of it away', async () => {
  const { page, signedIn } = await openSignedIn(world)
  await hasCredits(page, '100')
  await chooseProduct(page)
  await payByExpress(page, 'Pay')
  await topUpComplete(page).getByText('Credits have been added to your account').waitFor()
  expect((await topUpComplete(page).boundingBox())?.width).toBe(400)
  await page.waitForURL(`${world.product.url}/app`)
  await hasCredits(page, '200')
  const reread = page.waitForRequest('**/api/accounts/credits')
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await closed(page)
  await reread
  expect(await topUps(signedIn)).toEqual(['Successful 100'])
})

test.each([
  ['Decline', 'The payment was declined, so no credits were added.', 'Failed 100'],
  ['Cancel', 'The payment was cancelled, so no credits were added.', 'Failed 100'],
  ['Pay a wrong amount', 'Something about your payment does not match.', 'Pending 100'],
  ['Pending for good', 'Your payment is not confirmed yet.', 'Pending 100'],
])(
  'faults 109, 117: %s at the checkout is said in plain words, and adds nothing',
  async (choice, words, went) => {
    const { page, signedIn } = await openSignedIn(world, { size: phone })
    await chooseProduct(page)
    await payByExpress(page, choice)
    await page.getByText(words).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await hasCredits(page, '100')
    expect(await topUpComplete(page).count()).toBe(0)
    const again = page.getByRole('status').getByRole('button', { name: 'Buy Credits' })
    const canGoAgain = went.startsWith('Failed')
    await expect.poll(() => again.count()).toBe(canGoAgain ? 1 : 0)
    if (canGoAgain) {
      await again.click()
      await creditsDialog(page).getByRole('button', { name: 'Purchase' }).first().waitFor()
    }
    await expect.poll(() => topUps(signedIn), soon).toEqual([went])
  },
)

// spec: S4.balance.3
test('faults 108: who pays and closes the window gets the credits, and hears of it where the app is open', async () => {
  const { page, signedIn } = await openSignedIn(world)
  await hasCredits(page, '100')
  const away = await world.openPage()
  await away.goto(await startPurchase(signedIn))
  await away.getByText('Other endings').click()
  await away.getByRole('button', { name: 'Paid, and close the window' }).click()
  await away.getByText('You can close this window.').waitFor()
  await away.context().close()
  await topUpComplete(page).waitFor()
  await hasCredits(page, '200')
  expect(await topUps(signedIn)).toEqual(['Successful 100'])
})

// spec: S4.balance.3
test('a balance that is read and is higher than the known one is told, the first that is known is not', async () => {
  const { page } = await openSignedIn(world, { path: '/robots.txt' })
  await page.clock.install()
  await page.goto(`${world.product.url}/app`)
  await hasCredits(page, '100')
  expect(await topUpComplete(page).count()).toBe(0)
  await page.route('**/api/accounts/credits', async route => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), credits: 350 } })
  })
  await page.clock.runFor(15_000)
  await topUpComplete(page).waitFor()
  await hasCredits(page, '350')
})

test('faults 112: told five times, and credited before the browser is back, it is credited once and told once', async () => {
  const { page, signedIn } = await openSignedIn(world)
  await page.goto('about:blank')
  await page.clock.install()
  const answer = await fetch(`${await startPurchase(signedIn)}&auto=duplicate`, { redirect: 'manual' })
  await expect.poll(() => topUps(signedIn), soon).toEqual(['Successful 100'])
  await page.goto(answer.headers.get('location') ?? '')
  await topUpComplete(page).waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await closed(page)
  await hasCredits(page, '200')
  // Two more readings of the balance.
  await page.clock.runFor(31_000)
  expect(await topUpComplete(page).count()).toBe(0)
  await hasCredits(page, '200')
  expect(await topUps(signedIn)).toEqual(['Successful 100'])
})

test('faults 111: the return replayed credits nothing more, and is told once', async () => {
  const { page, signedIn } = await openSignedIn(world)
  const started = await startPurchase(signedIn)
  const [answer] = await Promise.all([
    page.waitForRequest(request => request.url().includes('order-id=')),
    page.goto(`${started}&auto=approve`),
  ])
  await topUpComplete(page).waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  let verified = 0
  page.on('response', one => {
    if (new URL(one.url()).pathname === '/api/payments/express/verify') verified += 1
  })
  for (const times of [1, 2]) {
    await page.goto(answer.url())
    await expect.poll(() => verified, soon).toBe(times)
    const { credits } = await callApi<{ credits: number }>(
      world.product,
      '/accounts/credits',
      undefined,
      signedIn.session,
    )
    expect(credits).toBe(200)
    await hasCredits(page, '200')
    expect(await topUpComplete(page).count()).toBe(0)
  }
  expect(await topUps(signedIn)).toEqual(['Successful 100'])
})

test('faults 110: somebody else’s return adds nothing to either account by itself, and says why', async () => {
  const { page } = await openSignedIn(world)
  const { signedIn: other } = await openSignedIn(world)
  const started = await startPurchase(other)
  const landing = page.waitForRequest(request => request.url().includes('order-id='))
  await page.goto(`${started}&auto=no-notify`)
  await landing
  await page.getByText('That payment does not belong to this account').waitFor()
  await hasCredits(page, '100')
  expect(await topUps(other)).toEqual(['Pending 100'])
})

test('who comes back signed out signs in first, and is credited then', async () => {
  const { page, signedIn } = await openSignedIn(world)
  const started = await startPurchase(signedIn)
  const visitor = await world.openPage()
  await visitor.goto(`${started}&auto=no-notify`)
  await visitor.getByLabel('Email address').fill(signedIn.person.email)
  await visitor.getByRole('button', { name: 'Continue', exact: true }).click()
  await visitor.getByLabel('Password', { exact: true }).fill(signedIn.person.password)
  await visitor.getByRole('button', { name: 'Log in' }).click()
  await topUpComplete(visitor).waitFor()
  await hasCredits(visitor, '200')
  await page.context().close()
})

test('after Back from the checkout the way to pay can be pressed again', async () => {
  const { page } = await openSignedIn(world)
  await chooseProduct(page)
  await expressButton(page).click()
  await page.waitForURL('**/sandbox/express/**')
  await page.goBack()
  await badge(page).waitFor()
  if ((await creditsDialog(page).count()) === 0) await chooseProduct(page)
  await expressButton(page).click()
  await page.waitForURL('**/sandbox/express/**')
})

// spec: S2.shell.1
test.each([
  ['by card', '/payments/paypal/orders'],
  ['by the checkout widget', '/payments/flutterwave/create-order'],
])('paid %s on a page of its own, the browser comes back and the credits are there', async (_, path) => {
  const { page, signedIn } = await openSignedIn(world)
  const body = { id: 'starter' }
  const started = await callApi<{ redirect_url: string }>(world.product, path, body, signedIn.session)
  await page.goto(started.redirect_url)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await topUpComplete(page).waitFor()
  await page.waitForURL(`${world.product.url}/app`)
  await hasCredits(page, '200')
  expect(await topUps(signedIn)).toEqual(['Successful 100'])
})

test('faults 125: who signs in elsewhere before paying here is credited all the same, and told so there', async () => {
  const { page, signedIn } = await openSignedIn(world)
  await chooseProduct(page)
  await expressButton(page).click()
  await page.waitForURL('**/sandbox/express/**')
  const elsewhere = await signInByApi(world.product, signedIn.person)
  const there = await world.openPage(undefined, { storageState: elsewhere.storageState })
  await there.goto(`${world.product.url}/app`)
  await hasCredits(there, '100')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/auth/session/dup')
  await topUpComplete(there).waitFor()
  await hasCredits(there, '200')
  expect(await topUps(elsewhere)).toEqual(['Successful 100'])
})
