import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { spawnNode } from '../src/server/testing/spawn-node.ts'

const folder = mkdtempSync(join(tmpdir(), 'soko-no-chromium-'))
const installs = join(folder, 'installs')
afterAll(() => rmSync(folder, { recursive: true }))

// A path without a Chromium, and with a package manager that only notes what it is asked.
const aptGet = join(folder, 'apt-get')
writeFileSync(aptGet, `#!/bin/sh\necho "$@" >> '${installs}'\n`)
chmodSync(aptGet, 0o755)

/** The browser found where system packages may be installed or not, and the packaged one can be unpacked or not. */
async function findChromium(settings: { CI: string; TMPDIR?: string }): Promise<string> {
  rmSync(installs, { force: true })
  const child = spawnNode([join(import.meta.dirname, 'chromium.ts')], {
    env: { PATH: folder, HOME: process.env.HOME, ...settings },
  })
  let found = ''
  child.stdout?.on('data', text => {
    found += text
  })
  await new Promise(resolve => child.on('close', resolve))
  return found.trim()
}

test.each(['', 'true'])(
  'the packaged browser is found without installing anything, CI=%j',
  async CI => {
    expect(existsSync(await findChromium({ CI }))).toBe(true)
    expect(existsSync(installs)).toBe(false)
  },
  120_000,
)

test('where the packaged browser cannot be unpacked, system packages are installed in CI, as root, and nowhere else', async () => {
  const TMPDIR = aptGet
  await findChromium({ CI: '', TMPDIR })
  expect(existsSync(installs)).toBe(false)
  await findChromium({ CI: 'true', TMPDIR })
  expect(existsSync(installs)).toBe(process.getuid?.() === 0)
}, 120_000)
