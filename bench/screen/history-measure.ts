import type { LongThread } from './fill-history.ts'
import { openPage, type ProbedPage, type Watched } from './open-page.ts'
import type { SignedIn, World } from './world.ts'

/** All nodes of the document: elements, texts and the rest. */
const countNodes = `(() => {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL)
  let count = 1
  while (walker.nextNode()) count += 1
  return count
})()`

/** The last answer stands there with its headline and all its charts, and the next question can be typed. */
const isThreadReady = (turnId: string) => `(() => {
  const last = document.querySelector('[data-turn="${turnId}"]')
  const drawings = last?.querySelectorAll('figure [class*="_drawing_"]') ?? []
  return drawings.length > 0 && [...drawings].every(one => one.querySelector('[class*="_picture_"] svg')) &&
    document.querySelector('textarea:not(:disabled)') !== null
})()`

/** Enough rows of the history are drawn to fill the list, and a question can be typed. */
const isHistoryReady = `document.querySelectorAll('nav a[href^="/app/chat/"]').length >= 10 &&
  document.querySelector('textarea:not(:disabled)') !== null`

export interface Opening {
  readyMs: number
  nodes: number
}

/** Opens an address with a cold cache and waits until `isReady` holds on the screen. */
async function openTimed(world: World, probed: ProbedPage, path: string, isReady: string): Promise<Opening> {
  await probed.page.goto(world.stage.url + path, { waitUntil: 'commit' })
  const readyMs = await probed.ask<number>(`probe.whenReady(() => ${isReady})`)
  await probed.page.waitForTimeout(1_200)
  return { readyMs, nodes: await probed.ask<number>(countNodes) }
}

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const contextFor = ({ browser }: World, { storage }: SignedIn, viewport: typeof laptop) =>
  browser.newContext({ storageState: storage, viewport })

/** The long conversation, opened by its address. */
export async function openThread(world: World, thread: LongThread, slowdown: number): Promise<Opening> {
  const context = await contextFor(world, world.regular, phone)
  try {
    const probed = await openPage(context, slowdown)
    return await openTimed(world, probed, thread.path, isThreadReady(thread.lastTurnId))
  } finally {
    await context.close()
  }
}

export interface Climb {
  /** From the end of the conversation to its first question in sight. */
  seconds: number
  mostNodes: number
}

/** Scrolls the long conversation from its end to its first question, as a reader with a wheel would, but without rest. */
export async function climbThread(world: World, thread: LongThread): Promise<Climb> {
  const context = await contextFor(world, world.regular, laptop)
  try {
    const probed = await openPage(context)
    const { page, ask } = probed
    await openTimed(world, probed, thread.path, isThreadReady(thread.lastTurnId))
    await page.mouse.move(800, 400)
    const from = Date.now()
    let mostNodes = 0
    const first = `document.querySelector('[data-turn="${thread.firstTurnId}"]')?.getBoundingClientRect().top >= 0`
    while (!(await ask<boolean>(first))) {
      if (Date.now() - from > 60_000) throw new Error('The beginning of the conversation was not reached')
      await page.mouse.wheel(0, -6_000)
      await page.waitForTimeout(30)
      mostNodes = Math.max(mostNodes, await ask<number>(countNodes))
    }
    return { seconds: (Date.now() - from) / 1_000, mostNodes }
  } finally {
    await context.close()
  }
}

export interface Scrolling extends Opening {
  droppedShare: number
  /** Per cent of the frames in which the middle of the list was empty. */
  emptyShare: number
}

/** Opens the app beside the whole history and scrolls the list for three seconds at a fast finger’s pace, twice. */
export async function scrollHistory(world: World, slowdown: number): Promise<Scrolling> {
  const context = await contextFor(world, world.veteran, laptop)
  try {
    const probed = await openPage(context, slowdown)
    const { page, cdp, ask } = probed
    const opening = await openTimed(world, probed, '/app', isHistoryReady)
    const wholeList = `document.querySelector('nav ul').getBoundingClientRect().height > 100000`
    await ask(`probe.whenReady(() => ${wholeList})`)
    await page.waitForTimeout(500)
    const fling = (yDistance: number) =>
      cdp.send('Input.synthesizeScrollGesture', { x: 130, y: 450, yDistance, speed: 4_000 })
    await ask('probe.start()')
    await fling(-12_000)
    const { dropped, drawn } = await ask<Watched>('probe.stop()')
    // Looking costs a layout: it is done on another way.
    await ask(watchMiddle)
    await fling(-12_000)
    const { looked, empty } = await ask<{ looked: number; empty: number }>('middle')
    return {
      ...opening,
      nodes: Math.max(opening.nodes, await ask<number>(countNodes)),
      droppedShare: (100 * dropped) / (dropped + drawn),
      emptyShare: (100 * empty) / Math.max(1, looked),
    }
  } finally {
    await context.close()
  }
}

/** Looks in each frame whether a row stands in the middle of the list. */
const watchMiddle = `(() => {
  window.middle = { looked: 0, empty: 0 }
  const look = () => {
    middle.looked += 1
    if (!document.elementFromPoint(130, 450)?.closest('nav li')) middle.empty += 1
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`
