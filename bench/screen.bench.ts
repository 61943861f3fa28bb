import { print, report } from './report.ts'
import { measureChats } from './screen/chat-figures.ts'
import { measureHistories } from './screen/history-figures.ts'
import { measureLoads } from './screen/load-figures.ts'
import { withWorld } from './screen/world.ts'

/**
 * What a person feels of the screens: the built product as a real process in a real Chromium, its processor slowed where
 * a figure says so, beside React alone in the same minutes. `-- loads`, `-- chats` or `-- histories` measures one part
 * and keeps nothing.
 */
const [only] = process.argv.slice(2)
const parts = { loads: measureLoads, chats: measureChats, histories: measureHistories }
const chosen = Object.entries(parts).filter(([name]) => only === undefined || name === only)

await withWorld(async world => {
  const figures = []
  for (const [, measure] of chosen) figures.push(...(await measure(world)))
  const done = only === undefined ? report : print
  done({
    id: 'screen',
    title: 'Screens, as a person feels them',
    command: 'npm run bench:screen',
    how:
      'The built product, a model that streams and an own PostgreSQL, each a process, in headless Chromium; phones are 390 × 844. ' +
      'Beside: a page of React alone, built and served in the same run. Bytes are bodies as sent, brotli, with a cold cache, ' +
      'without what is fetched ahead when idle. 4×: the processor four times slower. Medians, with the lowest and highest of the runs. ' +
      'The long answer is 20,000 characters, word by word; 200 deltas/s come from a server that plays a recorded answer, ' +
      'since the product itself gathers the words of 40 ms into one event. The landing page is for 1440 × 900.',
    figures,
  })
})
