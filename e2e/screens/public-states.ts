import type { Page } from 'playwright-core'
import { maintenancePage } from '../../src/server/platform/maintenance-page.ts'
import { newPerson } from '../person.ts'
import { registerByApi } from '../signed-in.ts'
import type { ScreenState, Stage } from './screen-state.ts'

const email = (page: Page) => page.getByLabel('Email address')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

async function giveEmail(page: Page, address: string): Promise<void> {
  await email(page).fill(address)
  await press(page, 'Continue')
}

async function toPassword(page: Page, { newcomer }: Stage): Promise<void> {
  await giveEmail(page, newcomer.person.email)
  await page.getByLabel('Password', { exact: true }).waitFor()
}

async function toDetails(page: Page): Promise<void> {
  await giveEmail(page, newPerson().email)
  await page.getByLabel('Full Name').waitFor()
}

const never = () => new Promise<void>(() => undefined)
const code = 'A'.repeat(43)
const secondFactor = { error: { code: 'second_factor_required', message: '', request_id: 'A'.repeat(16) } }

/** The way to a section takes a while by itself: waits until the page stood still for twenty frames. */
const restsInPlace = (page: Page) =>
  page.evaluate(`new Promise(done => {
    let [at, still] = [NaN, 0]
    const look = () => {
      still = scrollY === at ? still + 1 : 0
      at = scrollY
      if (still < 20) requestAnimationFrame(look)
      else done()
    }
    look()
  })`)

/** The landing page narrower than a desk is the login. */
const sections = ['question', 'answer', 'countries', 'segments', 'years'].map(
  (id): ScreenState => ({
    name: `landing-${id}`,
    who: 'nobody',
    path: `/#${id}`,
    at: ['desk', 'tablet'],
    async reach(page) {
      await page.locator(`#${id}[data-state="settled"]`).waitFor()
      await restsInPlace(page)
    },
  }),
)

