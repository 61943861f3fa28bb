import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { argv } from 'node:process'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'

export type WallReport = { violations: string[]; modulesRead: number; filesFound: number }

/**
 * Holds the sources under `root/src` against the walls of .dependency-cruiser.cjs.
 * @returns violations as `rule: from → to`; also one when dependency-cruiser did not read every source file, since it
 * reports nothing, and no failure, where it cannot parse.
 */
export async function checkWalls(root: string): Promise<WallReport> {
  const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  const options: ICruiseOptions = {
    ...rules.options,
    baseDir: root,
    ruleSet: { forbidden: rules.forbidden },
    validate: true,
  }
  const result = (await cruise(['src'], options)).output as ICruiseResult
  const read = new Set(result.modules.map(module => module.source))
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map(file => file.replaceAll('\\', '/'))
  const violations = result.summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle?.length ? cycle.map(step => step.name).join(' → ') : to
    return `${rule.name}: ${from} → ${path}`
  })
  for (const file of files.filter(file => !read.has(file))) violations.push(`not-read: ${file}`)
  const links = result.modules
    .filter(module => module.source.startsWith('src/'))
    .flatMap(module => module.dependencies)
  if (files.length === 0 || links.length === 0)
    violations.push(`not-read: nothing under ${join(root, 'src')}`)
  return { violations, modulesRead: read.size, filesFound: files.length }
}

if (import.meta.filename === argv[1]) {
  const { violations, modulesRead, filesFound } = await checkWalls(join(import.meta.dirname, '..'))
  for (const violation of violations) console.error(violation)
  console.log(`${filesFound} source files, ${modulesRead} modules read, ${violations.length} violations`)
  if (violations.length > 0) process.exitCode = 1
}
