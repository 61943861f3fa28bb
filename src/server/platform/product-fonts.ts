import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFolder } from './data-folder.ts'

/** Noto Sans: Latin letters in two weights, and letters of other scripts. */
const files = {
  regular: 'noto-sans-regular.ttf',
  bold: 'noto-sans-bold.ttf',
  arabic: 'noto-sans-arabic-regular.ttf',
  ethiopic: 'noto-sans-ethiopic-regular.ttf',
} as const
export type FontName = keyof typeof files

const fonts = new Map<FontName, Promise<Buffer>>()

/** A font that pictures and documents of ours bring along, because a server has none. Read once. */
export function productFont(name: FontName): Promise<Buffer> {
  const known = fonts.get(name)
  if (known) return known
  const font = readFile(join(dataFolder('fonts'), files[name]))
  fonts.set(name, font)
  font.catch(() => fonts.delete(name))
  return font
}
