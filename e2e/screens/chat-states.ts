import type { Page } from 'playwright-core'
import { ask } from '../person.ts'
import type { ScreenState } from './screen-state.ts'

const never = () => new Promise<void>(() => undefined)
const article = (page: Page) => page.getByRole('article').last()
const welcome = (page: Page) =>
  page.getByRole('heading', { name: 'Welcome! How can I help you today?' }).waitFor()
const figures = (page: Page) => article(page).locator('button[data-claim]').first().waitFor()
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })

const window: ScreenState[] = [
  { name: 'chat-empty', who: 'newcomer', path: '/app', reach: welcome },
  {
    name: 'chat-loading',
    who: 'reader',
    path: '',
    before: page => page.route('**/api/{chat,accounts}/**', never),
    reach: page => page.getByText('Loading your conversations').waitFor({ state: 'attached' }),
  },
  {
    name: 'chat-tooltip',
    who: 'newcomer',
    path: '/app',
    async reach(page) {
      await welcome(page)
      await page.getByRole('checkbox', { name: 'Deep Research' }).focus()
      await page.getByRole('tooltip').waitFor()
    },
  },
  {
    name: 'chat-waiting',
    who: 'newcomer',
    path: '/app',
    before: page => page.route('**/api/chat/reply', never),
    async reach(page) {
      await ask(page, 'Who are the key players in the beverage industry in Kenya?')
      await article(page).locator('[class*=spinner]').waitFor()
    },
  },
  {
    name: 'chat-not-sent',
    who: 'newcomer',
    path: '/app',
    before: page => page.route('**/api/chat/reply', route => route.abort()),
    async reach(page) {
      await ask(page, 'GDP of Ghana')
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  { name: 'chat-answer', who: 'reader', path: '', reach: figures },
  {
    name: 'chat-answer-top',
    who: 'reader',
    path: '',
    async reach(page) {
      await figures(page)
      await page.waitForTimeout(300)
      await page.getByRole('region', { name: 'Conversation' }).focus()
      await page.keyboard.press('Home')
    },
  },
  {
    name: 'chat-evidence',
    who: 'reader',
    path: '',
    async reach(page) {
      await article(page).locator('button[data-claim]').first().click()
      await page.getByRole('button', { name: 'Download rows (CSV)' }).waitFor()
    },
  },
  {
    name: 'chat-what-it-took',
    who: 'reader',
    path: '',
    reach: page => article(page).getByRole('button', { name: 'What it took' }).click(),
  },
  {
    name: 'chat-failed',
    who: 'reader',
    path: '',
    before: page => page.route('**/api/chat/thread', route => route.fulfill({ status: 404, json: missing })),
    reach: page => page.getByRole('main').getByRole('alert').waitFor({ timeout: 30_000 }),
  },
]

async function openRowMenu(page: Page): Promise<void> {
  await sidebar(page)
    .getByRole('link', { name: /mayonnaise/ })
    .hover()
  await sidebar(page)
    .getByRole('button', { name: /^More for: .*mayonnaise/ })
    .click()
}

const missing = { error: { code: 'not_found', message: '', request_id: 'A'.repeat(16) } }

const list: ScreenState[] = [
  {
    name: 'history-menu',
    who: 'reader',
    path: '/app',
    at: ['desk'],
    async reach(page) {
      await openRowMenu(page)
      await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
    },
  },
  {
    name: 'history-deleted',
    who: 'reader',
    path: '/app',
    at: ['desk'],
    // The reader keeps it: the server does not hear of it.
    before: page => page.route('**/api/chat/sessions/*', route => route.fulfill({ json: { status: 'OK' } })),
    async reach(page) {
      await openRowMenu(page)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    name: 'history-nothing-found',
    who: 'reader',
    path: '/app',
    at: ['desk'],
    async reach(page) {
      await page.getByRole('searchbox', { name: 'Search conversations' }).fill('zebra')
      await page.getByText(/No conversation/).waitFor()
    },
  },
  {
    name: 'menu-drawer',
    who: 'reader',
    path: '/app',
    at: ['phone'],
    async reach(page) {
      await page.getByRole('button', { name: 'Open the menu' }).click()
      await sidebar(page)
        .getByRole('link', { name: /mayonnaise/ })
        .waitFor()
    },
  },
]

const shares: ScreenState[] = [
  { name: 'share', who: 'reader', path: '', reach: openShare },
  {
    name: 'share-link',
    who: 'reader',
    path: '',
    async reach(page) {
      await openShare(page)
      const field = page.getByLabel('Link to this answer')
      const make = page.getByRole('button', { name: 'Make a link' })
      await field.or(make).waitFor()
      if (await make.isVisible()) await make.click()
      await field.waitFor()
    },
  },
  {
    name: 'shared-answer',
    who: 'nobody',
    path: '/shared',
    async reach(page, { world, sharedPath }) {
      await page.goto(world.product.url + sharedPath)
      await article(page).locator('button[data-claim]').first().waitFor()
    },
  },
  {
    name: 'shared-no-more',
    who: 'nobody',
    path: `/shared/${'A'.repeat(43)}`,
    reach: page => page.getByRole('heading', { level: 1 }).waitFor(),
  },
]

async function openShare(page: Page): Promise<void> {
  await article(page).getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('dialog', { name: 'Share this answer' }).waitFor()
}

export const chatStates: readonly ScreenState[] = [...window, ...list, ...shares]
