import { expect, test } from 'vitest'
import { openCredits } from './credits-dialog.ts'
import { openWorld } from './open-world.ts'
import { soon } from './shop.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()

const usageCall = /\/api\/accounts\/usage\/history(\?|$)/
const entry = (id: string) => ({
  id,
  type: 'debit',
  created_at: '2026-11-20T10:00:00.000Z',
  amount: 3,
  ref: id,
  narrative: 'Chat prompt',
  question: `Question ${id}`,
})

test('with the last page the focus goes on to the first row it brought', async () => {
  const { page } = await openSignedIn(world)
  await page.route(usageCall, route => {
    const isFirst = !route.request().url().includes('cursor=')
    const data = isFirst ? [entry('1'), entry('2')] : [entry('3'), entry('4')]
    return route.fulfill({ json: { history: { data, next_cursor: isFirst ? 'more' : null } } })
  })
  await openCredits(page, 'Usage History')
  await page.getByRole('button', { name: 'Show earlier' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator(':focus').innerText(), soon).toContain('Question 3')
})

test('where there is nothing there is no file of it', async () => {
  const { page } = await openSignedIn(world)
  await page.route(usageCall, route => route.fulfill({ json: { history: { data: [], next_cursor: null } } }))
  await openCredits(page, 'Usage History')
  await page.getByText('Nothing spent yet').waitFor()
  for (const label of ['CSV', 'Excel'])
    expect(await page.getByRole('button', { name: `Download as ${label}` }).isDisabled()).toBe(true)
})

test('in a short window the whole dialog scrolls, not a strip of it', async () => {
  const { page } = await openSignedIn(world, { size: { width: 900, height: 420 } })
  await openCredits(page, 'Buy Credits')
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'Purchase' }).first().waitFor()
  const [shown, all] = await panel.evaluate(one => [one.clientHeight, one.scrollHeight])
  expect(shown).toBe(all)
})
