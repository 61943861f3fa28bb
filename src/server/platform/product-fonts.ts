import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Noto Sans in the weights that files are set in. */
export interface ProductFonts {
  regular: Buffer
  bold: Buffer
}

let fonts: Promise<ProductFonts> | null = null

/** The fonts that pictures and documents of ours bring along, because a server has none. Read once. */
export function productFonts(): Promise<ProductFonts> {
  fonts ??= readFonts(fontFolder(import.meta.dirname))
  fonts.catch(() => {
    fonts = null
  })
  return fonts
}

async function readFonts(folder: string): Promise<ProductFonts> {
  const read = (weight: string) => readFile(join(folder, `noto-sans-${weight}.ttf`))
  const [regular, bold] = await Promise.all([read('regular'), read('bold')])
  return { regular, bold }
}

/** data/fonts of the product, whether this runs from the sources or from the built server. */
function fontFolder(from: string): string {
  const folder = join(from, 'data', 'fonts')
  if (existsSync(folder)) return folder
  const above = dirname(from)
  if (above === from) throw new Error('The folder data/fonts is missing.')
  return fontFolder(above)
}
