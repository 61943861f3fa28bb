import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { spawnNode } from '../src/server/testing/spawn-node.ts'

/**
 * Runs `bench/*.bench.ts` or `proofs/*.proof.ts` one after the other, or those whose name holds the word given; what
 * follows is handed on: `npm run bench -- answers`, `npm run proof:ledger -- --seed 7`.
 */
const kinds = { bench: 'bench/*.bench.ts', prove: 'proofs/*.proof.ts' }

const root = join(import.meta.dirname, '..')
const [kind = 'bench', ...rest] = argv.slice(2)
const word = rest[0]?.startsWith('-') ? '' : (rest.shift() ?? '')
const files = globSync(kinds[kind === 'prove' ? 'prove' : 'bench'], { cwd: root })
  .filter(file => file.includes(word))
  .sort()
if (files.length === 0) {
  console.error(`There is nothing named '${word}' to ${kind}`)
  process.exitCode = 1
}
for (const file of files) {
  console.log(`\n${file}`)
  const child = spawnNode([file, ...rest], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const [status] = await once(child, 'exit')
  process.off('SIGINT', pass).off('SIGTERM', pass)
  if (status !== 0) process.exitCode = 1
}
