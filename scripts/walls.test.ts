import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkWalls } from './check-walls.ts'

const ROOT = join(import.meta.dirname, '..')
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'walls-'))
  copyFileSync(join(ROOT, 'package.json'), join(root, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Writes files under src; `imports` are the specifiers each file imports. */
function write(files: Record<string, string[]>): void {
  for (const [file, imports] of Object.entries(files)) {
    const path = join(root, 'src', file)
    mkdirSync(dirname(path), { recursive: true })
    const lines = imports.map(
      (specifier, index) => `import * as a${index} from '${specifier}'\nconsole.log(a${index})`,
    )
    writeFileSync(path, `${lines.join('\n')}\nexport const one = 1\nexport type One = typeof one\n`)
  }
}

async function brokenRules(): Promise<string[]> {
  const { violations } = await checkWalls(root)
  return [...new Set(violations.map(violation => violation.split(':')[0] ?? ''))].sort()
}

test('a tree that keeps the walls passes', async () => {
  write({
    'contract/chat.ts': ['zod/mini'],
    'charts/line.ts': ['../contract/chat.ts', 'd3-scale'],
    'server/platform/pool.ts': ['pg', 'node:fs'],
    'server/credits/tables.ts': ['../platform/pool.ts'],
    'server/credits/credits.ts': ['./tables.ts', '../../contract/chat.ts'],
    'server/chat/chat.ts': ['../credits/credits.ts', '../../charts/line.ts'],
    'server/chat/routes.ts': ['./chat.ts'],
    'server/admin/admin.ts': ['../chat/chat.ts', '../credits/credits.ts'],
    'server/app.ts': ['./chat/routes.ts', './credits/credits.ts'],
    'server/main.ts': ['./app.ts'],
    'web/ui/dialog.tsx': ['@base-ui/react/dialog', 'react'],
    'web/chat/chat-page.tsx': ['../ui/dialog.tsx', '../../contract/chat.ts', '../../charts/line.ts'],
    'web/app/app.tsx': ['../chat/chat-page.tsx'],
  })
  expect((await checkWalls(root)).violations).toEqual([])
})

test.each<[string, Record<string, string[]>]>([
  ['contract-knows-nobody', { 'contract/chat.ts': ['../charts/line.ts'], 'charts/line.ts': [] }],
  ['contract-knows-nobody', { 'contract/chat.ts': ['node:fs'] }],
  ['contract-knows-nobody', { 'contract/chat.ts': ['react'] }],
  ['charts-are-pure', { 'charts/line.ts': ['react'] }],
  ['charts-are-pure', { 'charts/line.ts': ['node:fs'] }],
  ['charts-are-pure', { 'charts/line.ts': ['../server/platform/pool.ts'], 'server/platform/pool.ts': [] }],
  ['web-never-meets-server', { 'web/app/a.ts': ['../../server/platform/b.ts'], 'server/platform/b.ts': [] }],
  [
    'server-never-meets-web',
    { 'server/platform/b.ts': ['../../web/platform/a.ts'], 'web/platform/a.ts': [] },
  ],
  ['web-has-no-node', { 'web/platform/a.ts': ['node:path'] }],
  ['platform-knows-no-feature', { 'server/platform/a.ts': ['../chat/chat.ts'], 'server/chat/chat.ts': [] }],
  ['platform-knows-no-feature', { 'web/platform/a.ts': ['../chat/b.ts'], 'web/chat/b.ts': [] }],
  ['features-know-no-composition', { 'server/chat/chat.ts': ['../app.ts'], 'server/app.ts': [] }],
  ['features-know-no-composition', { 'web/chat/a.ts': ['../app/b.ts'], 'web/app/b.ts': [] }],
  ['enter-by-the-door', { 'server/chat/chat.ts': ['../credits/ledger.ts'], 'server/credits/ledger.ts': [] }],
  [
    'enter-by-the-door',
    { 'server/chat/a.test.ts': ['../credits/ledger.ts'], 'server/credits/ledger.ts': [] },
  ],
  [
    'composition-uses-doors-routes-and-jobs',
    { 'server/app.ts': ['./chat/turn.ts'], 'server/chat/turn.ts': [] },
  ],
  ['tables-stay-home', { 'server/chat/chat.ts': ['../credits/tables.ts'], 'server/credits/tables.ts': [] }],
  ['tables-stay-home', { 'server/testing/a.ts': ['../credits/tables.ts'], 'server/credits/tables.ts': [] }],
  [
    'tables-stay-home-from-composition',
    { 'server/app.ts': ['./chat/tables.ts'], 'server/chat/tables.ts': [] },
  ],
  ['the-look-knows-no-feature', { 'web/ui/a.ts': ['../chat/b.ts'], 'web/chat/b.ts': [] }],
  ['the-look-knows-no-feature', { 'web/ui/a.ts': ['../../contract/b.ts'], 'contract/b.ts': [] }],
  ['no-test-code-in-the-product', { 'server/chat/chat.ts': ['../testing/a.ts'], 'server/testing/a.ts': [] }],
  ['server-runs-on-dependencies', { 'server/platform/a.ts': ['react'] }],
  ['listed-packages-only', { 'server/platform/a.ts': ['fastq'] }],
  ['no-unresolved', { 'server/platform/a.ts': ['./nowhere.ts'] }],
  ['only-known-rooms', { 'server/platform/a.ts': ['../helpers/b.ts'], 'server/helpers/b.ts': [] }],
  [
    'server-credits-asks-only-its-own',
    { 'server/credits/credits.ts': ['../auth/auth.ts'], 'server/auth/auth.ts': [] },
  ],
  [
    'server-chat-asks-only-its-own',
    { 'server/chat/chat.ts': ['../insights/insights.ts'], 'server/insights/insights.ts': [] },
  ],
  ['web-auth-asks-only-its-own', { 'web/auth/a.ts': ['../chat/b.ts'], 'web/chat/b.ts': [] }],
  ['one-door-for-duckdb', { 'server/insights/engine.ts': ['@duckdb/node-api'] }],
  ['one-door-for-model-sdk', { 'server/analyst/analyst.ts': ['@ai-sdk/openai-compatible'] }],
  ['one-door-for-nodemailer', { 'server/auth/auth.ts': ['nodemailer'] }],
  ['one-door-for-pg', { 'server/credits/ledger.ts': ['pg'] }],
  ['one-door-for-base-ui', { 'web/chat/a.tsx': ['@base-ui/react/dialog'] }],
])('%s fires', async (rule, files) => {
  write(files)
  expect(await brokenRules()).toContain(rule)
})

test('circles are found, those of types alone too', async () => {
  write({ 'server/chat/a.ts': ['./b.ts'], 'server/chat/b.ts': [] })
  writeFileSync(
    join(root, 'src/server/chat/b.ts'),
    "import type { One } from './a.ts'\nexport type Two = One\nexport const one = 1\n",
  )
  expect(await brokenRules()).toContain('no-circle')
})

test('a tree in which nothing was read fails', async () => {
  mkdirSync(join(root, 'src'))
  expect(await brokenRules()).toEqual(['not-read'])
})
