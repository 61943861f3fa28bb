import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasFocus } from './focus.ts'
import { desk, openWorld, phone } from './open-world.ts'
import { signUp } from './signed-in.ts'

const world = openWorld()

/** Somebody new, signed in, with the settings open at the profile. */
async function openProfile(size = desk): Promise<Page> {
  const page = await world.openPage(size)
  await signUp(page, world.product)
  await openSettings(page)
  return page
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'My Account' }).click()
  await page.getByLabel('Full Name').waitFor()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
}
const typedIn = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()

const whole = {
  'Full Name': 'Ama Serwaa Mensah',
  Location: 'Kumasi, Ghana',
  'Phone number (optional)': '0209876543',
  Gender: 'Female',
  Occupation: 'Researcher',
  Industry: 'Market research',
  Company: "Adwoa's Foods",
  'Job Title': 'Insight lead',
  Education: "Master's degree",
  'Years of Experience': '0',
  'Age (optional)': '34',
}

/** Changes the profile as another device of the same person would. */
async function editElsewhere(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.evaluate(async changed => {
    const { token } = JSON.parse(localStorage.getItem('soko_session') ?? '{}') as { token: string }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { user } = (await (await fetch('/api/accounts/profile', { headers })).json()) as { user: object }
    const answer = await fetch('/api/accounts/update_profile', {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...user, ...changed }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }, change)
}

// spec: S2.dialogs.1, S3.profile.2, S4.tabs.1, S5.profile.1, S5.profile.3, S5.profile.4, S5.profile.5
// spec: S2.dialogs.2, S2.dialogs.3, S4.tabs.2, S7.profile.1, S9.dialogs.1
test('a profile is filled in, told each failing rule beside its field, saved, and there after a reload', async () => {
  const page = await openProfile()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  expect((await dialog.boundingBox())?.width).toBe(700)
  expect(await dialog.getByRole('tab').allInnerTexts()).toEqual([
    'Profile',
    'Buy Credits',
    'Usage History',
    'Top Up History',
    'Security',
    'Logout',
  ])
  expect(await page.getByLabel('Email address').getAttribute('readonly')).not.toBeNull()

  await fill(page, {
    ...{ 'Full Name': 'Jo', Location: 'K', 'Phone number (optional)': '024', Gender: '12' },
    ...{ Occupation: '--', Industry: 'Food & drink', Company: '<b>Acme</b>', 'Job Title': ' ' },
    ...{ Education: '', 'Years of Experience': '81', 'Age (optional)': 'x' },
  })
  await save(page)
  await expect
    .poll(() => dialog.getByRole('alert').allInnerTexts())
    .toEqual([
      'Please enter a valid name.',
      'Please enter a valid location.',
      'Please enter a valid phone number.',
      'Please enter a valid gender.',
      'Please enter a valid occupation.',
      'Please enter a valid industry.',
      'Please enter a valid company.',
      'Please enter a valid job title.',
      'Please enter a valid education level.',
      'Please enter a valid experience level.',
      'Please enter a valid age.',
    ])
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('name')

  await fill(page, whole)
  await expect.poll(() => dialog.getByRole('alert').count()).toBe(0)
  await save(page)
  await page.getByText('Settings Saved').waitFor()
  await page.getByText('Settings Saved').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Account: Ama Serwaa Mensah' }).waitFor()
  await openSettings(page)
  for (const [label, text] of Object.entries(whole))
    await expect.poll(() => typedIn(page, label), { message: label }).toBe(text)
})

test('what is not saved outlasts another tab, and closing asks before it is lost', async () => {
  const page = await openProfile()
  await fill(page, { Location: 'Tamale' })
  await page.getByRole('tab', { name: 'Profile' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Purchase' }).first().waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('columnheader', { name: 'Narrative' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Nothing bought yet').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Logging out ends the session in this browser.').waitFor()
  expect(await typedIn(page, 'Location')).toBe('Tamale')

  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await typedIn(page, 'Location')).toBe('Tamale')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').first().waitFor({ state: 'detached' })
  await openSettings(page)
  await expect.poll(() => typedIn(page, 'Location')).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('faults 132: an edit made elsewhere is shown, and nothing is lost whichever is kept', async () => {
  const page = await openProfile()
  await fill(page, whole)
  await save(page)
  await page.getByText('Settings Saved').waitFor()

  await fill(page, { Company: 'Mine Foods' })
  await editElsewhere(page, { company: 'Their Foods', location: 'Tema' })
  await save(page)
  const notice = page.getByRole('alert', { name: 'Changed elsewhere' })
  await notice.waitFor()
  expect(await notice.locator('dl').innerText()).toMatch(/Location\s+Tema\s+Company\s+Their Foods/)
  // The Save button that had the focus is gone: the focus goes on to the question, and from its answer back to Save.
  await hasFocus(notice)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await notice.waitFor({ state: 'detached' })
  // What is kept is saved at once: an edit elsewhere before that is over would be one more question.
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Save')
  await expect.poll(() => typedIn(page, 'Location')).toBe('Tema')
  expect(await typedIn(page, 'Company')).toBe('Mine Foods')

  await fill(page, { Company: 'Other Foods' })
  await editElsewhere(page, { company: 'Newest Foods' })
  await save(page)
  await page.getByRole('button', { name: 'Discard mine' }).click()
  await expect.poll(() => typedIn(page, 'Company')).toBe('Newest Foods')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

// spec: S2.dialogs.7, S9.dialogs.1
test('Logout in the settings asks in a dialog of 280 px, over what is not saved too', async () => {
  const page = await openProfile()
  await page.getByLabel('Location').fill('Kumasi')
  await page.getByRole('tab', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to log out?' })
  expect((await question.boundingBox())?.width).toBe(280)
  await question.getByText('The changes in your profile are not saved yet.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()

  // By keyboard the neighbour is only shown; Enter asks.
  await page.getByRole('tab', { name: 'Security' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: 'Logout', selected: true }).waitFor()
  expect(await question.count()).toBe(0)
  await page.keyboard.press('Enter')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Profile' }).click()
  expect(await page.getByLabel('Location').inputValue()).toBe('Kumasi')
})

test('on a phone the settings fill the screen, open from the menu, and log out', async () => {
  const page = await openProfile(phone)
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...phone })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByLabel('Full Name').waitFor()
  await page.getByRole('tab', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.waitForURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('soko_session'))).toBeNull()
})
