import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** All that a build is made of. Tests are not part of it. */
const SOURCES = [
  'index.html',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'scripts/build.ts',
  'scripts/checkout-page.ts',
  'scripts/landing-page.ts',
  'scripts/page-apart.ts',
  'scripts/shared-head.ts',
  'src',
]

/** A hash over the contents of everything that goes into dist/, in some 20 ms. */
export function fingerprint(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesOf(root, source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(root, path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full, { withFileTypes: true })
    .map(entry => ({ entry, path: `${path}/${entry.name}` }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(item => {
      if (item.entry.isDirectory()) return filesOf(root, item.path)
      return /\.test\.tsx?$/.test(item.path) ? [] : [item.path]
    })
}
