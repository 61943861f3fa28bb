import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { holdBack } from './hold-back.ts'
import { openOwnWorld, phone } from './open-world.ts'
import { newPerson } from './person.ts'
import { expectShownFor, stopClock } from './shown-for.ts'
import { newSignedIn, registerByApi } from './signed-in.ts'

const logo =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2280%22 height=%2224%22/%3E'
const font = { family: 'serif', size: '40px', weight: '700' }
const operators = {
  tagline: { text: 'Ask Kejetia first.' },
  tnc: { content: '<h2>Our <em>terms</em></h2><p>Pay what you use.</p>' },
  privacy: { content: '<h2>Our privacy</h2><p>We keep <strong>little</strong>.</p>' },
  clients: [
    { name: 'Baobab Foods', logo_url: logo },
    { name: 'Harmattan Soap', logo_url: null },
  ],
  fonts: Object.fromEntries([1, 2, 3, 4, 5].map(place => [`section_${place}`, font])),
}

const folder = mkdtempSync(join(tmpdir(), 'soko-front-'))
afterAll(() => rmSync(folder, { recursive: true }))
const world = openOwnWorld(async () => {
  const file = join(folder, 'front.json')
  writeFileSync(file, JSON.stringify(operators))
  return { FRONT_SETTINGS_FILE: file }
})

const email = (page: Page) => page.getByLabel('Email address')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openLogin(): Promise<Page> {
  const page = await world.openPage()
  await page.goto(`${world.product.url}/login`)
  return page
}

// spec: S2.routes.2, S2.login.1, S2.login.2, S2.login.3, S2.login.4, S2.login.5, S2.login.6, S2.login.12
// spec: S4.login.1, S5.email.1, S5.email.2, S5.login.1, S3.session.1, S7.login.1, S7.logout.1
test('login takes two steps, says what is wrong in each and what it is busy with, and leads to the app', async () => {
  const { person } = await newSignedIn(world.product)
  const page = await openLogin()
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  await email(page).waitFor()
  expect(await page.locator('input:visible').count()).toBe(1)
  expect(await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register')
  expect(await page.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgot')
  await button(page, 'Continue').click()
  await page.getByRole('alert').getByText('Email address field cannot be empty').waitFor()
  await email(page).fill('ama@example')
  await button(page, 'Continue').click()
  await page.getByRole('alert').getByText('Invalid email address', { exact: true }).waitFor()

  const letGo = await holdBack(page, '**/api/user_exists')
  await email(page).fill(person.email)
  await button(page, 'Continue').click()
  await button(page, 'Continuing...').waitFor()
  letGo()
  const password = page.getByLabel('Password', { exact: true })
  await password.waitFor()
  await button(page, 'Log in').click()
  await page.getByRole('alert').getByText('Password is required').waitFor()

  const letIn = await holdBack(page, '**/api/login')
  await password.fill(person.password)
  await button(page, 'Log in').click()
  await button(page, 'Logging in...').waitFor()
  letIn()
  await page.waitForURL(`${world.product.url}/app`)
  expect(calls.filter(call => /logout|login/.test(call))).toEqual(['GET /api/user/logout', 'POST /api/login'])
  const kept = await page.evaluate<string>(`localStorage.getItem('soko_session')`)
  expect(JSON.parse(kept)).toEqual({
    token: expect.stringMatching(/^\S{20,}$/),
    device_token: expect.stringMatching(/^\S{20,}$/),
    user: expect.objectContaining({ email: person.email, roles: expect.any(Array) }),
  })
})

// spec: S4.login.2
test('an address without an account is told so, with the way to register it', async () => {
  const page = await openLogin()
  const { email: unknown } = newPerson()
  await email(page).fill(unknown)
  await button(page, 'Continue').click()
  const notice = page.getByRole('alert').filter({ hasText: 'not registered' })
  await notice.getByRole('link').click()
  await page.waitForURL('**/register')
  await expect.poll(() => email(page).inputValue()).toBe(unknown)
})

// spec: S8.login.1, S8.login.2, S9.login.1, S4.notices.1
test('a refused login shows the server’s words for 3 s, or where it has none our own', async () => {
  const person = await registerByApi(world.product)
  const page = await openLogin()
  await email(page).fill(person.email)
  await button(page, 'Continue').click()
  await page.getByLabel('Password', { exact: true }).fill('Not-the-one-1')
  await stopClock(page)
  await button(page, 'Log in').click()
  await expectShownFor(page, 'The email address or the password is not right.', 3_000)

  await page.route('**/api/login', route => route.fulfill({ status: 500, body: '' }))
  await button(page, 'Log in').click()
  await expectShownFor(page, 'Login error. Contact support for assistance.', 3_000)
})

test('the words about a refused login stay behind with its screen', async () => {
  const { person } = await newSignedIn(world.product)
  const page = await openLogin()
  // Time stands still: by itself the notice would not go.
  await stopClock(page)
  await email(page).fill(person.email)
  await button(page, 'Continue').click()
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Not-the-one-1')
  await button(page, 'Log in').click()
  const words = page.getByText('The email address or the password is not right.')
  await words.waitFor()
  await password.fill(person.password)
  await button(page, 'Log in').click()
  await page.waitForURL('**/app')
  await words.waitFor({ state: 'detached' })
})

// spec: S2.login.10, S2.login.11, S3.front-settings.1, S3.front-settings.2
test('tagline and clients are the operator’s, and are kept for the next time under their name', async () => {
  const page = await openLogin()
  await page.getByText('Ask Kejetia first.').waitFor()
  const clients = page.getByRole('list', { name: 'Clients' })
  expect(await clients.getByRole('img', { name: 'Baobab Foods' }).getAttribute('src')).toBe(logo)
  await clients.getByText('Harmattan Soap').waitFor()
  const kept = () => page.evaluate<string>(`localStorage.getItem('mav_chat_settings')`)
  await expect.poll(async () => JSON.parse(await kept())).toEqual(operators)
  await page.route('**/api/front/settings', route => route.abort())
  await page.reload()
  await page.getByText('Ask Kejetia first.').waitFor()
})

// spec: S2.routes.7, S2.routes.8, S2.terms.1, S2.terms.2
test('terms and privacy are the operator’s HTML', async () => {
  const page = await world.openPage(phone)
  await page.goto(`${world.product.url}/tos`)
  await page.getByRole('heading', { level: 1, name: 'Our terms' }).waitFor()
  expect(await page.getByRole('main').innerText()).toContain('Pay what you use.')
  await page.goto(`${world.product.url}/privacy`)
  await page.getByRole('heading', { level: 1, name: 'Our privacy' }).waitFor()
  expect(await page.getByRole('main').locator('strong').innerText()).toBe('little')
})
