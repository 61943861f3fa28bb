import type { Page } from 'playwright-core'
import { openCredits } from '../credits-dialog.ts'
import type { ScreenState } from './screen-state.ts'

const header = (page: Page) => page.getByRole('banner')
const dialog = (page: Page) => page.getByRole('dialog').first()

async function openAccountMenu(page: Page): Promise<void> {
  await header(page)
    .getByRole('button', { name: /^Account:/ })
    .click()
  await page.getByRole('menuitem', { name: 'My Account' }).waitFor()
}

async function openSettings(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('menuitem', { name: 'My Account' }).click()
  await page.getByLabel('Full Name').waitFor()
}

const openTab = (name: string, shown: (page: Page) => Promise<void>) => async (page: Page) => {
  await openSettings(page)
  await page.getByRole('tab', { name, exact: true }).click()
  await shown(page)
}

const openSecurity = openTab('Security', page => page.getByText('Two-step sign-in').waitFor())

async function openCalendar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a date: From' }).click()
  await page.getByRole('grid').waitFor()
}

const openSupport = async (page: Page) => {
  await header(page).getByRole('button', { name: 'Contact Support' }).click()
  await dialog(page).getByLabel('Your message').waitFor()
}

const openUsage = async (page: Page) => {
  await openCredits(page, 'Usage History')
  await dialog(page).getByRole('cell').first().waitFor()
}

/** What stands over the chat: menus, dialogs, and their states. */
export const dialogStates: readonly ScreenState[] = [
  { name: 'account-menu', who: 'reader', path: '/app', reach: openAccountMenu },
  { name: 'settings-profile', who: 'reader', path: '/app', reach: openSettings },
  {
    name: 'settings-profile-problems',
    who: 'reader',
    path: '/app',
    async reach(page) {
      await openSettings(page)
      await page.getByLabel('Full Name').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await dialog(page).getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'settings-discard',
    who: 'reader',
    path: '/app',
    async reach(page) {
      await openSettings(page)
      await page.getByLabel('Full Name').fill('Efua')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard' }).waitFor()
    },
  },
  {
    name: 'settings-usage',
    who: 'reader',
    path: '/app',
    reach: openTab('Usage History', page => page.getByRole('cell').first().waitFor()),
  },
  {
    name: 'settings-usage-failed',
    who: 'reader',
    path: '/app',
    before: page =>
      page.route('**/api/accounts/usage/**', route => route.fulfill({ status: 400, json: refused })),
    reach: openTab('Usage History', page => dialog(page).getByRole('alert').waitFor({ timeout: 30_000 })),
  },
  {
    name: 'settings-usage-days',
    who: 'reader',
    path: '/app',
    reach: openTab('Usage History', page => openCalendar(page)),
  },
  {
    name: 'settings-usage-years',
    who: 'reader',
    path: '/app',
    reach: openTab('Usage History', async page => {
      await openCalendar(page)
      await page.getByRole('dialog').last().getByRole('button', { name: /\d{4}/ }).first().click()
    }),
  },
  { name: 'settings-security', who: 'reader', path: '/app', reach: openSecurity },
  {
    name: 'settings-reset-code',
    who: 'reader',
    path: '/app',
    async reach(page) {
      await openSecurity(page)
      await page.getByRole('button', { name: 'Send reset code' }).click()
      await page.getByRole('dialog', { name: 'Send reset code?' }).waitFor()
    },
  },
  {
    name: 'settings-second-factor',
    who: 'newcomer',
    path: '/app',
    async reach(page, { newcomer }) {
      await openSecurity(page)
      await page.getByRole('button', { name: 'Switch on' }).click()
      await page.getByLabel('Password', { exact: true }).fill(newcomer.person.password)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByLabel('2. The code that the app shows').waitFor()
    },
  },
  {
    name: 'settings-email',
    who: 'reader',
    path: '/app',
    async reach(page) {
      await openSecurity(page)
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByLabel('New email address').waitFor()
    },
  },
  {
    name: 'settings-sign-out',
    who: 'reader',
    path: '/app',
    async reach(page) {
      await openSecurity(page)
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.getByRole('dialog', { name: 'Sign out everywhere?' }).waitFor()
    },
  },
  {
    name: 'settings-deletion',
    who: 'reader',
    path: '/app',
    async reach(page) {
      await openSecurity(page)
      await page.getByRole('button', { name: /^Delete/ }).click()
      await page.getByLabel('Password', { exact: true }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-logout',
    who: 'reader',
    path: '/app',
    reach: openTab('Logout', page => page.getByRole('button', { name: 'Yes' }).waitFor()),
  },
  { name: 'credits', who: 'reader', path: '/app', reach: openUsage },
  {
    name: 'credits-low',
    who: 'newcomer',
    path: '/app',
    before: page => page.route('**/api/accounts/credits', route => route.fulfill({ json: fewCredits })),
    reach: page =>
      header(page)
        .getByRole('button', { name: /running low/ })
        .waitFor(),
  },
  {
    name: 'logout-confirm',
    who: 'reader',
    path: '/app',
    async reach(page) {
      await openAccountMenu(page)
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await page.getByRole('button', { name: 'Yes' }).waitFor()
    },
  },
  { name: 'support', who: 'reader', path: '', reach: openSupport },
  {
    name: 'support-details',
    who: 'newcomer',
    path: '/app',
    async reach(page) {
      await openSupport(page)
      await dialog(page).getByLabel('Your message').fill('Which source is this?')
      await dialog(page).getByRole('button', { name: 'Edit your details' }).click()
      await dialog(page).getByLabel('Email address').fill('no address')
      await dialog(page).getByRole('button', { name: 'Send' }).click()
      await dialog(page).getByText('Invalid email address').waitFor()
    },
  },
]

const fewCredits = { credits: 4, prices: { quick: 3, deep: 12 }, low_below: 15, warns_by_mail: true }
const refused = { error: { code: 'malformed', message: '', request_id: 'A'.repeat(16) } }
