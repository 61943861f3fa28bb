import type { Figure } from '../report.ts'
import { limited, times, written } from './figure-of.ts'
import { fillHistory } from './fill-history.ts'
import { climbThread, openThread, scrollHistory } from './history-measure.ts'
import { floorScreen, measureReady } from './load-measure.ts'
import type { World } from './world.ts'

const runs = 3
const slowdown = 4

/** A conversation of 500 messages, and 5,000 conversations in the sidebar. */
export async function measureHistories(world: World): Promise<Figure[]> {
  console.log('Filling the history')
  const thread = await fillHistory(world)
  console.log('Opening 500 messages')
  const floor = await times(runs, () => measureReady(world, floorScreen, slowdown))
  const slow = await times(runs, () => openThread(world, thread, slowdown))
  const full = await openThread(world, thread, 1)
  const climb = await climbThread(world, thread)
  console.log('Scrolling 5,000 conversations')
  const scrolls = await times(2, () => scrollHistory(world, 1))
  const slowScroll = await scrollHistory(world, slowdown)
  const beside = `React alone, empty ${written({ values: floor.map(ms => ms / 1_000), unit: 's', digits: 2 })}`
  const seconds = (some: readonly { readyMs: number }[]) => ({
    values: some.map(one => one.readyMs / 1_000),
    unit: 's',
    digits: 2,
  })
  return [
    limited('500 messages at 4×, ready', seconds(slow), { atMost: 0.7 }, beside),
    limited('500 messages, ready', seconds([full]), { atMost: 0.7 }),
    limited('500 messages, DOM nodes', { values: slow.map(one => one.nodes), unit: '' }, { atMost: 5_000 }),
    limited(
      '500 messages, climbed to the first, most DOM nodes',
      { values: [climb.mostNodes], unit: '' },
      { atMost: 5_000 },
    ),
    limited('500 messages, climbed to the first in', { values: [climb.seconds], unit: 's', digits: 1 }, null),
    limited('5,000 conversations at 4×, ready', seconds([slowScroll]), null, beside),
    limited(
      '5,000 conversations, DOM nodes',
      { values: scrolls.map(one => one.nodes), unit: '' },
      { atMost: 5_000 },
    ),
    limited(
      '5,000 conversations scrolled, dropped frames',
      { values: scrolls.map(one => one.droppedShare), unit: '%', digits: 1 },
      { atMost: 5 },
    ),
    limited(
      '5,000 conversations scrolled, frames with an empty list',
      { values: scrolls.map(one => one.emptyShare), unit: '%', digits: 1 },
      { atMost: 5 },
    ),
    limited(
      '5,000 conversations scrolled at 4×, dropped frames',
      { values: [slowScroll.droppedShare], unit: '%', digits: 1 },
      null,
    ),
  ]
}
