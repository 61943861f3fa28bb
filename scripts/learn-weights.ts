import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { learnWeights } from '../eval/learn-weights.ts'
import { readQuestions } from '../eval/questions.ts'
import { prepareSamplePanel } from '../src/server/insights/insights.ts'

/** `npm run learn -- [--data-dir DIR]`: learns the weights of the reader from the questions of eval/ and stores them. */
const root = join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: { 'data-dir': { type: 'string', default: join(root, 'var') } },
})
const where = { dataDir: options['data-dir'], dataFolder: join(root, 'data') }
await prepareSamplePanel(where)
const weights = await learnWeights(where, join(root, '.cache/eval/altered'), readQuestions(), line =>
  console.log(line),
)
const file = join(root, 'src/server/analyst/reading/weights.json')
writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`)
console.log(`Written: ${file}`)
