import { type Browser, type BrowserContext, chromium, type Request } from 'playwright-core'
import { startProduct } from '../e2e/product.ts'
import { findChromium } from './chromium.ts'

/**
 * Holds the scripts of the first screens, and of the document in which payment providers' scripts run, against their
 * budgets, by what a real Chromium fetches from the built product with a cold cache. Counted are bodies as sent (brotli)
 * until the screen can be used; what is fetched ahead when idle is not.
 */
const KILOBYTE = 1_000
const budgets = [
  { screen: 'login', path: '/login', ready: 'input[type=email]', signedIn: false, mostBytes: 85 * KILOBYTE },
  { screen: 'checkout', path: '/checkout', ready: 'body', signedIn: false, mostBytes: 8 * KILOBYTE },
  { screen: 'empty chat', path: '/app', ready: 'textarea', signedIn: true, mostBytes: 130 * KILOBYTE },
]
const READY_MS = 30_000

type Measured = { scripts: number; bytes: number; uncompressed: string[] }

async function measure(context: BrowserContext, url: string, ready: string): Promise<Measured> {
  // What is fetched ahead waits for an idle moment; here there is none.
  await context.addInitScript('window.requestIdleCallback = () => 0')
  const page = await context.newPage()
  const finished: Request[] = []
  page.on('requestfinished', request => finished.push(request))
  await page.goto(url)
  await page.locator(ready).first().waitFor({ timeout: READY_MS })
  await page.waitForTimeout(500)
  const scripts = finished.filter(request => request.resourceType() === 'script')
  let bytes = 0
  const uncompressed: string[] = []
  for (const request of scripts) {
    const size = (await request.sizes()).responseBodySize
    bytes += size
    const encoding = (await request.response())?.headers()['content-encoding']
    if (size > KILOBYTE && encoding !== 'br') uncompressed.push(new URL(request.url()).pathname)
  }
  await page.close()
  return { scripts: scripts.length, bytes, uncompressed }
}

/** The demo account's way in, through the screens; what is kept is the storage, not the cache. */
async function signIn(browser: Browser, url: string, printed: string) {
  const [, email = '', password = ''] = /Demo account: (\S+) (\S+)/.exec(printed) ?? []
  if (!email) throw new Error('The product named no demo account')
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.locator('input[type=email]').fill(email)
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app**', { timeout: READY_MS })
  const storageState = await context.storageState()
  await context.close()
  return storageState
}

async function checkBudgets(): Promise<boolean> {
  const product = await startProduct()
  const browser = await chromium.launch(await findChromium())
  let isKept = true
  try {
    const storageState = await signIn(browser, product.url, product.printed())
    for (const { screen, path, ready, signedIn, mostBytes } of budgets) {
      const context = await browser.newContext(signedIn ? { storageState } : {})
      const { scripts, bytes, uncompressed } = await measure(context, product.url + path, ready)
      await context.close()
      const isWithin = bytes > 0 && bytes <= mostBytes && uncompressed.length === 0
      if (!isWithin) isKept = false
      const figures = `${(bytes / KILOBYTE).toFixed(1)} kB in ${scripts} files, at most ${mostBytes / KILOBYTE} kB`
      console.log(`${isWithin ? 'kept' : 'BROKEN'}: scripts of ${screen}: ${figures}`)
      for (const file of uncompressed) console.log(`  sent without brotli: ${file}`)
    }
  } finally {
    await browser.close()
    await product.stop()
  }
  return isKept
}

if (!(await checkBudgets())) process.exitCode = 1