const login: ScreenState[] = [
  { name: 'login', who: 'nobody', path: '/login', reach: page => email(page).waitFor() },
  {
    name: 'login-wrong-email',
    who: 'nobody',
    path: '/login',
    async reach(page) {
      await giveEmail(page, 'ama@example')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'login-not-registered',
    who: 'nobody',
    path: '/login',
    async reach(page) {
      await giveEmail(page, newPerson().email)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'login-password', who: 'nobody', path: '/login', reach: toPassword },
  {
    name: 'login-refused',
    who: 'nobody',
    path: '/login',
    async reach(page, stage) {
      await toPassword(page, stage)
      await page.getByLabel('Password', { exact: true }).fill('Not-the-one-1')
      await press(page, 'Log in')
      await page.getByText('The email address or the password is not right.').waitFor()
    },
  },
  {
    name: 'login-code',
    who: 'nobody',
    path: '/login',
    before: page => page.route('**/api/login', route => route.fulfill({ status: 401, json: secondFactor })),
    async reach(page, stage) {
      await toPassword(page, stage)
      await page.getByLabel('Password', { exact: true }).fill('Kejetia-7!')
      await press(page, 'Log in')
      await page.getByLabel('Code', { exact: true }).waitFor()
    },
  },
  {
    name: 'login-unverified',
    who: 'nobody',
    path: '/login',
    async reach(page, { world }) {
      const person = await registerByApi(world.product)
      await giveEmail(page, person.email)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await press(page, 'Log in')
      await page.getByRole('button', { name: 'Resend verification email' }).waitFor()
    },
  },
]

const register: ScreenState[] = [
  { name: 'register', who: 'nobody', path: '/register', reach: page => email(page).waitFor() },
  {
    name: 'register-registered',
    who: 'nobody',
    path: '/register',
    async reach(page, { newcomer }) {
      await giveEmail(page, newcomer.person.email)
      await page.getByText('This email address is already registered.').waitFor()
    },
  },
  {
    name: 'register-unverified',
    who: 'nobody',
    path: '/register',
    async reach(page, { world }) {
      await giveEmail(page, (await registerByApi(world.product)).email)
      await page.getByRole('button', { name: 'Resend verification email' }).waitFor()
    },
  },
  { name: 'register-details', who: 'nobody', path: '/register', reach: toDetails },
  {
    name: 'register-suggestions',
    who: 'nobody',
    path: '/register',
    async reach(page) {
      await toDetails(page)
      await page.getByLabel('Industry').pressSequentially('be')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'register-problems',
    who: 'nobody',
    path: '/register',
    async reach(page) {
      await toDetails(page)
      await page.getByLabel('Password', { exact: true }).fill('Abc')
      await press(page, 'Register')
      await page.getByText('Please enter a valid name.').waitFor()
    },
  },
]

const codes: ScreenState[] = [
  {
    name: 'verify-waiting',
    who: 'nobody',
    path: `/verify/${code}`,
    before: page => page.route('**/api/email/verify', never),
    // A spinner stands there before, too, while the screen itself is fetched.
    reach: page => page.getByRole('status').filter({ hasText: 'Verifying your email' }).waitFor(),
  },
  {
    name: 'verify-refused',
    who: 'nobody',
    path: `/verify/${code}`,
    reach: page => heading(page, 'Email not verified'),
  },
  {
    name: 'confirm-email-refused',
    who: 'nobody',
    path: `/confirm_email/${code}`,
    async reach(page) {
      await press(page, 'Change email address')
      await heading(page, 'Email address not changed')
    },
  },
  {
    name: 'connect-refused',
    who: 'nobody',
    path: `/auth/connect/${code}`,
    async reach(page) {
      await press(page, 'Connect')
      await heading(page, 'Not connected')
    },
  },
  { name: 'forgot', who: 'nobody', path: '/forgot', reach: page => email(page).waitFor() },
  {
    name: 'forgot-sent',
    who: 'nobody',
    path: '/forgot',
    async reach(page) {
      await email(page).fill('nobody@example.com')
      await press(page, 'Reset Password')
      await heading(page, 'Check your email')
    },
  },
  {
    name: 'reset-problems',
    who: 'nobody',
    path: `/reset_password/${code}`,
    async reach(page) {
      await page.getByLabel('Password', { exact: true }).fill('Abc')
      await press(page, 'Reset Password')
      await page.getByText('Password must be at least 8 characters long').waitFor()
    },
  },
  {
    name: 'reset-old-link',
    who: 'nobody',
    path: '/reset_password',
    reach: page => heading(page, 'This link does not work any more'),
  },
]

const papers: ScreenState[] = [
  { name: 'terms', who: 'nobody', path: '/tos', reach: page => heading(page, 'Terms of service') },
  { name: 'privacy', who: 'nobody', path: '/privacy', reach: page => heading(page, 'Privacy') },
  {
    name: 'missing',
    who: 'nobody',
    path: '/nowhere',
    reach: page => heading(page, 'There is nothing at this address'),
  },
  {
    name: 'maintenance',
    who: 'nobody',
    path: '/app',
    before: page =>
      page.route('**/app', route => route.fulfill({ contentType: 'text/html', body: maintenancePage })),
    reach: page => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'stand-in-consent',
    who: 'nobody',
    path: '/dev/sign-in/google',
    reach: page => page.getByRole('button', { name: 'Cancel' }).waitFor(),
  },
  { name: 'no-script', who: 'nobody', path: '/login', wish: { javaScriptEnabled: false } },
  { name: 'terms-no-script', who: 'nobody', path: '/tos', wish: { javaScriptEnabled: false } },
  {
    name: 'conflict',
    who: 'newcomer',
    path: '/auth/session/dup',
    reach: page => page.getByRole('button', { name: 'Use Here' }).waitFor(),
  },
]

export const publicStates: readonly ScreenState[] = [...sections, ...login, ...register, ...codes, ...papers]
