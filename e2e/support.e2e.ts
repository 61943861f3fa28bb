import { expect, test } from 'vitest'
import { openOwnWorld, phone } from './open-world.ts'
import { answered, ask, type Person } from './person.ts'
import { signUp } from './signed-in.ts'

const supportEmail = `team-${Date.now()}@soko.example`
const submitted = 'Submitted! A rep will be reaching out to you soon'

const world = openOwnWorld(async () => ({ SUPPORT_EMAIL: supportEmail }))

/** The text of the mail that support gets about somebody; mails leave the outbox within seconds. */
async function mailAbout({ email }: Person): Promise<string> {
  const find = async () => {
    const mails = await world.product.mailsTo(supportEmail)
    return mails.find(({ text }) => text.includes(email))?.text ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}

// spec: S2.dialogs.8, S5.support.1, S7.help.1, S9.dialogs.1
test('after an answer a message to support leaves with the question and its answer; a failed try keeps the text', async () => {
  const page = await world.openPage()
  const person = await signUp(page, world.product)
  await ask(page, 'GDP of Ghana in 2023')
  await answered(page)
  const door = page.getByRole('banner').getByRole('button', { name: 'Contact Support' })
  await door.click()
  const dialog = page.getByRole('dialog', { name: 'Contact Support' })
  expect((await dialog.boundingBox())?.width).toBe(700)
  const message = dialog.getByLabel('Your message')
  const send = dialog.getByRole('button', { name: 'Send' })
  await expect.poll(() => message.evaluate(area => area.matches(':focus'))).toBe(true)
  await message.fill(' \n ')
  expect(await send.isDisabled()).toBe(true)

  const words = 'Which source is this?\n<b>It looks old.</b>'
  await message.fill(words)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => door.evaluate(button => button.matches(':focus'))).toBe(true)
  await door.click()
  expect(await message.inputValue()).toBe(words)

  await page.route('**/api/help', route => route.abort(), { times: 1 })
  await send.click()
  await dialog.getByText('No connection to the server.').waitFor()
  expect(await message.inputValue()).toBe(words)
  await send.click()
  await page.getByText(submitted).waitFor()
  await dialog.waitFor({ state: 'detached' })

  const text = await mailAbout(person)
  for (const part of [
    '> Which source is this?\n> <b>It looks old.</b>',
    '> Name: Ama Mensah',
    '> Company: Kejetia Foods',
    '> Sent from: Soko Assistant',
    '> GDP of Ghana in 2023',
  ]) {
    expect(text).toContain(part)
  }
  const answer = text.split('Its answer:')[1] ?? ''
  expect(answer).toMatch(/Ghana.*2023|2023.*Ghana/s)
  await door.click()
  expect(await message.inputValue()).toBe('')
})

test('on a phone it fills the screen; details can be mended and what was asked left out', async () => {
  const page = await world.openPage(phone)
  const person = await signUp(page, world.product)
  await ask(page, 'GDP of Ghana in 2023')
  await answered(page)
  await page.getByRole('button', { name: 'Contact Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Support' })
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...phone })
  await dialog.getByLabel('Your message').fill('Please call me.')
  await dialog.getByRole('checkbox', { name: /last question/ }).uncheck()
  await dialog.getByRole('button', { name: 'Edit your details' }).click()
  const email = dialog.getByLabel('Email address')
  await email.fill('no address')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText('Invalid email address').waitFor()
  await email.fill('assistant@example.com')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText(submitted).waitFor()
  const text = await mailAbout(person)
  expect(text).toContain('goes to assistant@example.com')
  expect(text).not.toContain('GDP of Ghana')
})
