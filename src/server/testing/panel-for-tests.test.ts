import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { panelSources } from './panel-for-tests.ts'

const folder = 'src/server/insights'
const root = join(import.meta.dirname, '../../..')

/** The files that a file takes values from, and those that they do. */
function importedBy(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  const text = readFileSync(join(root, folder, file), 'utf8')
  for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type)[^']*from '\.\/([\w-]+\.ts)'/gm))
    importedBy(name, known)
  return known
}

test('the panel is kept by all files that its rows are made with', () => {
  const files = [...importedBy('sample-panel.ts'), ...importedBy('warehouse-panel-writer.ts')]
  expect(files.length).toBeGreaterThan(8)
  expect(panelSources()).toEqual(expect.arrayContaining(files.map(file => `${folder}/${file}`)))
})

test('the panel stays where only words, cautions or rules of measures change', () => {
  const sources = panelSources()
  for (const file of ['data/flags.csv', 'data/measure-rules.csv', `${folder}/catalogue.ts`])
    expect(sources).not.toContain(file)
  expect(sources.filter(file => file.startsWith('data/lexicon'))).toEqual([])
})
