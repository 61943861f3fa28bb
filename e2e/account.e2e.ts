import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { authenticator } from '../src/server/testing/authenticator.ts'
import { openWorld, phone } from './open-world.ts'
import { ask, logIn, mailedLink, newPerson, type Person, register } from './person.ts'
import { expectShownFor, stopClock } from './shown-for.ts'
import { signUp } from './signed-in.ts'

const world = openWorld()
const stepMs = 30_000

async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'My Account' }).click()
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('heading', { name: 'Sign-ins' }).waitFor()
}

/** Up to the step that asks for a code. */
async function typePassword(page: Page, person: Person): Promise<void> {
  await page.goto(`${world.product.url}/login`)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const subjectsTo = async (email: string) => (await world.product.mailsTo(email)).map(({ subject }) => subject)

// spec: S2.dialogs.2, S4.tabs.1, S7.forgot.2, S8.notices.3
test('a reset code is sent from Settings once it was confirmed, and the notice shows for three seconds', async () => {
  const page = await world.openPage()
  const person = await signUp(page, world.product)
  await openSecurity(page)
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'Profile',
    'Buy Credits',
    'Usage History',
    'Top Up History',
    'Security',
    'Logout',
  ])
  const send = page.getByRole('button', { name: 'Send reset code' })
  await send.click()
  const question = page.getByRole('dialog', { name: 'Send reset code?' })
  await question.getByText(person.email).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await subjectsTo(person.email)).not.toContain('Reset your password')
  await send.click()
  await stopClock(page)
  await question.getByRole('button', { name: 'Send' }).click()
  await expectShownFor(page, 'A reset link has been sent to your email address', 3_000)
  await mailedLink(world.product, person.email, '/reset_password/')
})

test('the sign-ins say which one is this and which were superseded or ended', async () => {
  const elsewhere = await world.openPage()
  const person = newPerson()
  await register(elsewhere, world.product, person)
  await logIn(elsewhere, world.product, person)
  const page = await world.openPage(phone)
  await logIn(page, world.product, person)
  await openSecurity(page)
  const rows = page.getByRole('listitem').filter({ hasText: /Chrome \d+ on Linux/ })
  await rows.nth(1).waitFor()
  expect(await rows.nth(0).innerText()).toMatch(/This sign-in[\s\S]*Network 127\.0\.0\.x[\s\S]*Active/)
  expect(await rows.nth(1).innerText()).toMatch(/Superseded/)
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(width).toBe(phone.width)
})

test('a second factor is switched on, asked for at the next sign-in, recovered from, and switched off', async () => {
  const page = await world.openPage()
  const person = await signUp(page, world.product)
  await openSecurity(page)
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByLabel('Password', { exact: true }).fill('Not-the-one-1')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('This password is not right.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
  const codeAt = authenticator((await page.locator('code').innerText()).replaceAll(' ', ''))
  // Codes count once: the later ones of this test are those of the steps to come.
  const startedAt = Date.now()
  const code = (step: number) => codeAt(new Date(startedAt + step * stepMs))
  await page.getByLabel('The code that the app shows').fill(code(0))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('They are shown only now.').waitFor()
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/ })
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const saved = await readFile(await (await saving).path(), 'utf8')
  for (const one of codes) expect(saved).toContain(one)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Have you kept the recovery codes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 recovery codes are left.').waitFor()

  const other = await world.openPage(phone)
  await typePassword(other, person)
  const field = other.getByLabel('Code', { exact: true })
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  await other.getByRole('button', { name: 'Log in' }).click()
  await other.getByText('Enter the code from your authenticator.').waitFor()
  await field.fill(code(0))
  await other.getByRole('button', { name: 'Log in' }).click()
  await other.getByText('This code is not right or was used before.').waitFor()
  await field.fill(code(1))
  await other.getByRole('button', { name: 'Log in' }).click()
  await other.getByText('Welcome! How can I help you today?').waitFor()

  const third = await world.openPage()
  await typePassword(third, person)
  await third.getByRole('button', { name: 'Use a recovery code' }).click()
  await third.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
  await third.getByRole('button', { name: 'Log in' }).click()
  await third.getByText('Welcome! How can I help you today?').waitFor()
  await openSecurity(third)
  await third.getByText('9 recovery codes are left.').waitFor()
  await third.getByRole('button', { name: 'Switch off' }).click()
  await third.getByLabel('Password', { exact: true }).fill(person.password)
  await third.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
  await third.getByRole('button', { name: 'Switch off' }).click()
  await third.getByRole('button', { name: 'Switch on' }).waitFor()
  await logIn(await world.openPage(), world.product, person)
  await expect
    .poll(async () => (await subjectsTo(person.email)).slice(0, 4))
    .toEqual([
      'Two-step sign-in is off',
      'A recovery code was used',
      'A recovery code was used',
      'Two-step sign-in is on',
    ])
})

