import { afterAll, expect, vi } from 'vitest'

/**
 * Test files of one worker share their modules, which spares each the half second of reading them again. So each leaves
 * the world as it found it; and since the browser's modules hold what one page knows, each file on them starts a new page.
 */
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (expect.getState().testPath?.includes('/src/web/')) vi.resetModules()
})
