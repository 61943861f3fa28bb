#!/usr/bin/env node
import { chdir, exit } from 'node:process'
// The one launcher behind every npm script. Plain JavaScript for the machine's own Node, 20 or newer; whatever it starts
// runs under the Node that the product ships.
import { fileURLToPath } from 'node:url'
import { build } from './scripts/launcher/build.mjs'
import { install } from './scripts/launcher/install.mjs'
import { PlainError } from './scripts/launcher/plain-error.mjs'
import { runChild } from './scripts/launcher/run-child.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Command → what it does, and what it runs once the packages are there. */
const commands = {
  start: { says: 'install, build and serve the product', builds: true, runs: ['dist/server/main.js'] },
  dev: { says: 'serve from the sources, and again at each change', runs: ['scripts/dev.ts'] },
  build: { says: 'build dist/ where it is stale', builds: true },
  check: { says: 'format, lint, types, walls, dead code, unit tests', runs: ['scripts/check.ts', 'check'] },
  test: {
    says: 'all of check, then whole processes and journeys in a browser',
    builds: true,
    runs: ['scripts/check.ts', 'test'],
  },
  bench: { says: 'measure the figures we promise', builds: true, runs: ['scripts/measure.ts', 'bench'] },
  prove: {
    says: 'kill, flood and race, and count what was lost',
    builds: true,
    runs: ['scripts/measure.ts', 'prove'],
  },
  spec: { says: 'put the tests beside the lines of the specification', runs: ['scripts/spec-coverage.ts'] },
  screens: {
    says: 'take a picture of every screen and state into .cache/screens',
    builds: true,
    runs: ['scripts/screens.ts'],
  },
  admin: {
    says: 'what an operator does: npm run admin -- help',
    builds: true,
    asks: true,
    runs: ['dist/server/admin-process.js'],
  },
  learn: {
    says: 'learn the weights of the reader from the questions of eval/',
    runs: ['scripts/learn-weights.ts'],
  },
  eval: { says: 'ask the analyst the questions of eval/ and grade its answers', runs: ['scripts/eval.ts'] },
}

async function main([name = 'start', ...rest]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const list = Object.entries(commands).map(([key, { says }]) => `  ${key.padEnd(6)} ${says}`)
    throw new PlainError(`There is no command '${name}'. There are:\n${list.join('\n')}`)
  }
  const node = await install(root)
  if (command.builds) await build(root, node)
  return command.runs ? await runChild(root, node, [...command.runs, ...rest], command) : 0
}

try {
  chdir(root)
  exit(await main(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  console.error(error.message)
  exit(1)
}
