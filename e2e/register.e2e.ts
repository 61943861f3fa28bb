import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openWorld } from './open-world.ts'
import { mailedLink, newPerson } from './person.ts'
import { newSignedIn, registerByApi } from './signed-in.ts'

const world = openWorld()

const email = (page: Page) => page.getByLabel('Email address')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const alerts = (page: Page) => page.getByRole('alert').allInnerTexts()

async function openRegister(): Promise<Page> {
  const page = await world.openPage()
  await page.goto(`${world.product.url}/register`)
  return page
}

/** The second step of registering a new address. */
async function openDetails(person = newPerson()): Promise<Page> {
  const page = await openRegister()
  await email(page).fill(person.email)
  await button(page, 'Continue').click()
  await field(page, 'Full Name').waitFor()
  return page
}

const good = {
  'Full Name': 'Ama Mensah',
  Address: 'Osu',
  Industry: 'Tea',
  'Job Title': 'A',
  Company: 'AB',
  'Years of Experience': '0',
  'Phone number': '0241234567',
  Password: 'Kejetia-7!',
  'Confirm Password': 'Kejetia-7!',
}

async function fill(page: Page, fields: Partial<typeof good>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
}

// spec: S2.routes.3, S2.register.1, S2.register.2, S2.register.3, S2.register.5, S4.register.1, S5.email.4
// spec: S3.registration.2
test('registering takes two steps, collects ten fields, and ends with the server’s message in the form’s place', async () => {
  const person = newPerson()
  const page = await openRegister()
  await email(page).waitFor()
  expect(await page.locator('input:visible').count()).toBe(1)
  await email(page).fill('ama@example')
  await button(page, 'Continue').click()
  await page.getByRole('alert').getByText('Please enter a valid email address', { exact: true }).waitFor()
  await email(page).fill(person.email)
  await button(page, 'Continue').click()

  await field(page, 'Full Name').waitFor()
  expect(await page.locator('label:visible').allInnerTexts()).toEqual(Object.keys(good))
  await fill(page, good)
  const sent = page.waitForRequest('**/api/register')
  const answered = page.waitForResponse('**/api/register')
  await button(page, 'Register').click()
  expect((await sent).postDataJSON()).toEqual({
    email: person.email,
    name: 'Ama Mensah',
    address: 'Osu',
    industry: 'Tea',
    job_title: 'A',
    company: 'AB',
    experience: '0',
    phone: '0241234567',
    password: 'Kejetia-7!',
    password_confirmation: 'Kejetia-7!',
  })
  const { message } = (await (await answered).json()) as { message: string }
  await page.getByRole('status').getByText(message).waitFor()
  expect(await page.locator('form').count()).toBe(0)
  await mailedLink(world.product, person.email, '/verify/')
})

// spec: S5.register.1, S5.register.2, S5.register.3, S5.register.4, S5.register.5, S5.register.6, S5.register.7, S5.register.8
test('every field that breaks its rule says so in its own words, and nothing is sent', async () => {
  const page = await openDetails()
  let hasSent = false
  await page.route('**/api/register', route => {
    hasSent = true
    return route.abort()
  })
  await fill(page, {
    ...{ 'Full Name': 'Ama', Address: 'Os', Industry: 'Te', 'Job Title': ' ', Company: 'A' },
    ...{ 'Years of Experience': ' ', 'Phone number': '0311234567' },
    ...{ Password: 'Kejetia-7!', 'Confirm Password': 'Kejetia-8!' },
  })
  await button(page, 'Register').click()
  expect(await alerts(page)).toEqual([
    'Please enter a valid name.',
    'Please enter a valid address',
    'Please enter a valid industry',
    'Please enter a valid job title',
    'Please enter a valid company name',
    'Please enter a valid years of experience',
    'Please enter a valid phone number',
    "Password doesn't match the confirmation",
  ])
  for (const name of ['A Mensah', 'Ama M', 'Ama M3nsah', 'Ama Mensah!']) {
    await fill(page, { ...good, 'Full Name': name })
    await button(page, 'Register').click()
    expect(await alerts(page), name).toEqual(['Please enter a valid name.'])
  }
  expect(hasSent).toBe(false)
})

// spec: S5.register.6, S9.phone.1
test('a phone number is ten digits with one of the eleven beginnings', async () => {
  const page = await openDetails()
  const refused = 'Please enter a valid phone number'
  await fill(page, { ...good, 'Confirm Password': 'not yet' })
  const told = async (phone: string) => {
    await fill(page, { 'Phone number': phone })
    await button(page, 'Register').click()
    return (await alerts(page)).includes(refused)
  }
  for (const start of ['024', '020', '050', '055', '054', '030', '027', '057', '026', '056', '059']) {
    expect(await told(`${start}1234567`), start).toBe(false)
  }
  for (const phone of ['024123456', '02412345678', '0211234567', '024123456a', '']) {
    expect(await told(phone), phone).toBe(true)
  }
})