test('signing out everywhere ends the other sign-ins for good, and stays here', async () => {
  const elsewhere = await world.openPage()
  const person = await signUp(elsewhere, world.product)
  const page = await world.openPage()
  await logIn(page, world.product, person)
  await elsewhere.getByRole('button', { name: 'Use Here' }).waitFor()
  await openSecurity(page)
  await page.getByText('Superseded', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await question.getByText('Password is required').waitFor()
  await question.getByLabel('Password', { exact: true }).fill('Somebody-Elses-1!')
  await question.getByRole('button', { name: 'Sign out' }).click()
  await question.getByText('This password is not right.').waitFor()
  await question.getByLabel('Password', { exact: true }).fill(person.password)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You are signed out everywhere else.').waitFor()
  await page.getByText('Ended', { exact: true }).waitFor()
  await elsewhere.getByRole('button', { name: 'Use Here' }).click()
  await elsewhere.waitForURL(/\/login/)
})

test('faults 131: the address changes once the mailed link is opened, and the link works no second time', async () => {
  const page = await world.openPage()
  const person = await signUp(page, world.product)
  const fresh = { ...person, email: newPerson().email }
  await openSecurity(page)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const address = page.getByLabel('New email address')
  await address.fill('no address')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Invalid email address').waitFor()
  await page.getByText('Password is required').waitFor()
  await address.fill(fresh.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Open the link that we sent to').waitFor()
  const link = await mailedLink(world.product, fresh.email, '/confirm_email/')
  // A scanner of mails opens it without a script.
  expect((await fetch(link, { headers: { accept: 'text/html' } })).status).toBe(200)
  await page.getByText(`You sign in with ${person.email}`).waitFor()

  // Somebody who only opens it changes nothing.
  await page.goto(link)
  await page.getByRole('heading', { name: 'Use this email address?' }).waitFor()
  await page.goto(`${world.product.url}/app`)
  await openSecurity(page)
  await page.getByText(`You sign in with ${person.email}`).waitFor()

  await page.goto(link)
  await page.getByRole('button', { name: 'Change email address' }).click()
  await page.getByRole('heading', { name: 'Email address changed' }).waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await openSecurity(page)
  await page.getByText(`You sign in with ${fresh.email}`).waitFor()
  const other = await world.openPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Change email address' }).click()
  await other.getByRole('heading', { name: 'Email address not changed' }).waitFor()
  await logIn(other, world.product, fresh)
  await expect.poll(async () => (await subjectsTo(person.email))[0]).toBe('Your email address was changed')
})

test('one’s data come as one file, and a network that breaks off is told', async () => {
  const page = await world.openPage()
  const person = await signUp(page, world.product)
  await ask(page, 'GDP of Ghana')
  await page.waitForURL('**/app/chat/**')
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await openSecurity(page)
  const button = page.getByRole('button', { name: 'Download my data' })
  await page.route('**/api/accounts/data', route => route.abort(), { times: 1 })
  await button.click()
  await page.getByText('The file did not come through.').waitFor()
  const saving = page.waitForEvent('download')
  await button.click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^soko-my-data-\d{4}-\d\d-\d\d\.json$/)
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file.account.email).toBe(person.email)
  expect(file.answers[0].question).toBe('GDP of Ghana')
})

test('faults 133: an account is deleted by the typed word and the password, in the middle of an answer; its address is free again', async () => {
  const page = await world.openPage(phone)
  const person = await signUp(page, world.product)
  await ask(page, 'Is there a market for baby diapers in Ghana?')
  await page.waitForURL('**/app/chat/**')
  await openSecurity(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText('Kept: the credit entries').waitFor()
  const confirm = page.getByRole('button', { name: 'Delete my account' })
  await confirm.click()
  await page.getByText('Type DELETE to confirm.').waitFor()
  await page.getByLabel('Type DELETE to confirm').fill('DELETE')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await confirm.click()
  await page.waitForURL('**/login**')
  await page.getByText('Your account has been deleted.').waitFor()
  expect(
    await page.evaluate<number>(
      'Object.keys(localStorage).filter(key => /session|history|draft/.test(key)).length',
    ),
  ).toBe(0)
  await expect.poll(() => subjectsTo(person.email)).toEqual(['Your account was deleted'])
  await page.goto(`${world.product.url}/login`)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('This email address is not registered.').waitFor()
  await register(page, world.product, person)
  await logIn(page, world.product, person)
})
