import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from './fingerprint.mjs'
import { PlainError } from './plain-error.mjs'

/** Builds dist/ unless it was built from just these sources. */
export async function build(root, node) {
  const stamp = join(root, 'dist', '.stamp')
  const wanted = fingerprint(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted) return
  console.log('Building ...')
  const from = Date.now()
  const { code, output } = await run(node, ['scripts/build.ts', wanted], root)
  if (code !== 0) throw new PlainError(`The build failed:\n${output.trim()}`)
  console.log(`Built in ${((Date.now() - from) / 1000).toFixed(1)} s`)
}

function run(node, args, cwd) {
  const child = spawn(node, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      output += chunk
    })
  }
  return new Promise(resolve => {
    child.on('error', error => resolve({ code: 1, output: error.message }))
    child.on('close', code => resolve({ code, output }))
  })
}
