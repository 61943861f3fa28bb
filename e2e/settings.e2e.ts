import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWorld } from './open-world.ts'
import { expectShownFor, stopClock } from './shown-for.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()

const profile = {
  Location: 'Accra',
  Gender: 'Female',
  Occupation: 'Researcher',
  Industry: 'Foods',
  Company: 'Acme',
  'Job Title': 'Analyst',
  Education: 'Diploma',
  'Years of Experience': '7',
}

async function openSettings(): Promise<Page> {
  const { page } = await openSignedIn(world)
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByLabel('Full Name').waitFor()
  return page
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

// spec: S3.profile.3, S5.profile.1, S5.profile.4, S5.profile.5, S7.profile.1, S8.notices.2, S9.phone.1, S9.profile.2
test('a profile is sent only when every check passes, and what is saved is said for 3 s', async () => {
  const page = await openSettings()
  expect(await page.getByLabel('Age (optional)').getAttribute('maxlength')).toBe('2')
  const phone = page.getByLabel('Phone number (optional)')
  expect(await phone.getAttribute('maxlength')).toBe('10')
  let sent = 0
  page.on('request', request => {
    if (request.url().endsWith('/accounts/update_profile')) sent += 1
  })
  for (const [label, text] of Object.entries(profile))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Full Name').fill('Jo')
  await phone.fill('024123456')
  await save(page)
  await expect
    .poll(() => page.getByRole('dialog').getByRole('alert').allInnerTexts())
    .toEqual(['Please enter a valid name.', 'Please enter a valid phone number.'])
  expect(sent).toBe(0)
  await page.getByLabel('Full Name').fill('Joy')
  await phone.fill('')
  await stopClock(page)
  await save(page)
  await expectShownFor(page, 'Settings Saved', 3_000)
  expect(sent).toBe(1)
})

// spec: S2.dialogs.8, S7.help.1, S8.notices.4, S9.dialogs.1
test('a message to support closes its dialog and says for 5 s that it was submitted', async () => {
  const { page } = await openSignedIn(world)
  await page.getByRole('button', { name: 'Contact Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Support' })
  await dialog.getByLabel('Your message').fill('Which source is this?')
  expect((await dialog.boundingBox())?.width).toBe(700)
  const sent = page.waitForRequest('**/api/help')
  await stopClock(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expectShownFor(page, 'Submitted! A rep will be reaching out to you soon', 5_000)
  await dialog.waitFor({ state: 'detached' })
  expect((await sent).postDataJSON()).toMatchObject({
    First_Name: 'Ama',
    Last_Name: 'Mensah',
    Description: 'Which source is this?',
    Lead_Source: 'Soko Assistant',
  })
})
