import type { TurnEvent } from '../../src/contract/turn-event.ts'
import { readEvents } from '../../src/server/testing/event-reader.ts'
import { floorPath } from './build-floor.ts'
import { lastWords, wordByWord } from './long-answer.ts'
import { openPage, type ProbedPage, type Watched } from './open-page.ts'
import { tokensOf } from './tokens.ts'
import type { World } from './world.ts'

/** One long answer as it arrived on one page. */
export interface Arrival {
  /** Per cent of the frames that were due. */
  droppedShare: number
  scriptMs: number
  layoutMs: number
  longTasks: number
  longestTaskMs: number
  /** From the last byte's leaving to the frame with the last character; NaN where the stage did not send it. */
  lagMs: number
  seconds: number
}

const question = 'GDP of Ghana'
const sizes = { width: 390, height: 844 }

/** Watches one page while an answer arrives that `ask` has it ask for. */
async function watch(
  { page, spent, ask }: ProbedPage,
  stage: World['stage'],
  send: () => Promise<void>,
): Promise<Arrival> {
  await page.waitForTimeout(800)
  const before = await spent()
  const from = Date.now()
  await ask('probe.start()')
  const shown = ask<number>(`probe.whenShown(${JSON.stringify(lastWords)})`)
  await send()
  const shownAt = await shown
  // What follows the last word (the end, the bill) is part of it.
  await page.waitForTimeout(500)
  const { dropped, drawn, long } = await ask<Watched>('probe.stop()')
  const after = await spent()
  return {
    droppedShare: (100 * dropped) / (dropped + drawn),
    scriptMs: after.scriptMs - before.scriptMs,
    layoutMs: after.layoutMs - before.layoutMs,
    longTasks: long.length,
    longestTaskMs: Math.max(0, ...long.map(task => task.ms)),
    lagMs: shownAt - stage.lastByteAt(),
    seconds: (shownAt - from) / 1_000,
  }
}

/** Our chat while a long answer arrives: from the stage when it plays, else through the whole product. */
export async function watchOurs(world: World, slowdown: number): Promise<Arrival> {
  const context = await world.browser.newContext({ storageState: world.newcomer.storage, viewport: sizes })
  try {
    const probed = await openPage(context, slowdown)
    const { page } = probed
    await page.goto(`${world.stage.url}/app`)
    const input = page.getByPlaceholder('Ask me anything...')
    await input.fill(question)
    await page.getByLabel(/Deep Research/).check()
    return await watch(probed, world.stage, () => input.press('Enter'))
  } finally {
    await context.close()
  }
}

/** React alone while the stage plays the same answer. */
export async function watchFloor(world: World, slowdown: number): Promise<Arrival> {
  const context = await world.browser.newContext({ viewport: sizes })
  try {
    const probed = await openPage(context, slowdown)
    await probed.page.goto(world.stage.url + floorPath)
    return await watch(probed, world.stage, () => probed.page.getByRole('button', { name: 'Ask' }).click())
  } finally {
    await context.close()
  }
}

/** The events of the newest long answer, as the product stored them, word by word again. */
export async function recordedAnswer({ pool, stage, newcomer }: World): Promise<TurnEvent[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from turn where state = 'complete' and depth = 'deep' order by place desc limit 1`,
  )
  const headers = { ...tokensOf(newcomer), accept: 'text/event-stream' }
  const answer = await fetch(`${stage.url}/api/chat/turns/${rows[0]?.id}/events`, { headers })
  const events = (await readEvents(answer)).map(({ event, data }) => ({ event, data }) as TurnEvent)
  return wordByWord(events)
}
