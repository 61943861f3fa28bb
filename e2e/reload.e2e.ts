import { afterAll, expect, test } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
  usualScript,
} from '../src/server/testing/fake-model-server.ts'
import { openWorld, phone } from './open-world.ts'
import { answered, ask, logIn, signUp } from './person.ts'

/** Slow enough to reload a page in the middle of an answer of some fifty words. */
const paceMs = 120
const lastWords = 'Ask it next.'

let model: FakeModelServer
// What is to end last is told first: the model outlives the product.
afterAll(() => model?.close())
const world = openWorld(async () => {
  model = await startFakeModelServer(usualScript(paceMs))
  return { MODEL: 'openai-compatible/fake', OPENAI_COMPATIBLE_URL: model.url }
})

test('an answer goes on after a reload in its middle, is there once, and is paid once', async () => {
  const page = await world.openPage(phone)
  await signUp(page, world.product)
  await ask(page, 'GDP of Ghana')
  const answer = page.getByRole('article').last()
  await answer.getByText('GDP is the size').waitFor()
  expect(await answer.innerText()).not.toContain(lastWords)
  const askedBefore = model.calls.length

  await page.reload()
  await answer.getByText('GDP is the size').waitFor()
  expect(await answer.innerText()).not.toContain(lastWords)
  await answer.getByText(lastWords).waitFor()
  await answered(page)

  expect(await page.getByText('GDP is the size').count()).toBe(1)
  expect(await answer.locator('button[data-claim]').count()).toBeGreaterThanOrEqual(1)
  expect(model.calls.length).toBe(askedBefore)
})

test('an answer that runs while somebody signs in elsewhere is whole in the new place', async () => {
  const here = await world.openPage()
  const there = await world.openPage()
  const person = await signUp(here, world.product)
  await ask(here, 'GDP of Ghana')
  await here.getByRole('article').last().getByText('GDP is the size').waitFor()
  await logIn(there, world.product, person)
  await here.waitForURL(/\/auth\/session\/dup/, { timeout: 1_000 })
  await there.getByRole('link', { name: /GDP of Ghana/ }).click()
  await there.getByRole('article').last().getByText(lastWords).waitFor()
  expect(await there.getByText('GDP is the size').count()).toBe(1)
})
