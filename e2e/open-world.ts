import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { copySamplePanel, type SetUp, setUp } from '../bench/set-up.ts'
import { openBrowser } from './browser.ts'
import { type Product, productAt, startProduct } from './product.ts'

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** What the browser tests of one file happen in; there from the first of its tests to the last. */
export interface World {
  readonly product: Product
  /** A page in a browser that knows nothing yet, with wishes of its own: a language, a storage, less motion. */
  openPage(size?: { width: number; height: number }, wish?: BrowserContextOptions): Promise<Page>
}

/** A world whose product nobody else uses. */
export interface OwnWorld extends World {
  /** Where that product keeps its data; a temporary folder. */
  readonly dataDir: string
}

/** A browser for the tests of a file, and the product with default settings that all files share. */
export function openWorld(): World {
  const openPage = openBrowserForFile()
  return { openPage, product: productAt(inject('productUrl')) }
}

/** A browser for the tests of a file, and a product of its own with these settings; both end after its last test. */
export function openOwnWorld(settings: () => Promise<Record<string, string>>): OwnWorld {
  const openPage = openBrowserForFile()
  let own: SetUp<Product> | undefined
  beforeAll(async () => {
    own = await setUp('e2e', async (dataDir, atEnd) => {
      await copySamplePanel(dataDir)
      const product = await startProduct({ DATA_DIR: dataDir, ...(await settings()) })
      atEnd(product.stop)
      return product
    })
  })
  afterAll(() => own?.end())
  return {
    openPage,
    get product() {
      return started(own)
    },
    get dataDir() {
      return started(own).dataDir
    },
  }
}

function openBrowserForFile(): World['openPage'] {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await openBrowser(inject('chromium'))
  })
  // A page that stays open goes on asking the server, and takes its time from the tests that follow.
  afterEach(() => Promise.all(browser?.contexts().map(closeContext) ?? []))
  afterAll(() => browser?.close())
  return async (size = desk, wish = {}) => {
    const context = await started(browser).newContext({ viewport: size, locale: 'en-US', ...wish })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    return page
  }
}

async function closeContext(context: BrowserContext): Promise<void> {
  // What a test answers in the place of the server may be under way.
  await Promise.all(context.pages().map(page => page.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The world opens before the first test')
  return part
}
