import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Product } from './product.ts'

/** Somebody who can sign in. */
export interface Person {
  email: string
  password: string
}

export const newPerson = (): Person => ({
  email: `ama.${randomBytes(6).toString('hex')}@example.com`,
  password: 'Baobab-Market-7',
})

/** Registers on the register screen, opens the link of the mail, and stands on the verified page. */
export async function register(page: Page, product: Product, person: Person): Promise<void> {
  await page.goto(`${product.url}/register`)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const fields = {
    'Full Name': 'Ama Mensah',
    Address: '12 Ring Road, Accra',
    Industry: 'Consumer goods',
    'Job Title': 'Insight manager',
    Company: 'Kejetia Foods',
    'Years of Experience': '9',
    'Phone number': '0241234567',
    'Confirm Password': person.password,
  }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(await mailedLink(product, person.email, '/verify/'))
  await page.getByRole('heading', { name: 'Email verified' }).waitFor()
}

/** The link that stands alone on its line of the newest mail; mails leave the outbox within seconds. */
export async function mailedLink(product: Product, email: string, path: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [mail] = await product.mailsTo(email)
    const link = mail?.text.split('\n').find(line => line.startsWith(product.url + path))
    if (link) return link.trim()
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`No mail came to ${email}`)
}

/** Signs in on the login screen and stands in the empty chat. */
export async function logIn(page: Page, product: Product, person: Person): Promise<void> {
  await page.goto(`${product.url}/login`)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('Welcome! How can I help you today?').waitFor()
}

/** Types a question in the open chat and sends it. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByPlaceholder('Ask me anything...').fill(question)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Waits until the open conversation takes the next question: the answer is there. */
export const answered = (page: Page): Promise<void> =>
  page.locator('textarea[aria-label="Your question"]:enabled').waitFor()
