import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepareSamplePanel } from '../insights/insights.ts'

const root = join(import.meta.dirname, '../../..')
const dataFolder = join(root, 'data')
const shelf = join(root, 'var/test')

/** The sample panel, made once and kept as long as neither its sources nor its figures change: seconds saved a file. */
export async function panelForTests(): Promise<{ dataDir: string; dataFolder: string }> {
  const hash = createHash('sha256').update(readFileSync(join(dataFolder, 'edition.json')))
  const sources = globSync(['src/server/insights/*.ts', 'data/*.csv'], { cwd: root })
  for (const file of sources.filter(name => !name.endsWith('.test.ts')).sort())
    hash.update(readFileSync(join(root, file)))
  const name = `panel-${hash.digest('hex').slice(0, 12)}`
  mkdirSync(shelf, { recursive: true })
  for (const other of readdirSync(shelf))
    if (other.startsWith('panel-') && other !== name)
      rmSync(join(shelf, other), { recursive: true, force: true })
  const dataDir = join(shelf, name)
  await prepareSamplePanel({ dataDir, dataFolder })
  return { dataDir, dataFolder }
}
