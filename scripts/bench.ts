import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { argv, execPath } from 'node:process'

/** Runs `bench/*.bench.ts` one after the other, or those whose name holds the word given: `npm run bench -- answer`. */
const root = join(import.meta.dirname, '..')
const word = argv[2] ?? ''
const files = globSync('bench/*.bench.ts', { cwd: root })
  .filter(file => file.includes(word))
  .sort()
if (files.length === 0) {
  console.error(`There is no measurement named '${word}' in bench/`)
  process.exitCode = 1
}
for (const file of files) {
  console.log(`\n${file}`)
  const { status } = spawnSync(execPath, [file], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
