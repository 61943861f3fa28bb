import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openCredits } from './credits-dialog.ts'
import { hasFocus } from './focus.ts'
import { desk, openWorld, phone } from './open-world.ts'
import { signUp } from './signed-in.ts'

const world = openWorld()

/** Somebody new on 21 November 2026, who looks at the usage of the starter credits. */
async function openUsage(size = desk): Promise<Page> {
  const page = await world.openPage(size)
  await signUp(page, world.product)
  await page.clock.setFixedTime(new Date('2026-11-21T10:00:00Z'))
  await openCredits(page, 'Usage History')
  await page.getByRole('row', { name: /Top up/ }).waitFor()
  return page
}

const calendar = (page: Page, label: string) => page.getByRole('dialog', { name: label, exact: true })
const open = (page: Page, label: string) =>
  page.getByRole('button', { name: `Choose a date: ${label}` }).click()
const columns = (page: Page, label: string) =>
  calendar(page, label).locator('tbody tr').first().locator('td').count()
const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label')

// spec: S5.date.2, S9.date.1, S9.date.2, S9.date.3, S9.date.4
test('the calendar is 296 by 354 px: days in 7 columns under MMM YYYY, 24 years and 12 months in 4', async () => {
  const page = await openUsage()
  await open(page, 'From')
  const panel = calendar(page, 'From')
  await panel.getByText('Nov 2026', { exact: true }).waitFor()
  const box = await panel.boundingBox()
  expect([box?.width, box?.height]).toEqual([296, 354])
  expect(await columns(page, 'From')).toBe(7)
  await panel.getByRole('button', { name: /^Nov 2026/ }).click()
  expect(await columns(page, 'From')).toBe(4)
  expect(await panel.locator('tbody button').count()).toBe(24)
  await panel.getByRole('button', { name: '2025', exact: true }).click()
  expect(await columns(page, 'From')).toBe(4)
  expect(await panel.locator('tbody button').allInnerTexts()).toHaveLength(12)
  await panel.getByRole('button', { name: 'September 2025' }).click()
  await panel.getByText('Sep 2025', { exact: true }).waitFor()
  await panel.getByRole('button', { name: /2 September 2025|September 2, 2025/ }).click()
  await panel.waitFor({ state: 'detached' })
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2025-09-02')
})

test('by keyboard alone: arrows, page keys, Home and End move, Enter picks, Escape leaves the dialog open', async () => {
  const page = await openUsage()
  const button = page.getByRole('button', { name: 'Choose a date: To' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(/November 21|21 November/)
  const presses = [
    ['ArrowLeft', /November 20|20 November/],
    ['ArrowUp', /November 13|13 November/],
    ['PageUp', /October 13|13 October/],
    ['Shift+PageUp', /October 13, 2025|13 October 2025/],
    ['PageDown', /November 13, 2025|13 November 2025/],
  ] as const
  for (const [key, name] of presses) {
    await page.keyboard.press(key)
    await expect.poll(() => focused(page)).toMatch(name)
  }
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2025-11-13')
  await hasFocus(button)
  await page.keyboard.press('Enter')
  await hasFocus(calendar(page, 'To'))
  await page.keyboard.press('Escape')
  await calendar(page, 'To').waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog', { name: 'Credits' }).count()).toBe(1)
})

// spec: S5.date.1
test('the history shows the days asked for, typed or picked; what is no day, or out of reach, is told', async () => {
  const page = await openUsage(phone)
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/usage/history')) asked.push(new URL(request.url()).search)
  })
  await to.fill('2020-05-05')
  await page.getByText('Nothing in these days').waitFor()
  await expect.poll(() => asked.at(-1)).toContain('to=2020-05-05')
  await from.fill('2020-06-01')
  await page.getByText('Choose a day up to 2020-05-05.').waitFor()
  await from.fill('2020-02-30')
  await from.blur()
  await page.getByText('Enter a date as YYYY-MM-DD.').waitFor()
  await page.getByRole('button', { name: 'Clear: From' }).click()
  await page.getByRole('button', { name: 'Show all days' }).click()
  await page.getByText('Top up').first().waitFor()
  expect(await to.inputValue()).toBe('')
  await expect.poll(() => asked.at(-1)).not.toContain('to=')
})

test('a day that was out of reach is taken as soon as the other end lets it in, and refused again when it does not', async () => {
  const page = await openUsage()
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
  const refusal = page.getByText('Choose a day up to 2026-11-20.')
  await to.fill('2026-11-20')
  await from.fill('2026-11-21')
  await refusal.waitFor()
  const asked = page.waitForRequest(/from=2026-11-21&to=2026-11-21|to=2026-11-21&from=2026-11-21/)
  await to.fill('2026-11-21')
  await refusal.waitFor({ state: 'detached' })
  await asked
  expect(await from.getAttribute('aria-invalid')).toBe('false')
  await to.fill('2026-11-20')
  await page.getByText('Choose a day from 2026-11-21 on.').waitFor()
})
