import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'promise-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The project's own rules, without the list of ignored folders, in which the fixture lies. */
function rulesWithoutIgnores(): string {
  const rules = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'))
  const file = join(folder, 'rules.json')
  writeFileSync(file, JSON.stringify({ ...rules, ignorePatterns: [] }))
  return file
}

/** What the linter prints, a finding a line; it ends with 1 where it finds something. */
const lint = (...args: string[]) =>
  new Promise<string>(resolve => {
    const program = join(root, 'node_modules/oxlint/bin/oxlint')
    execFile(execPath, [program, '--format', 'unix', ...args], { cwd: root }, (_, output) => resolve(output))
  })

// The linter reads the types of the whole program first, which takes a while on a busy machine.
const lintMaxMs = 90_000

test(
  'promises that nobody awaits are found, also those of pool.query(), of thenables and of our own functions',
  async () => {
    const output = await lint('-c', rulesWithoutIgnores(), 'scripts/fixtures/floating-promises.ts')
    const found = [...output.matchAll(/:(\d+):\d+: .*\(([\w-]+)\)\]$/gm)].map(
      ([, line, rule]) => `${line} ${rule}`,
    )
    expect(found).toEqual([
      '13 no-floating-promises',
      '14 no-floating-promises',
      '15 no-floating-promises',
      '16 no-floating-promises',
      '17 no-misused-promises',
    ])
  },
  lintMaxMs,
)
