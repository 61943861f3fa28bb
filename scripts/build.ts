import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { checkoutPage } from './checkout-page.ts'
import { landingPage } from './landing-page.ts'
import { buildPageApart } from './page-apart.ts'

/**
 * Builds dist/ beside its place and swaps it in when whole: `node scripts/build.ts <fingerprint>`. The fingerprint tells
 * the next start that nothing has to be built.
 */
const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const fresh = join(root, `dist.new-${process.pid}`)

const COMPRESSED = /\.(js|css|html|svg|json|txt|webmanifest)$/
/** Below this a second header costs more than the bytes saved. */
const SMALLEST_BYTES = 1_000

async function buildAll(fingerprint: string): Promise<void> {
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh)
  await buildPart('vite.config.ts', 'web')
  for (const page of [landingPage, checkoutPage]) await buildPageApart(page, join(fresh, 'web'))
  await buildPart('vite.server.config.ts', 'server')
  await compressFolder(join(fresh, 'web'))
  writeFileSync(join(fresh, '.stamp'), `${fingerprint}\n`)
  const old = join(root, `dist.old-${process.pid}`)
  try {
    renameSync(dist, old)
  } catch {
    // The first build replaces nothing.
  }
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
}

async function buildPart(configFile: string, name: string): Promise<void> {
  await build({
    root,
    configFile: join(root, configFile),
    configLoader: 'native',
    mode: 'production',
    logLevel: 'warn',
    build: { outDir: join(fresh, name), emptyOutDir: true },
  })
}

/** Writes `<file>.br` and `<file>.gz` beside each text file, so that the server never compresses while it serves. */
async function compressFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && COMPRESSED.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async file => {
      const bytes = readFileSync(file)
      if (bytes.length < SMALLEST_BYTES) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

try {
  await buildAll(argv[2] ?? '')
} catch (error) {
  console.error(stripVTControlCharacters(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
} finally {
  rmSync(fresh, { recursive: true, force: true })
}
