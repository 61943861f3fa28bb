import { expect, test } from 'vitest'
import { adminCommand } from '../src/server/testing/admin-command.ts'
import { openCredits } from './credits-dialog.ts'
import { openOwnWorld, phone } from './open-world.ts'
import { answered, ask, logIn } from './person.ts'
import { signUp } from './signed-in.ts'

// One quick answer brings a new account under the line.
const world = openOwnWorld(async () => ({ STARTER_CREDITS: '17' }))
/** Beside the running product, on its own database. */
const admin = (args: readonly string[]) => adminCommand({ DATA_DIR: world.dataDir })(args)

interface LeadShown {
  fields: Record<string, string>
}

test('an account that the operator closes is signed out of its open screen within seconds, and opened again can sign in', async () => {
  const page = await world.openPage()
  const person = await signUp(page, world.product)
  const closed = await admin(['users', 'disable', person.email, '--reason', 'Left the firm'])
  expect(closed.code, closed.err).toBe(0)
  await page.waitForURL(/\/login/, { timeout: 5_000 })
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('This account is disabled. Contact support for assistance.').first().waitFor()
  const opened = await admin(['users', 'enable', person.email, '--reason', 'Back'])
  expect(opened.code, opened.err).toBe(0)
  await logIn(page, world.product, person)
})

test('a request for support reaches the CRM, and the operator reads and closes it', async () => {
  const page = await world.openPage(phone)
  const person = await signUp(page, world.product)
  await page.getByRole('button', { name: 'Contact Support' }).click()
  await page.getByLabel('Your message').fill('Which source is this? My password is Marigold-42!')
  await page.getByRole('button', { name: 'Send', exact: true }).last().click()
  await page.getByText('Submitted! A rep will be reaching out to you soon').waitFor()
  const mine = async () => {
    const leads = (await (await fetch(`${world.product.url}/dev/crm`)).json()) as LeadShown[]
    return leads.find(({ fields }) => fields.Email === person.email)?.fields
  }
  await expect.poll(mine, { timeout: 10_000 }).toMatchObject({
    First_Name: 'Ama',
    Last_Name: 'Mensah',
    Company: 'Kejetia Foods',
    Description: expect.stringMatching(
      /^Ticket [0-9a-f-]{36}\n\nWhich source is this\? My password is \[removed\]$/,
    ),
  })
  const id = /Ticket (\S+)/.exec((await mine())?.Description ?? '')?.[1] ?? ''
  const shown = async () => (await admin(['tickets', 'show', id])).out
  expect(await shown()).toContain('> Which source is this?')
  await expect.poll(shown).toContain('in the CRM')
  expect((await admin(['tickets', 'close', id, '--note', 'Answered'])).code).toBe(0)
})

test('under the line the badge says so and one mail comes; who turned it off gets none, also after a reload', async () => {
  const warned = await world.openPage()
  const quiet = await world.openPage()
  const [told, untold] = [await signUp(warned, world.product), await signUp(quiet, world.product)]
  const lowMails = async (email: string) =>
    (await world.product.mailsTo(email)).filter(({ subject }) => subject === 'Your credits are running low')
  await openCredits(quiet, 'Usage History')
  const box = quiet.getByRole('checkbox', { name: 'Mail me once when my credits run low' })
  await box.click()
  await expect.poll(() => box.isChecked()).toBe(false)
  await expect.poll(() => box.isEnabled()).toBe(true)
  await quiet.reload()
  await openCredits(quiet, 'Usage History')
  await expect.poll(() => box.isEnabled()).toBe(true)
  expect(await box.isChecked()).toBe(false)
  await quiet.keyboard.press('Escape')

  for (const page of [warned, quiet]) {
    await ask(page, 'GDP of Ghana in 2023')
    await answered(page)
    await page.getByRole('banner').getByText('running low').waitFor({ state: 'attached' })
  }
  await expect.poll(() => lowMails(told.email)).toHaveLength(1)
  await ask(warned, 'GDP of Kenya in 2023')
  await answered(warned)
  const [mail] = await lowMails(told.email)
  expect(mail?.text).toContain('Your account has 14 credits left')
  expect(await lowMails(told.email)).toHaveLength(1)
  expect(await lowMails(untold.email)).toEqual([])
})
