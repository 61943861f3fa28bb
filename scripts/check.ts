import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { argv, env, execPath } from 'node:process'
import { spawnNode } from '../src/server/testing/spawn-node.ts'

/**
 * Runs everything that keeps the house: `node scripts/check.ts check` in under two minutes, `… test` with the journeys in
 * a browser and the byte budget as well. Goes on after a failure, and ends with one line of figures.
 */
type Gate = { name: string; command: string[]; onlyIn?: 'test' }
type Suite = Gate & { report: string }
type Outcome = { name: string; passed: number; failed: number }

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const types = (room: string): Gate => ({
  name: `types of ${room}`,
  // By its path: typescript, which dependency-cruiser needs, has a program of the same name.
  command: [execPath, 'node_modules/typescript-native/bin/tsc', '-p', `src/${room}/tsconfig.json`],
})

/** Independent of each other and quick to say no: run side by side. */
const gates: Gate[] = [
  { name: 'promises', command: ['oxlint'] },
  types('server'),
  types('web'),
  types('contract'),
  types('charts'),
  { name: 'format and lint', command: ['biome', 'ci', '.', '--error-on-warnings', '--max-diagnostics=60'] },
  { name: 'walls', command: [execPath, 'scripts/check-walls.ts'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'specification', command: [execPath, 'scripts/spec-coverage.ts'] },
]

const vitest = (project: string, report: string) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]

const suites: Suite[] = [
  suite({ name: 'unit tests', project: 'unit' }),
  { ...suite({ name: 'tests of whole processes', project: 'processes' }), onlyIn: 'test' },
  { ...suite({ name: 'journeys in a browser', project: 'e2e' }), onlyIn: 'test' },
]

/** After the suites: they start the product, which wants the machine to itself. */
const lastGates: Gate[] = [
  { name: 'byte budget', command: [execPath, 'scripts/byte-budget.ts'], onlyIn: 'test' },
]

function suite({ name, project }: { name: string; project: string }): Suite {
  const report = join(root, '.cache', `${project}-report.json`)
  return { name, command: vitest(project, report), report }
}

const children = new Set<ReturnType<typeof spawnNode>>()
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true
    for (const child of children) child.kill(signal)
  })
}

type Finished = { code: number | null; output: string; seconds: string }

/** Tools are programs of Node as well: so they end with us, however we end. */
function run([program = '', ...args]: string[], stdio: 'pipe' | 'inherit'): Promise<Finished> {
  const from = Date.now()
  const command = program === execPath ? args : [bin(program), ...args]
  // The tools' own programs name `node`; the one we ship comes first.
  const PATH = `${dirname(execPath)}${delimiter}${env.PATH}`
  const colour = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const child = spawnNode(command, {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...env, PATH, ...colour },
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      output += String(chunk)
    })
  }
  return new Promise(resolve => {
    const finish = (code: number | null) => {
      children.delete(child)
      resolve({ code, output, seconds: ((Date.now() - from) / 1000).toFixed(1) })
    }
    child.on('error', error => {
      output += error.message
      finish(1)
    })
    child.on('close', finish)
  })
}

async function runGate(gate: Gate): Promise<Outcome> {
  const { code, output, seconds } = await run(gate.command, 'pipe')
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${gate.name} (${seconds} s)`)
  if (code !== 0 || gate.name === 'byte budget') console.log(output.trim())
  return { name: gate.name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
}

/** As many at a time as there are processors. */
async function runGates(waiting: Gate[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = [...waiting]
  const worker = async () => {
    for (let gate = queue.shift(); gate && !isInterrupted; gate = queue.shift())
      outcomes.push(await runGate(gate))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return outcomes
}

async function runSuite({ name, command, report }: Suite): Promise<Outcome> {
  rmSync(report, { force: true })
  mkdirSync(dirname(report), { recursive: true })
  const { code, seconds } = await run(command, 'inherit')
  const outcome = { name, ...readReport(report) }
  // A file that does not even load fails no test, and a suite in which nothing ran proves nothing.
  if (outcome.failed === 0 && (code !== 0 || outcome.passed === 0)) outcome.failed = 1
  console.log(`${outcome.failed === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  return outcome
}

function readReport(report: string): Omit<Outcome, 'name'> {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const mode = argv[2] === 'test' ? 'test' : 'check'
const wanted = (gate: Gate) => gate.onlyIn === undefined || gate.onlyIn === mode
const outcomes = await runGates(gates.filter(wanted))
for (const next of suites.filter(wanted)) {
  if (!isInterrupted) outcomes.push(await runSuite(next))
}
outcomes.push(...(await runGates(lastGates.filter(wanted))))
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
const broken = outcomes.filter(outcome => outcome.failed > 0).map(outcome => outcome.name)
if (broken.length > 0) console.log(`Failed: ${broken.join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
if (isInterrupted) console.log('Interrupted: what came after was not run')
process.exitCode = failed === 0 && !isInterrupted ? 0 : 1
