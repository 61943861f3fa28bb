import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../e2e/browser.ts'
import { startProduct } from '../e2e/product.ts'
import { openStage, openState, type ScreenState, type SizeName, sizes } from '../e2e/screens/screen-state.ts'
import { screenStates } from '../e2e/screens/screen-states.ts'

/**
 * Takes a picture of every screen and state at three sizes in both themes into .cache/screens, with a page to look at
 * them all. `npm run screens -- login chat` takes those whose names hold one of the words.
 */
const folder = join(import.meta.dirname, '../.cache/screens')
const themes = ['light', 'dark'] as const
const words = process.argv.slice(2)
const wanted = screenStates.filter(
  ({ name }) => words.length === 0 || words.some(word => name.includes(word)),
)
const failures: string[] = []

if (words.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const product = await startProduct()
const browser = await openBrowser()
try {
  const stage = await openStage({
    product,
    async openPage(size, wish = {}) {
      const page = await (await browser.newContext({ viewport: size ?? null, ...wish })).newPage()
      page.setDefaultTimeout(20_000)
      return page
    },
  })
  for (const state of wanted) {
    for (const size of state.at ?? (Object.keys(sizes) as SizeName[])) await takePictures(state, size)
  }
  async function takePictures(state: ScreenState, size: SizeName): Promise<void> {
    const name = `${state.name}.${size}`
    try {
      const page = await openState(stage, state, size)
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.waitForTimeout(350)
        await page.screenshot({ path: join(folder, `${name}.${colorScheme}.png`) })
      }
      await page.context().close()
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
} finally {
  await browser.close()
  await product.stop()
}

writeFileSync(join(folder, 'index.html'), indexPage())
console.log(`${wanted.length} screens and states in ${folder}`)
for (const failure of failures) console.log(failure)
if (failures.length > 0) process.exitCode = 1

/** All pictures, a screen a row. */
function indexPage(): string {
  const rows = screenStates.map(({ name, at = Object.keys(sizes) }) => {
    const pictures = at.flatMap(size =>
      themes.map(theme => `<img src="${name}.${size}.${theme}.png" alt="${size}, ${theme}" loading="lazy">`),
    )
    return `<h2 id="${name}">${name}</h2><p>${pictures.join('')}</p>`
  })
  const style = 'body{font:16px system-ui;margin:24px}img{height:420px;margin:4px;border:1px solid #ccc}'
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('')}`
}
