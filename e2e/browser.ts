import { type Browser, chromium } from 'playwright-core'
import { type Chromium, findChromium } from '../scripts/chromium.ts'

/** Headless Chromium that keeps to itself: no look-ups of its own while a journey runs. */
export async function openBrowser(found?: Chromium): Promise<Browser> {
  return chromium.launch({
    ...(found ?? (await findChromium())),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}
