import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { openBrowser } from '../../e2e/browser.ts'
import type { Person } from '../../e2e/person.ts'
import { type Product, startProduct } from '../../e2e/product.ts'
import { signUp } from '../../e2e/signed-in.ts'
import { createPool } from '../../src/server/platform/pool.ts'
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded-postgres.ts'
import { startFakeModelServer } from '../../src/server/testing/fake-model-server.ts'
import { type SetUp, setUp } from '../set-up.ts'
import { buildFloor } from './build-floor.ts'
import { longScript } from './long-answer.ts'
import { openStage, type Stage } from './stage.ts'

/** Everything a measurement stands on. */
export interface World {
  /** Its address is the stage's. */
  product: Product
  stage: Stage
  browser: Browser
  pool: ReturnType<typeof createPool>
  /** Somebody who has never asked anything. */
  newcomer: SignedIn
  /** Somebody with one conversation of 500 messages, once `fillHistory` has run. */
  regular: SignedIn
  /** Somebody with 5,000 conversations, likewise. */
  veteran: SignedIn
}

export interface SignedIn {
  person: Person
  /** What the browser keeps of the sign-in. */
  storage: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** A model's pace: 200 pieces a second. */
const modelPaceMs = 5

/**
 * The built product as a process of its own, on a PostgreSQL that is new and goes with the run; a model that streams, for
 * Deep Research; the stage before it; a browser; somebody signed in. The panel alone is kept between runs.
 */
export async function withWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await openWorld()
  try {
    await work(world)
  } finally {
    await world.end()
  }
}

const openWorld = (): Promise<SetUp<World>> =>
  setUp('screen', async (dataDir, atEnd) => {
    const stage = await openStage(await buildFloor(join(dataDir, 'floor')))
    atEnd(() => stage.close())
    const model = await startFakeModelServer(longScript(modelPaceMs))
    atEnd(() => model.close())
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log: { info: () => undefined },
      graceSeconds: 1,
      removeWhenKilled: true,
    })
    atEnd(() => postgres.stop())
    const { host, user, database } = postgres.connection
    const started = await startProduct({
      DATA_DIR: '.cache/screen',
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      PUBLIC_URL: stage.url,
      STARTER_CREDITS: '100000',
      MODEL_DEEP: 'openai-compatible/fake',
      OPENAI_COMPATIBLE_URL: model.url,
    })
    atEnd(() => started.stop())
    stage.forwardTo(started.url)
    const product = { ...started, url: stage.url }
    const pool = createPool(postgres.connection, { max: 2 })
    atEnd(() => pool.end())
    const browser = await openBrowser()
    atEnd(() => browser.close())
    const newcomer = await somebody(browser, product)
    const regular = await somebody(browser, product)
    const veteran = await somebody(browser, product)
    return { product, stage, browser, pool, newcomer, regular, veteran }
  })

async function somebody(browser: Browser, product: Product): Promise<SignedIn> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const person = await signUp(page, product)
  const storage = await context.storageState()
  await context.close()
  return { person, storage }
}
