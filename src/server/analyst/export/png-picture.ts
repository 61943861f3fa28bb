import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

/** Pixels of the picture for each of the drawing's: sharp on a slide. */
const scale = 2

let painter: Promise<{ fonts: Uint8Array[] }> | null = null

/** Paints an SVG of ours as PNG. It brings its own font, because a server has none. */
export async function pngPicture(svg: string): Promise<Buffer> {
  painter ??= preparePainter()
  const { fonts } = await painter
  const options = {
    fitTo: { mode: 'zoom' as const, value: scale },
    font: { fontBuffers: fonts, defaultFontFamily: 'Noto Sans', sansSerifFamily: 'Noto Sans' },
  }
  const resvg = new Resvg(svg, options)
  const image = resvg.render()
  const png = Buffer.from(image.asPng())
  image.free()
  resvg.free()
  return png
}

async function preparePainter(): Promise<{ fonts: Uint8Array[] }> {
  const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  await initWasm(await readFile(wasm))
  const folder = fontFolder(import.meta.dirname)
  const files = ['noto-sans-regular.ttf', 'noto-sans-bold.ttf']
  return { fonts: await Promise.all(files.map(file => readFile(join(folder, file)))) }
}

/** data/fonts of the product, whether this runs from the sources or from the built server. */
function fontFolder(from: string): string {
  const folder = join(from, 'data', 'fonts')
  if (existsSync(folder)) return folder
  const above = dirname(from)
  if (above === from) throw new Error('The folder data/fonts is missing.')
  return fontFolder(above)
}