// spec: S2.register.4, S5.password.1, S5.password.2, S5.password.3, S5.password.4, S5.password.5, S5.password.6, S9.password.1
test('a password is held against its rules in their order, and a hint ticks them off while it is typed', async () => {
  const page = await openDetails()
  await fill(page, { ...good, Password: '', 'Confirm Password': '' })
  const hints = page.getByRole('listitem').filter({ hasText: /Minimum|One/ })
  expect(await hints.count()).toBe(0)
  await field(page, 'Password').pressSequentially('A')
  for (const words of ['Minimum 8 characters', 'One number', 'One special character']) {
    expect(await hints.filter({ hasText: words }).getAttribute('data-holds')).toBe('false')
  }
  for (const [password, message] of [
    ['Abc', 'Password must be at least 8 characters long'],
    ['Abcdefg-', 'Password must contain at least one number.'],
    ['ABCDEF-1', 'Password must contain at least one lower case letter.'],
    ['abcdef-1', 'Password must contain at least one upper case letter.'],
    ['Abcdefg1', 'Password must contain at least one special character'],
  ] as const) {
    await fill(page, { Password: password, 'Confirm Password': password })
    await button(page, 'Register').click()
    expect(await alerts(page)).toEqual([message])
  }
  // Of several that fail, the first one is told.
  for (const [password, message] of [
    ['a', 'Password must be at least 8 characters long'],
    ['abcdefgh', 'Password must contain at least one number.'],
    ['12345678', 'Password must contain at least one lower case letter.'],
    ['abcdefg1', 'Password must contain at least one upper case letter.'],
  ] as const) {
    await fill(page, { Password: password, 'Confirm Password': password })
    await button(page, 'Register').click()
    expect(await alerts(page)).toEqual([message])
  }
  await field(page, 'Password').fill('Kejetia-7!')
  expect(await hints.evaluateAll(all => all.every(one => one.getAttribute('data-holds') === 'true'))).toBe(
    true,
  )
})

describe('an address that has an account', () => {
  // spec: S4.register.2, S4.status.1
  test('is said to be registered, with the way to sign in', async () => {
    const { person } = await newSignedIn(world.product)
    const page = await openRegister()
    await email(page).fill(person.email)
    await button(page, 'Continue').click()
    const told = page.getByRole('alert').filter({ hasText: 'This email address is already registered.' })
    await told.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => email(page).inputValue()).toBe(person.email)
  })

  // spec: S4.register.3, S4.register.4, S4.status.1, S7.resend.1
  test('that is not verified gets its mail again', async () => {
    const person = await registerByApi(world.product)
    await mailedLink(world.product, person.email, '/verify/')
    const page = await openRegister()
    await email(page).fill(person.email)
    await button(page, 'Continue').click()
    await page
      .getByText('This email address is already registered but not verified.', { exact: true })
      .waitFor()
    await button(page, 'Resend verification email').click()
    await page.getByText('Verification message sent! Please check your email.', { exact: true }).waitFor()
    await expect.poll(async () => (await world.product.mailsTo(person.email)).length).toBe(2)
  })
})

// spec: S2.routes.4, S2.verify.1, S2.verify.2, S2.verify.3
test('a verification link is used on load: a spinner until the message comes, then the way to sign in', async () => {
  const person = await registerByApi(world.product)
  const link = await mailedLink(world.product, person.email, '/verify/')
  const page = await world.openPage()
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  const sent: unknown[] = []
  await page.route('**/api/email/verify', async route => {
    sent.push(route.request().postDataJSON())
    await isLetGo
    await route.continue()
  })
  await page.goto(link)
  const waiting = page.getByRole('status').filter({ hasText: 'Verifying your email' })
  await waiting.locator('[class*=spinner]').waitFor()
  expect(await page.getByRole('link', { name: 'Sign In' }).count()).toBe(0)
  letGo()
  await page.getByText('Your email address has been verified. You can now sign in.').waitFor()
  expect(sent).toEqual([{ code: link.split('/').at(-1) }])
  expect(await waiting.count()).toBe(0)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/login')

  await page.unroute('**/api/email/verify')
  await page.goto(`${world.product.url}/verify/${'A'.repeat(43)}`)
  await page.getByRole('heading', { name: 'Email not verified' }).waitFor()
  await page.getByRole('link', { name: 'Sign In' }).waitFor()
})

// spec: S2.routes.6, S2.reset.1, S5.password.1, S5.password.2, S5.password.3, S5.password.4, S5.password.5, S5.password.7
test('a new password is held against the same rules in the same order', async () => {
  const page = await world.openPage()
  await page.goto(`${world.product.url}/reset_password/${'A'.repeat(43)}`)
  for (const [password, message] of [
    ['a', 'Password must be at least 8 characters long'],
    ['abcdefgh', 'Password must contain at least one number.'],
    ['12345678', 'Password must contain at least one lower case letter.'],
    ['abcdefg1', 'Password must contain at least one upper case letter.'],
    ['Abcdefg1', 'Password must contain at least one special character'],
  ] as const) {
    await field(page, 'Password').fill(password)
    await field(page, 'Confirm Password').fill(password)
    await button(page, 'Reset Password').click()
    expect(await alerts(page)).toEqual([message])
  }
  await field(page, 'Password').fill('Kejetia-7!')
  await button(page, 'Reset Password').click()
  expect(await alerts(page)).toEqual(["Password doesn't match the confirmation"])
})
