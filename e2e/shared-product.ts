import type { TestProject } from 'vitest/node'
import { type Chromium, findChromium } from '../scripts/chromium.ts'
import { startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product with default settings answers, one for all browser tests of the run. */
    productUrl: string
    /** The Chromium of this machine, looked for once. */
    chromium: Chromium
  }
}

/**
 * Starts the product once for all browser tests that need no settings of their own; each test registers its own people.
 * @returns the tear-down
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', await findChromium())
  const product = await startProduct()
  project.provide('productUrl', product.url)
  return product.stop
}
