import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

/** A file of the floor's page as it is sent. */
export interface FloorFile {
  type: string
  brotli: Buffer
}

/** Where the floor's page stands on the stage. */
export const floorPath = '/floor/'

const typeOf = (name: string) => (name.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript')

/** Builds the page of React alone into `folder`, with the tools that build the product. Answers its files by address. */
export async function buildFloor(folder: string): Promise<Map<string, FloorFile>> {
  await build({
    root: join(import.meta.dirname, 'floor'),
    base: floorPath,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  )
  const files = entries.map(entry => join(entry.parentPath, entry.name))
  return new Map(
    files.map(file => {
      const name = relative(folder, file)
        .split(sep)
        .join('/')
        .replace(/^index\.html$/, '')
      return [floorPath + name, { type: typeOf(file), brotli: brotliCompressSync(readFileSync(file)) }]
    }),
  )
}
