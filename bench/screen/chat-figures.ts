import type { Figure } from '../report.ts'
import { limited, times, written } from './figure-of.ts'
import { type Arrival, recordedAnswer, watchFloor, watchOurs } from './stream-measure.ts'
import type { World } from './world.ts'

const deltasPerSecond = 200
const fullRuns = 1
const slowRuns = 2

/** A long answer as it arrives: through the whole product, and from the stage at the full pace, beside React alone. */
export async function measureChats(world: World): Promise<Figure[]> {
  console.log('A long answer through the whole product, 4×')
  const whole = await watchOurs(world, 4)
  const events = await recordedAnswer(world)
  const deltas = events.filter(event => event.event === 'delta').length
  console.log(`A recorded answer of ${deltas} deltas at ${deltasPerSecond} a second, ours and React alone`)
  world.stage.play({ events, deltasPerSecond })
  try {
    const full = await arrivals(world, 1, fullRuns)
    const slow = await arrivals(world, 4, slowRuns)
    return [...fullFigures(full), ...slowFigures(slow), ...wholeFigures(whole)]
  } finally {
    world.stage.play(null)
  }
}

interface Arrivals {
  ours: Arrival[]
  floor: Arrival
}

const arrivals = async (world: World, slowdown: number, runs: number): Promise<Arrivals> => ({
  ours: await times(runs, () => watchOurs(world, slowdown)),
  floor: await watchFloor(world, slowdown),
})

/** One column of the runs, ours with the floor's beside it. */
const column = ({ ours, floor }: Arrivals, of: (one: Arrival) => number, unit: string, digits = 0) => ({
  runs: { values: ours.map(of), unit, digits },
  beside: `React alone ${written({ values: [of(floor)], unit, digits })}`,
})

function fullFigures(full: Arrivals): Figure[] {
  const dropped = column(full, one => one.droppedShare, '%', 1)
  const script = column(full, one => one.scriptMs / 1_000, 's', 2)
  const tasks = column(full, one => one.longTasks, '')
  const lag = column(full, one => one.lagMs, 'ms')
  return [
    limited('long answer, dropped frames', dropped.runs, { atMost: 5 }, dropped.beside),
    limited('long answer, script time', script.runs, { atMost: 2 }, script.beside),
    limited('long answer, long tasks', tasks.runs, { atMost: 0 }, tasks.beside),
    limited('long answer, last character after the last byte', lag.runs, { atMost: 120 }, lag.beside),
  ]
}

function slowFigures(slow: Arrivals): Figure[] {
  const longest = column(slow, one => one.longestTaskMs, 'ms')
  const lag = column(slow, one => one.lagMs, 'ms')
  const dropped = column(slow, one => one.droppedShare, '%', 1)
  const script = column(slow, one => one.scriptMs / 1_000, 's', 2)
  const layout = column(slow, one => one.layoutMs / 1_000, 's', 2)
  return [
    limited('long answer at 4×, longest task', longest.runs, { atMost: 100 }, longest.beside),
    limited('long answer at 4×, last character after the last byte', lag.runs, { atMost: 120 }, lag.beside),
    limited('long answer at 4×, dropped frames', dropped.runs, null, dropped.beside),
    limited('long answer at 4×, script time', script.runs, null, script.beside),
    limited('long answer at 4×, style and layout', layout.runs, null, layout.beside),
  ]
}

/** The same through the server, whose events hold the words of 40 ms. */
function wholeFigures(whole: Arrival): Figure[] {
  const figure = (what: string, value: number, unit: string, digits = 0) =>
    limited(`through the whole product at 4×, ${what}`, { values: [value], unit, digits }, null)
  return [
    figure('dropped frames', whole.droppedShare, '%', 1),
    figure('script time', whole.scriptMs / 1_000, 's', 2),
    figure('longest task', whole.longestTaskMs, 'ms'),
  ]
}
