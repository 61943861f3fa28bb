import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareSpec, uncovered } from './spec/compare-spec.ts'
import { countWords, coveragePage } from './spec/coverage-page.ts'
import { readSection } from './spec/spec-lines.ts'
import { readTags } from './spec/spec-tags.ts'

/**
 * Puts the lines of docs/spec beside the tests that say they hold them, and writes docs/spec-coverage.md. Ends with 1
 * where a line is not held, or a tag is of no use.
 */
const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const found = (...patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .map(file => file.replaceAll('\\', '/'))
    .sort()

const sections = found('docs/spec/[0-9]-*.md').map(file => readSection(read(file)))
const tests = found('src/**/*.test.{ts,tsx}', 'scripts/*.test.ts', 'e2e/*.e2e.ts')
const coverage = compareSpec(sections, new Map(tests.map(file => [file, readTags(file, read(file))])))
writeFileSync(join(root, 'docs/spec-coverage.md'), coveragePage(coverage))

for (const problem of coverage.problems) console.log(problem)
for (const { id, text, lack } of uncovered(coverage)) console.log(`${id} lacks ${lack}: ${text}`)
console.log(countWords(coverage))
if (coverage.problems.length > 0 || uncovered(coverage).length > 0) process.exitCode = 1
