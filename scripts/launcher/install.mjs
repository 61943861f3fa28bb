import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PlainError } from './plain-error.mjs'
import { isNewEnough, shippedNode } from './shipped-node.mjs'

/**
 * Installs the packages where they are missing or not those of the lockfile.
 * @returns the Node to run the product with
 */
export async function install(root) {
  if (!isInstalled(root)) await npmCi(root)
  const node = shippedNode(root) ?? (isNewEnough() ? process.execPath : null)
  if (!node) {
    throw new PlainError(
      `No Node is shipped for ${process.platform}-${process.arch}, and this one is ${process.version}: install Node 24 or newer`,
    )
  }
  return node
}

/** npm writes what it installed into node_modules/.package-lock.json; an older date may only mean a fresh checkout. */
function isInstalled(root) {
  const lockfile = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  if (statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs) return true
  const has = readPackages(installed)
  return Object.entries(readPackages(lockfile)).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true
    return has[path] ? has[path].version === version : optional === true
  })
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

async function npmCi(root) {
  const folder = existsSync(join(root, 'node_modules')) ? join(root, 'node_modules') : root
  if (!isWritable(folder)) {
    throw new PlainError(
      `Packages are missing and ${folder} cannot be written: run 'npm ci' there as its owner`,
    )
  }
  console.log('Installing packages ...')
  const from = Date.now()
  // Building needs the development packages, whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, errors } = await npm(root, args)
  if (code !== 0) throw new PlainError(`npm ci failed: ${reason(errors)}`)
  console.log(`Installed in ${((Date.now() - from) / 1000).toFixed(0)} s`)
}

/** npm as it was started with, else the one on the path. */
function npm(root, args) {
  const script = process.env.npm_execpath
  const viaNode = script && /\.c?js$/.test(script) && existsSync(script)
  const [program, first] = viaNode ? [process.execPath, [script]] : ['npm', []]
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    env: { ...process.env, ...cacheSetting() },
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32' && !viaNode,
  })
  let errors = ''
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  return new Promise(resolve => {
    child.on('error', error => resolve({ code: 1, errors: `npm cannot be run: ${error.message}` }))
    child.on('close', code => resolve({ code, errors }))
  })
}

/** A user without a home that can be written still needs a place for npm's cache. */
function cacheSetting() {
  const cache = process.env.npm_config_cache ?? (process.env.HOME ? join(process.env.HOME, '.npm') : null)
  if (cache && isWritable(existsSync(cache) ? cache : dirname(cache))) return {}
  const own = join(tmpdir(), `soko-npm-${process.getuid?.() ?? 'cache'}`)
  return { npm_config_cache: own, npm_config_logs_max: '0' }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** What npm says in its first telling lines, as one. */
function reason(errors) {
  const lines = errors
    .split('\n')
    .map(line => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .filter(line => line && !/^(code|errno|syscall|A complete log|npm warn)/i.test(line))
  return lines.slice(0, 2).join(' ') || 'it gave no reason'
}
