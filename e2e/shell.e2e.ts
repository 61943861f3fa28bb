import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openWorld, phone } from './open-world.ts'
import { answered, ask, mailedLink } from './person.ts'
import { newSignedIn, openSignedIn, signInByApi } from './signed-in.ts'

const world = openWorld()

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const sessionOf = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('soko_session')`)
const refusal = (status: number, code: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ error: { code, message: '', request_id: 'A'.repeat(16) } }),
})

/** What stands on the screen of each address that anybody may open. */
const openRoutes = [
  ['/', 'Know the market before you enter it.'],
  ['/login', 'Welcome back'],
  ['/register', 'Create your account'],
  [`/verify/${'A'.repeat(43)}`, 'Email not verified'],
  ['/forgot', 'Forgot your password?'],
  [`/reset_password/${'A'.repeat(43)}`, 'Set a new password'],
  ['/tos', 'Terms of service'],
  ['/privacy', 'Privacy'],
  ['/nowhere', 'There is nothing at this address'],
] as const

// spec: S2.routes.1, S2.routes.2, S2.routes.3, S2.routes.4, S2.routes.5, S2.routes.6, S2.routes.7, S2.routes.8, S7.base.1
test('every address has its screen, and calls go to addresses below /api alone', async () => {
  const page = await world.openPage()
  const calls = new Set<string>()
  page.on('request', request => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.add(new URL(request.url()).pathname)
  })
  for (const [path, heading] of openRoutes) {
    await page.goto(world.product.url + path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  }
  expect(calls.size).toBeGreaterThan(1)
  for (const path of calls) expect(path).toMatch(/^\/api\//)
})

// spec: S2.login.11
test('the client strip stands on the sign-in screens, its default names small and quiet', async () => {
  const page = await world.openPage()
  for (const path of ['/login', '/register', '/forgot']) {
    await page.goto(world.product.url + path)
    const clients = page.getByRole('list', { name: 'Clients' }).getByRole('listitem')
    await clients.first().waitFor()
    const looks = await clients.evaluateAll(items =>
      items.map(item => {
        const { fontSize, fontWeight } = item.ownerDocument.defaultView.getComputedStyle(item)
        return { px: Number.parseFloat(fontSize), weight: Number(fontWeight) }
      }),
    )
    expect(looks.length).toBeGreaterThanOrEqual(3)
    for (const { px, weight } of looks) {
      expect(px).toBeLessThanOrEqual(12)
      expect(weight).toBeLessThanOrEqual(400)
    }
  }
})

// spec: S2.routes.11, S2.routes.12, S2.shell.2
test('signed out, a screen of the app leads to the login and from there back', async () => {
  const { page: first, signedIn } = await openSignedIn(world)
  await ask(first, 'GDP of Ghana in 2023')
  await first.waitForURL(/\/app\/chat\/thread_/)
  await answered(first)
  const { pathname } = new URL(first.url())

  const page = await world.openPage()
  await page.goto(`${world.product.url}${pathname}?from=mail#last`)
  await page.waitForURL(url => url.pathname === '/login')
  expect(new URL(page.url()).searchParams.get('returnUrl')).toBe(`${pathname}?from=mail#last`)
  await page.getByLabel('Email address').fill(signedIn.person.email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(signedIn.person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.product.url}${pathname}?from=mail#last`)
  await page.getByRole('article').getByText('Ghana').first().waitFor()

  const stranger = await world.openPage()
  await stranger.goto(`${world.product.url}/app`)
  await stranger.waitForURL(url => url.pathname === '/login')
  expect(new URL(stranger.url()).searchParams.get('returnUrl')).toBe('/app')
})

