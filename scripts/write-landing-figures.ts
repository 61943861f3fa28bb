import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInsights } from '../src/server/insights/insights.ts'
import { panelForTests } from '../src/server/testing/panel-for-tests.ts'
import { landingFigures } from './landing-figures.ts'

/** Writes the figures of the landing page anew; a test fails while they differ from what the engine computes. */
const root = join(import.meta.dirname, '..')
const file = join(root, 'src/web/landing/landing-figures.json')
const insights = await createInsights(await panelForTests())
try {
  writeFileSync(file, JSON.stringify(await landingFigures(insights)))
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', file], { stdio: 'inherit' })
} finally {
  await insights.close()
}
