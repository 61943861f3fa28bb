import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../open-world.ts'
import { openStage, openState, type ScreenState, type Stage, sizes } from './screen-state.ts'

interface Violation {
  id: string
  help: string
  nodes: { target: unknown[]; failureSummary: string }[]
}

/** All its rules, but that an open menu may hang from its button, outside of every landmark, as a dialog may. */
const runAxe = `
  axe.configure({ checks: [{ id: 'region', options: { regionMatcher: 'dialog, [role=dialog], svg, [role=menu]' } }] })
  axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`

/** What axe finds, in words. */
async function violationsOn(page: Page): Promise<string[]> {
  const found = await page.evaluate<Violation[]>(`${axe.source};${runAxe}`)
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Waits until no colour is on its way to another; what turns for good, as a spinner does, goes on. */
const standsStill = (page: Page) =>
  page.evaluate(`new Promise(requestAnimationFrame).then(() => {
    const passing = document.getAnimations().filter(one => one.effect.getComputedTiming().endTime < Infinity)
    return Promise.allSettled(passing.map(one => one.finished))
  }).then(() => undefined)`)

/** Axe is a script itself: a page without any is looked at in a browser that has them, as it stands in the one without. */
async function asItStands(world: World, page: Page, state: ScreenState): Promise<Page> {
  if (state.wish?.javaScriptEnabled !== false) return page
  const html = await page.content()
  await page.context().close()
  const body = html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<(\/?)noscript>/g, '<$1div>')
  const twin = await world.openPage(sizes[sizeOf(state)], { reducedMotion: 'reduce' })
  const url = world.product.url + state.path
  await twin.route(url, route => route.fulfill({ contentType: 'text/html', body }))
  await twin.goto(url)
  return twin
}

/** At a desk where it exists there. */
const sizeOf = ({ at }: ScreenState) => at?.[0] ?? 'desk'

/** Looks at states of screens, in both themes, for what breaks a rule of accessibility; one test a state. */
export function testAccessibility(states: readonly ScreenState[]): void {
  const world = openWorld()
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(world)
  })
  test.each(states.map(state => [state.name, state] as const))(
    '%s breaks no rule of access, light or dark',
    async (_, state) => {
      const page = await asItStands(world, await openState(stage, state, sizeOf(state)), state)
      try {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await standsStill(page)
          expect(await violationsOn(page), colorScheme).toEqual([])
        }
      } finally {
        await page.context().close()
      }
    },
  )
}