// spec: S2.routes.9, S2.sidebar.7, S2.dialogs.7, S4.logout.1, S9.dialogs.1
test('Log out asks first, then clears the session, loads the page anew and stands at the login', async () => {
  const { page } = await openSignedIn(world)
  await sidebar(page).getByRole('button', { name: 'Log out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to log out?' })
  expect((await dialog.boundingBox())?.width).toBe(280)
  await dialog.getByText('Are you sure you want to log out?', { exact: true }).last().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await sessionOf(page)).not.toBeNull()

  await sidebar(page).getByRole('button', { name: 'Log out' }).click()
  const addresses: string[] = []
  page.on('framenavigated', frame => addresses.push(new URL(frame.url()).pathname))
  const reloaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await reloaded
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect(addresses).toEqual(['/logout', '/login'])
  expect(await sessionOf(page)).toBeNull()
})

// spec: S2.routes.9
test('the address /logout alone clears the session too', async () => {
  const { page, signedIn } = await openSignedIn(world, { path: '/logout' })
  await page.waitForURL('**/login')
  expect(await sessionOf(page)).toBeNull()
  const answer = await fetch(`${world.product.url}/api/accounts/credits`, {
    headers: { authorization: `Bearer ${signedIn.session.token}` },
  })
  expect(answer.status).toBe(401)
})

describe('a refused call', () => {
  // spec: S4.forced.1, S4.forced.2, S8.refused.1
  test.each([
    [401, 'session_expired'],
    [403, 'account_disabled'],
  ])('with %i logs out and goes to the login', async (status, code) => {
    const { page } = await openSignedIn(world)
    await page.getByRole('heading', { name: 'Welcome! How can I help you today?' }).waitFor()
    await page.route('**/api/accounts/topup/products', route => route.fulfill(refusal(status, code)))
    await sidebar(page).getByRole('button', { name: 'Credits' }).click()
    await page.waitForURL('**/login')
    expect(await sessionOf(page)).toBeNull()
  })

  test('leaves no copy of a history that comes after it', async () => {
    const page = await world.openPage(undefined, {
      storageState: (await newSignedIn(world.product)).storageState,
    })
    let hand = () => {}
    const held = new Promise<void>(resolve => {
      hand = resolve
    })
    await page.route('**/api/chat/chat_history', async route => {
      await held
      await route.continue()
    })
    await page.route('**/api/accounts/credits', route => route.fulfill(refusal(403, 'account_disabled')))
    await page.goto(`${world.product.url}/app`)
    await page.waitForURL(url => url.pathname === '/login')
    const came = page.waitForResponse('**/api/chat/chat_history')
    hand()
    await (await came).finished()
    await page.waitForTimeout(200)
    const kept = `Object.keys(localStorage).filter(key => key.startsWith('soko_history:'))`
    expect(await page.evaluate<string[]>(kept)).toEqual([])
  })

  // spec: S2.routes.10, S2.conflict.1, S2.conflict.2, S4.conflict.1, S4.conflict.2, S4.conflict.3, S8.conflict.1
  test('with 409_SESSION_CONFLICT leads to the conflict: Use Here goes on here, Close logs out', async () => {
    const { page: here, signedIn } = await openSignedIn(world)
    await here.getByRole('heading', { name: 'Welcome! How can I help you today?' }).waitFor()
    const there = await signInByApi(world.product, signedIn.person)
    await here.waitForURL('**/auth/session/dup')
    const message = "You're logged in on another device, browser or tab"
    await here.getByText(message, { exact: true }).waitFor()
    expect(await here.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Close', 'Use Here'])
    await here.getByRole('button', { name: 'Use Here' }).click()
    await here.waitForURL(`${world.product.url}/app`)
    const elsewhere = await world.openPage(undefined, { storageState: there.storageState })
    await elsewhere.goto(`${world.product.url}/app`)
    await elsewhere.waitForURL('**/auth/session/dup')
    await elsewhere.getByRole('button', { name: 'Close' }).click()
    await elsewhere.waitForURL('**/login')
    expect(await sessionOf(elsewhere)).toBeNull()
    await here.getByRole('heading', { name: 'Welcome! How can I help you today?' }).waitFor()
  })
})

// spec: S4.cross-tab.1, S4.cross-tab.2
test('a chat that opens in another tab takes over: the first tab stops and shows the conflict', async () => {
  const { page: first } = await openSignedIn(world)
  await first.getByRole('heading', { name: 'Welcome! How can I help you today?' }).waitFor()
  const second = await first.context().newPage()
  await second.goto(`${world.product.url}/tos`)
  await second.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(first.url()).pathname).toBe('/app')
  await second.goto(`${world.product.url}/app`)
  await first.waitForURL('**/auth/session/dup')
  // It listens no more: a third tab moves the second alone.
  await first.goto(`${world.product.url}/privacy`)
  const third = await first.context().newPage()
  await third.goto(`${world.product.url}/app`)
  await second.waitForURL('**/auth/session/dup')
  expect(new URL(first.url()).pathname).toBe('/privacy')
})

