import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openCredits, openSettings } from './credits-dialog.ts'
import { openWorld, phone } from './open-world.ts'
import { buyByApi } from './shop.ts'
import { newSignedIn, type SignedIn } from './signed-in.ts'

const world = openWorld()

/** Somebody who bought once, and once was declined. */
async function buyer(): Promise<SignedIn> {
  const signedIn = await newSignedIn(world.product)
  await buyByApi(world.product, signedIn, 'approve')
  await buyByApi(world.product, signedIn, 'decline')
  return signedIn
}

async function openHistory(signedIn: SignedIn, size?: typeof phone): Promise<Page> {
  const page = await world.openPage(size, { storageState: signedIn.storageState })
  await page.goto(`${world.product.url}/app`)
  await openSettings(page, 'Top Up History')
  await page.getByRole('cell').first().waitFor()
  return page
}

const heads = (page: Page) =>
  page.getByRole('dialog').getByRole('columnheader').filter({ visible: true }).allInnerTexts()
const cells = (page: Page, row: number) =>
  page.getByRole('row').nth(row).getByRole('cell').filter({ visible: true }).allInnerTexts()

// spec: S2.topups.1, S3.topup.1, S7.topups.1
test('top-ups are listed by date, amount with currency, platform, product and status, newest first', async () => {
  const page = await openHistory(await buyer())
  expect(await heads(page)).toEqual(['Date', 'Amount', 'Platform', 'Product', 'Status'])
  expect((await cells(page, 1)).slice(1)).toEqual(['150 GHS', 'expressPay', 'Starter', 'Failed'])
  const [, amount, platform, product, status] = await cells(page, 2)
  expect([amount, platform, status]).toEqual(['150 GHS', 'expressPay', 'Successful'])
  expect(product).toMatch(/^Starter\s+Receipt/)
})

// spec: S2.topups.2
test('on a phone Platform and Status are hidden, and the amount says how it went', async () => {
  const page = await openHistory(await buyer(), phone)
  expect(await heads(page)).toEqual(['Date', 'Amount', 'Product'])
  expect((await cells(page, 1))[1]).toMatch(/^150 GHS\s+Failed$/)
  expect(await page.getByText('expressPay').filter({ visible: true }).count()).toBe(0)
})

test('a credited top-up has its receipt, a PDF with its number; one that failed has none', async () => {
  const page = await openHistory(await buyer())
  const receipt = page.getByRole('button', { name: /^Receipt/ })
  expect(await receipt.count()).toBe(1)
  const [file] = await Promise.all([page.waitForEvent('download'), receipt.click()])
  expect(file.suggestedFilename()).toMatch(/^soko-receipt-\d{4}-\d{6}\.pdf$/)
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test.each([
  ['Top Up History', 'soko-top-ups', 'expressPay', 'Platform'],
  ['Usage History', 'soko-usage', 'Top up', 'Narrative'],
])('%s is kept as CSV and as a workbook', async (tab, name, word, ownHead) => {
  const signedIn = await buyer()
  const page = await openHistory(signedIn)
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('columnheader', { name: ownHead }).waitFor()
  await page.getByRole('cell').first().waitFor()
  for (const [label, ending] of [
    ['CSV', 'csv'],
    ['Excel', 'xlsx'],
  ] as const) {
    const button = page.getByRole('button', { name: `Download as ${label}` })
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`))
    const content = readFileSync(await file.path())
    if (ending === 'csv') expect(content.toString()).toContain(word)
    else expect(content.subarray(0, 2).toString()).toBe('PK')
  }
})

test('a file that cannot be made is said beside its button, and nothing else is lost', async () => {
  const signedIn = await buyer()
  const page = await world.openPage(undefined, { storageState: signedIn.storageState })
  await page.route('**/history/export**', route => route.abort())
  await page.goto(`${world.product.url}/app`)
  await openCredits(page, 'Usage History')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  await page.getByRole('dialog').getByRole('alert').getByText('No connection to the server.').waitFor()
  await page.getByRole('cell').first().waitFor()
})
