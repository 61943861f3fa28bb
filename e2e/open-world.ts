import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** What the journeys of one file happen in; there from the first of its tests to the last. */
export interface World {
  readonly product: Product
  /** A page in a browser that knows nothing yet, with wishes of its own: a language, a storage, less motion. */
  openPage(size?: { width: number; height: number }, wish?: BrowserContextOptions): Promise<Page>
}

/** Starts the product, with these settings, and a browser before the tests of a file, and ends both after them. */
export function openWorld(settings: () => Promise<Record<string, string>> = async () => ({})): World {
  let product: Product | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await openBrowser()
    product = await startProduct(await settings())
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })
  return {
    get product() {
      return started(product)
    },
    async openPage(size = desk, wish = {}) {
      const context = await started(browser).newContext({ viewport: size, ...wish })
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      return page
    },
  }
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The world opens before the first test')
  return part
}
