import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
  usualScript,
} from '../src/server/testing/fake-model-server.ts'
import { openBrowser } from './browser.ts'
import { ask, logIn, newPerson, register } from './person.ts'
import { type Product, startProduct } from './product.ts'

/** Slow enough to reload a page in the middle of an answer of some fifty words. */
const paceMs = 120
const lastWords = 'Ask it next.'

let model: FakeModelServer
let product: Product
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
  model = await startFakeModelServer(usualScript(paceMs))
  product = await startProduct({ MODEL: 'openai-compatible/fake', OPENAI_COMPATIBLE_URL: model.url })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await model?.close()
})

test('an answer goes on after a reload in its middle, is there once, and is paid once', async () => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  page.setDefaultTimeout(20_000)
  const person = newPerson()
  await register(page, product, person)
  await logIn(page, product, person)
  await ask(page, 'GDP of Ghana')
  const answer = page.getByRole('article').last()
  await answer.getByText('GDP is the size').waitFor()
  expect(await answer.innerText()).not.toContain(lastWords)
  const askedBefore = model.calls.length

  await page.reload()
  await answer.getByText('GDP is the size').waitFor()
  expect(await answer.innerText()).not.toContain(lastWords)
  await answer.getByText(lastWords).waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()

  expect(await page.getByText('GDP is the size').count()).toBe(1)
  expect(await answer.locator('button[data-claim]').count()).toBeGreaterThanOrEqual(1)
  expect(model.calls.length).toBe(askedBefore)
})

test('an answer that runs while somebody signs in elsewhere is whole in the new place', async () => {
  const here = await (await browser.newContext()).newPage()
  const there = await (await browser.newContext()).newPage()
  for (const page of [here, there]) page.setDefaultTimeout(20_000)
  const person = newPerson()
  await register(here, product, person)
  await logIn(here, product, person)
  await ask(here, 'GDP of Ghana')
  await here.getByRole('article').last().getByText('GDP is the size').waitFor()
  await logIn(there, product, person)
  await here.waitForURL(/\/auth\/session\/dup/, { timeout: 1_000 })
  await there.getByRole('link', { name: /GDP of Ghana/ }).click()
  await there.getByRole('article').last().getByText(lastWords).waitFor()
  expect(await there.getByText('GDP is the size').count()).toBe(1)
})
