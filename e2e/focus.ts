import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the focus is on an element or in it: only then do keys go there. */
export const hasFocus = (place: Locator): Promise<void> =>
  expect.poll(() => place.evaluate(element => element.matches(':focus-within'))).toBe(true)