// spec: S2.header.1, S2.header.2, S2.header.3, S2.sidebar.1, S2.sidebar.3, S2.sidebar.4, S2.sidebar.5, S2.sidebar.8
test('on a desk the header has its three buttons, and the sidebar stands beside the chat', async () => {
  const { page } = await openSignedIn(world)
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'Contact Support' }).waitFor()
  expect(await header.getByRole('button').count()).toBe(3)
  await header.getByRole('button', { name: '100 credits' }).waitFor()
  await header.getByRole('button', { name: 'Account: Ama Mensah' }).waitFor()
  const box = await sidebar(page).boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, height: 900 })
  await page.mouse.move(1_000, 400)
  await page.mouse.wheel(0, 500)
  expect(await sidebar(page).boundingBox()).toEqual(box)
  expect(await sidebar(page).getByRole('link', { name: 'New Chat' }).getAttribute('href')).toBe('/app')
  await sidebar(page).getByText(`© ${new Date().getFullYear()} Soko`).waitFor()

  await sidebar(page).getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  await page.keyboard.press('Escape')
  await sidebar(page).getByRole('button', { name: 'Credits' }).click()
  await page.getByRole('dialog', { name: 'Credits' }).waitFor()
})

// spec: S2.header.4, S2.sidebar.2
test('on a phone the header adds menu and logo, and the sidebar is a drawer', async () => {
  const { page } = await openSignedIn(world, { size: phone })
  const header = page.getByRole('banner')
  await header.getByText('Soko', { exact: true }).waitFor()
  await header.locator('svg').first().waitFor()
  expect(await sidebar(page).count()).toBe(0)
  await header.getByRole('button', { name: 'Open the menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('link', { name: 'New Chat' }).waitFor()
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0)
  expect((await drawer.boundingBox())?.width).toBeLessThan(phone.width)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
})

test('320 px hold the head with a balance of three digits', async () => {
  const { page } = await openSignedIn(world, {
    size: { width: 320, height: 568 },
    wish: { hasTouch: true },
  })
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: '100 credits' }).waitFor()
  for (const button of await header.getByRole('button').all()) {
    const box = await button.boundingBox()
    expect((box?.x ?? Number.NaN) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  }
})

// spec: S2.routes.5, S2.forgot.1, S2.forgot.2, S5.email.1, S5.email.3, S7.forgot.1
test('the forgot screen asks for an address and shows the server’s message', async () => {
  const { person } = await newSignedIn(world.product)
  const page = await world.openPage()
  await page.goto(`${world.product.url}/forgot`)
  const send = page.getByRole('button', { name: 'Reset Password' })
  await send.click()
  await page.getByText('Email address field cannot be empty', { exact: true }).waitFor()
  await page.getByLabel('Email address').fill('ama@example')
  await send.click()
  await page.getByText('Invalid email address', { exact: true }).waitFor()
  await page.getByLabel('Email address').fill(person.email)
  const answered = page.waitForResponse('**/api/password/forgot')
  await send.click()
  const { message } = (await (await answered).json()) as { message: string }
  await page.getByText(message, { exact: true }).waitFor()
  await mailedLink(world.product, person.email, '/reset_password/')
})
