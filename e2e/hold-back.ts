import type { Page } from 'playwright-core'

/** Holds calls back on their way to the server; gives the way to let them go. */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(path, async route => {
    await isLetGo
    await route.continue()
  })
  return letGo
}
