import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { authenticator } from '../src/server/testing/authenticator.ts'
import { openWorld, phone } from './open-world.ts'
import { mailedLink, newPerson, register } from './person.ts'
import { expectShownFor, stopClock } from './shown-for.ts'
import { signUp } from './signed-in.ts'

const world = openWorld()
const welcome = 'Welcome! How can I help you today?'
const facebookFailed = 'Could not complete Facebook sign in. Please try again later'

/** What the browser refused by the page's security policy, and every address it asked that is not the product's. */
function listen(page: Page) {
  const refused: string[] = []
  const outside: string[] = []
  page.on('pageerror', error => refused.push(error.message))
  page.on('console', line => {
    if (/Content Security Policy|Trusted/i.test(line.text())) refused.push(line.text())
  })
  page.on('request', request => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(world.product.url))
      outside.push(request.url())
  })
  return { refused, outside }
}

const google = 'Continue with Google'
const facebook = 'Continue with Facebook?'

/** Google's own button has taken the place of ours. */
const googleIsThere = (page: Page) => page.locator('[data-stand-in=google]').waitFor()

interface Chosen {
  email: string
  /** Google runs the mailbox. */
  isRun?: boolean
}

/** Presses a provider's button and says at its stand-in who to be. */
async function beBy(page: Page, button: string, { email, isRun = false }: Chosen): Promise<void> {
  if (button === google) await googleIsThere(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  const popup = await opened
  await popup.getByText(/^Stand-in for (?:Google|Facebook)$/).waitFor()
  await popup.getByLabel('First name').fill('Kofi')
  await popup.getByLabel('Last name').fill('Boateng')
  await popup.getByLabel('Email address').fill(email)
  if (isRun) await popup.getByLabel('Google runs this address').check()
  await pressToClose(popup, 'Continue')
}

/** Presses what closes its own window, which may be gone before the press is known to be done. */
async function pressToClose(popup: Page, name: string | RegExp): Promise<void> {
  const closed = popup.waitForEvent('close')
  await Promise.all([
    closed,
    popup
      .getByRole('button', { name })
      .click()
      .catch(() => closed),
  ])
}

async function fillRegistration(page: Page, password: string): Promise<void> {
  const fields = {
    Address: '12 Ring Road, Accra',
    Industry: 'Consumer goods',
    'Job Title': 'Insight manager',
    Company: 'Kejetia Foods',
    'Years of Experience': '9',
    'Phone number': '0241234567',
    Password: password,
    'Confirm Password': password,
  }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Register' }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.goto(`${world.product.url}/logout`)
  await page.waitForURL('**/login')
}

// spec: S2.login.7, S2.login.8
test('somebody signs up by Google without a mail to open, signs in by it, and is greeted by One Tap the next time', async () => {
  const page = await world.openPage()
  const { refused, outside } = listen(page)
  const email = `kofi.${randomBytes(6).toString('hex')}@kejetia.example`
  await page.goto(`${world.product.url}/login`)
  await page.getByText('OR', { exact: true }).waitFor()
  await beBy(page, google, { email, isRun: true })
  await page.getByText('This email address is not registered.').waitFor()
  await page.getByRole('alert').getByRole('link', { name: 'Sign up' }).click()
  await page.waitForURL('**/register')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const name = page.getByLabel('Full Name')
  await name.waitFor()
  expect(await name.inputValue()).toBe('Kofi Boateng')
  await fillRegistration(page, 'Baobab-Market-7')
  await page.getByRole('heading', { name: 'Your account is open' }).waitFor()
  await page.getByRole('status').getByText('you can sign in now').waitFor()
  expect((await world.product.mailsTo(email)).map(mail => mail.subject)).toEqual([])

  await page.getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/login')
  await beBy(page, google, { email, isRun: true })
  await page.getByText(welcome).waitFor()
  expect(new URL(page.url()).pathname).toBe('/app')

  await logOut(page)
  const greeting = page.getByRole('region', { name: 'Stand-in for Google' })
  await greeting.getByRole('button', { name: 'Continue as Kofi' }).click()
  await page.getByText(welcome).waitFor()
  expect(refused).toEqual([])
  expect(outside).toEqual([])
})

test('the register screen begins with the name that a provider told, and knows an address that is taken', async () => {
  const page = await world.openPage(phone)
  const email = `kofi.${randomBytes(6).toString('hex')}@kejetia.example`
  await page.goto(`${world.product.url}/register`)
  await beBy(page, google, { email })
  await page.getByLabel('Full Name').waitFor()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Kofi Boateng')
  await fillRegistration(page, 'Baobab-Market-7')
  // Google does not run this mailbox, so its owner proves it.
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(`${world.product.url}/register`)
  await beBy(page, facebook, { email })
  await page.getByText('This email address is already registered but not verified.').waitFor()
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(phone.width)
})

test('an address that somebody else registered without proof is its owner’s by Google’s word, on the register screen too', async () => {
  const page = await world.openPage()
  const email = `kofi.${randomBytes(6).toString('hex')}@kejetia.example`
  await page.goto(`${world.product.url}/register`)
  await beBy(page, google, { email })
  await fillRegistration(page, 'Strangers-Pass-7')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(`${world.product.url}/register`)
  await beBy(page, google, { email, isRun: true })
  await page.getByText(welcome).waitFor()
  await logOut(page)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill('Strangers-Pass-7')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('The email address or the password is not right.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

// spec: S2.login.9
test('Facebook is connected by the link mailed to the account’s address, and signs in from then on', async () => {
  const page = await world.openPage()
  const { refused } = listen(page)
  const person = newPerson()
  await register(page, world.product, person)
  await page.goto(`${world.product.url}/login`)
  await beBy(page, facebook, person)
  await page.getByRole('alert').getByText('we have sent you a link that connects Facebook').waitFor()
  const link = await mailedLink(world.product, person.email, '/auth/connect/')
  await page.goto(link)
  await page.getByRole('heading', { name: 'Connect your sign-in?' }).waitFor()
  const connect = page.getByRole('button', { name: 'Connect' })
  await connect.click()
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Somebody-Elses-1!')
  await connect.click()
  await page.getByText('This password is not right.').waitFor()
  await password.fill(person.password)
  await connect.click()
  await page.getByText('Facebook is connected to your account.').waitFor()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await beBy(page, facebook, person)
  await page.getByText(welcome).waitFor()

  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'My Account' }).click()
  await page.getByRole('tab', { name: 'Security' }).click()
  // The sign-in a moment ago stands for the password.
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  expect(await question.getByLabel('Password').count()).toBe(0)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You are signed out everywhere else.').waitFor()
  const disconnect = page.getByRole('button', { name: 'Disconnect Facebook' })
  await disconnect.click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await disconnect.click()
  await page.getByText('Your email address and your password alone let you in.').waitFor()
  await logOut(page)
  await beBy(page, facebook, person)
  await page.getByRole('alert').getByText('we have sent you a link that connects Facebook').waitFor()
  await page.goto(link)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Not connected' }).waitFor()
  expect(refused).toEqual([])
})

test('a second factor is asked for after Google’s word too', async () => {
  const page = await world.openPage()
  const person = await signUp(page, world.product)
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'My Account' }).click()
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
  const codeAt = authenticator((await page.locator('code').innerText()).replaceAll(' ', ''))
  const now = Date.now()
  await page.getByLabel('The code that the app shows').fill(codeAt(new Date(now)))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('They are shown only now.').waitFor()

  const other = await world.openPage(phone)
  await other.goto(`${world.product.url}/login`)
  await beBy(other, google, { email: person.email, isRun: true })
  const code = other.getByLabel('Code', { exact: true })
  await code.fill(codeAt(new Date(now)))
  await other.getByRole('button', { name: 'Log in' }).click()
  await other.getByText('This code is not right or was used before.').waitFor()
  // Each counts once; the next one does already.
  await code.fill(codeAt(new Date(now + 30_000)))
  await other.getByRole('button', { name: 'Log in' }).click()
  await other.getByText(welcome).waitFor()
})

