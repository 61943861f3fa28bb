import type { Figure } from '../report.ts'
import { floorPath } from './build-floor.ts'
import { limited, times, written } from './figure-of.ts'
import { lighthouseScore } from './lighthouse-score.ts'
import { floorScreen, type Load, measureBlocking, measureLoad, type Screen } from './load-measure.ts'
import type { World } from './world.ts'

const KILOBYTE = 1_000
const blockingRuns = 3
const slowdown = 4

/** Bytes, requests, blocking time and Lighthouse's score of the screens that come first. */
export async function measureLoads(world: World): Promise<Figure[]> {
  const login: Screen = { path: '/login', ready: 'input[type=email]', reader: null }
  const chat: Screen = { path: '/app', ready: 'textarea', reader: world.newcomer }
  const landing: Screen = {
    path: '/',
    ready: '[data-state]',
    reader: null,
    viewport: { width: 1440, height: 900 },
  }
  console.log('Loading the screens with a cold cache')
  const floor = await measureLoad(world, floorScreen)
  const sizes = {
    landing: await measureLoad(world, landing),
    login: await measureLoad(world, login),
    'empty chat': await measureLoad(world, chat),
  }
  return [...sizeFigures(sizes, floor), await blockingFigure(world, chat), ...(await scoreFigures(world))]
}

const limits = {
  landing: { scripts: 5, all: 70, requests: 8 },
  login: { scripts: 85, all: 110, requests: null },
  'empty chat': { scripts: 130, all: 170, requests: 10 },
}

function sizeFigures(sizes: Record<keyof typeof limits, Load>, floor: Load): Figure[] {
  const kilobytes = (bytes: number) => ({ values: [bytes / KILOBYTE], unit: 'kB', digits: 1 })
  const beside = (bytes: number) => `React alone ${written(kilobytes(bytes))}`
  return (['landing', 'login', 'empty chat'] as const).flatMap(name => {
    const { scripts, all, requests } = limits[name]
    const size = sizes[name]
    return [
      limited(
        `scripts, ${name}`,
        kilobytes(size.scriptBytes),
        { atMost: scripts },
        beside(floor.scriptBytes),
      ),
      limited(`everything, ${name}`, kilobytes(size.allBytes), { atMost: all }, beside(floor.allBytes)),
      limited(
        `requests, ${name}`,
        { values: [size.requests], unit: '' },
        requests === null ? null : { atMost: requests },
        `React alone ${floor.requests}`,
      ),
    ]
  })
}

async function blockingFigure(world: World, chat: Screen): Promise<Figure> {
  console.log('Blocking time')
  const ours: number[] = []
  const floor: number[] = []
  for (let run = 0; run < blockingRuns; run += 1) {
    floor.push(await measureBlocking(world, floorScreen, slowdown))
    ours.push(await measureBlocking(world, chat, slowdown))
  }
  return limited(
    'blocking time at 4×, empty chat',
    { values: ours, unit: 'ms' },
    { atMost: 250 },
    `React alone ${written({ values: floor, unit: 'ms' })}`,
  )
}

async function scoreFigures(world: World): Promise<Figure[]> {
  console.log('Lighthouse')
  const floor = await lighthouseScore(world, floorPath)
  const beside = `React alone ${floor.performance}`
  const landing = await lighthouseScore(world, '/', { isDesktop: true })
  const login = await lighthouseScore(world, '/login')
  const chat = await times(2, () => lighthouseScore(world, '/app', { isSignedIn: true }))
  const points = (scores: readonly { performance: number }[]) => ({
    values: scores.map(score => score.performance),
    unit: '',
  })
  return [
    limited(`Lighthouse performance, landing, desktop (${landing.parts})`, points([landing]), {
      atLeast: 98,
    }),
    limited(
      `Lighthouse performance, login, phone (${login.parts})`,
      points([login]),
      { atLeast: 98 },
      beside,
    ),
    limited(
      `Lighthouse performance, empty chat, phone (${chat[0]?.parts})`,
      points(chat),
      { atLeast: 95 },
      beside,
    ),
  ]
}
