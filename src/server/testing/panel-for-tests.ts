import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { prepareSamplePanel } from '../insights/insights.ts'

const root = join(import.meta.dirname, '../../..')
const dataFolder = join(root, 'data')
const shelf = join(root, 'var/test')
/** A panel that no test opened for so long is taken away: another process may still read a younger one. */
const unusedMs = 24 * 3_600_000

/** What the rows of the panel and its figures are made from, the seed in it; nothing else that the catalogue reads. */
export const panelSources = (): string[] =>
  globSync(
    [
      'src/server/insights/{sample-*,make-sample-panel,seeded-random,warehouse-panel-writer}.ts',
      'src/server/insights/{countries,segments,channels,figures,csv}.ts',
      'data/{edition.json,macro.csv,countries.csv,segments.csv}',
    ],
    { cwd: root },
  )
    .filter(name => !name.endsWith('.test.ts'))
    .sort()

/** The sample panel, made once, read by all tests and kept as long as what it is made from does not change. */
export async function panelForTests(): Promise<{ dataDir: string; dataFolder: string }> {
  const hash = createHash('sha256')
  for (const file of panelSources()) hash.update(readFileSync(join(root, file)))
  const name = `panel-${hash.digest('hex').slice(0, 12)}`
  const dataDir = join(shelf, name)
  mkdirSync(dataDir, { recursive: true })
  const now = new Date()
  utimesSync(dataDir, now, now)
  for (const other of readdirSync(shelf)) removeUnused(join(shelf, other), now)
  await prepareSamplePanel({ dataDir, dataFolder })
  return { dataDir, dataFolder }
}

function removeUnused(folder: string, now: Date): void {
  const about = statSync(folder, { throwIfNoEntry: false })
  const isPanel = folder.startsWith(join(shelf, 'panel-'))
  if (isPanel && about && now.getTime() - about.mtimeMs > unusedMs)
    rmSync(folder, { recursive: true, force: true })
}