test('whoever turns back at a provider, by Cancel or by closing its window, is where they were, and nothing is said to have failed', async () => {
  const page = await world.openPage()
  await page.goto(`${world.product.url}/login`)
  await googleIsThere(page)
  const turnBack = {
    cancel: (popup: Page) => pressToClose(popup, 'Cancel'),
    close: (popup: Page) => popup.close(),
  }
  for (const button of [google, facebook]) {
    for (const leave of Object.values(turnBack)) {
      const opened = page.waitForEvent('popup')
      await page.getByRole('button', { name: button }).click()
      const popup = await opened
      await popup.getByText(/^Stand-in for (?:Google|Facebook)$/).waitFor()
      await leave(popup)
      await expect.poll(() => page.getByRole('button', { name: facebook }).isEnabled()).toBe(true)
      expect(await page.getByText(/Could not complete/).count()).toBe(0)
    }
  }
})

// spec: S8.social.5
test('an answer that is not OK, though it is no error, says its first message for three seconds', async () => {
  const page = await world.openPage()
  const said = 'This account of Google is not known here.'
  await page.route('**/api/social_login', route =>
    route.fulfill({ json: { status: 'ERROR', error: { errors: { message: [said, 'And more.'] } } } }),
  )
  await page.goto(`${world.product.url}/login`)
  await googleIsThere(page)
  await stopClock(page)
  await beBy(page, google, { email: 'kofi@kejetia.example' })
  await expectShownFor(page, said, 3_000)
  expect(await page.getByText('And more.').count()).toBe(0)
})

// spec: S8.social.5
test('what the server says of a refused token shows for three seconds', async () => {
  const page = await world.openPage()
  await page.goto(`${world.product.url}/login`)
  await googleIsThere(page)
  const said = 'Google did not confirm who you are. Please try again.'
  await stopClock(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: google }).click()
  await pressToClose(await opened, /Thabo Nkosi/)
  await expectShownFor(page, said, 3_000)
})

// spec: S8.social.1, S8.social.2, S8.social.3, S8.social.4, S8.social.6
test('a provider whose script does not come is told of when its button is pressed, and tried again', async () => {
  const page = await world.openPage()
  await page.clock.install()
  await page.route('**/dev/sign-in/*.js', route => route.abort())
  for (const [screen, button, said] of [
    ['login', google, 'Could not complete Google sign in. Please try again later'],
    ['login', facebook, facebookFailed],
    ['register', google, 'Could not complete Google signup. Please try again later'],
    ['register', facebook, 'Could not complete Facebook signup. Please try again later'],
  ] as const) {
    const missed = page.waitForEvent('requestfailed')
    await page.goto(`${world.product.url}/${screen}`)
    await missed
    const notices = page.getByRole('status').filter({ hasText: /./ })
    expect(await notices.allInnerTexts()).toEqual([])
    await page.getByRole('button', { name: button }).click()
    await page.getByText(said).waitFor()
    // Longer than the three seconds of what closes by itself.
    await page.clock.runFor(3_500)
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await page.getByText(said).waitFor({ state: 'detached' })
  }
  await page.unroute('**/dev/sign-in/*.js')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: facebook }).click()
  await (await opened).getByText('Stand-in for Facebook').first().waitFor()
})
