import { expect, test } from 'vitest'
import { openWorld } from './open-world.ts'
import { answered, ask } from './person.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()

// spec: S2.chat.5
test('Deep Research says what it does, to a pointer and to a keyboard', async () => {
  const { page } = await openSignedIn(world)
  const box = page.getByRole('checkbox', { name: 'Deep Research' })
  const tooltip = page.getByRole('tooltip', { includeHidden: true })
  expect(await tooltip.textContent()).toBe(
    'Uses advanced models to perform deeper analysis on data-intensive questions (may take slightly longer).',
  )
  expect(await tooltip.isVisible()).toBe(false)
  await box.hover()
  await tooltip.and(page.locator(':visible')).waitFor()
  await page.mouse.move(5, 5)
  await tooltip.waitFor({ state: 'hidden' })
  await page.getByLabel('Your question').focus()
  await page.keyboard.press('Tab')
  await tooltip.and(page.locator(':visible')).waitFor()
  expect(await box.getAttribute('aria-describedby')).toBe(await tooltip.getAttribute('id'))
})

test('beside Deep Research stands what it can cost, in sight on every screen', async () => {
  const { page } = await openSignedIn(world)
  const cost = page.getByText(
    'up to 10 credits: more detail, charged as a quick answer where it adds no data',
    { exact: true },
  )
  for (const [width, height] of [
    [1440, 900],
    [834, 1112],
    [390, 844],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const part of [
      cost,
      page.getByRole('button', { name: 'Send', exact: true }),
      page.getByRole('checkbox', { name: 'Deep Research' }),
    ]) {
      const box = await part.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
    }
  }
})

test('Deep Research that adds no data is charged as a quick answer, on its receipt and in the balance', async () => {
  const { page } = await openSignedIn(world)
  await page.getByRole('checkbox', { name: 'Deep Research' }).check()
  await ask(page, 'GDP of Ghana')
  await answered(page)
  await page.getByRole('region', { name: 'Conversation' }).getByText('3 credits', { exact: true }).waitFor()
  await page.getByRole('button', { name: '97 credits' }).waitFor()
})
