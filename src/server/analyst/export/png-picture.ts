import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { productFont } from '../../platform/product-fonts.ts'

/** Pixels of the picture for each of the drawing's: sharp on a slide. */
const scale = 2

let painter: Promise<{ fonts: Uint8Array[] }> | null = null

/** Pictures kept, of some 50 to 200 kB each: painting one keeps everybody else waiting. */
const keptMax = 50
const kept = new Map<string, Promise<Buffer>>()

/** An SVG of ours as PNG; the same one is painted once, as long as few others were asked for since. */
export function pngPicture(svg: string): Promise<Buffer> {
  const key = createHash('sha256').update(svg).digest('base64')
  const picture = kept.get(key) ?? paint(svg)
  kept.delete(key)
  kept.set(key, picture)
  for (const oldest of kept.keys()) {
    if (kept.size <= keptMax) break
    kept.delete(oldest)
  }
  picture.catch(() => kept.delete(key))
  return picture
}

/** Brings its own font, because a server has none. */
async function paint(svg: string): Promise<Buffer> {
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
  // The library is of the whole process, where another copy of this module may have started it.
  await initWasm(await readFile(wasm)).catch((error: Error) => {
    if (!error.message.startsWith('Already initialized')) throw error
  })
  return { fonts: await Promise.all([productFont('regular'), productFont('bold')]) }
}
