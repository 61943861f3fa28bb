import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { signUp } from '../../e2e/signed-in.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { freePort } from '../../src/server/testing/server-process.ts'
import type { World } from './world.ts'

/**
 * Lighthouse is fetched when it is first needed, apart from the product's packages: it and what it brings weigh half as
 * much as all of those, and every start of the product would wait for it.
 */
const version = '13.5.0'
const folder = join(import.meta.dirname, '../../.cache', `lighthouse-${version}`)
const program = join(folder, 'node_modules/lighthouse/cli/index.js')
const run = promisify(execFile)

async function install(): Promise<void> {
  if (existsSync(program)) return
  console.log(`Installing Lighthouse ${version} ...`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '-E', `lighthouse@${version}`],
    {
      cwd: folder,
    },
  )
}

export interface Score {
  /** Of 100. */
  performance: number
  /** What it was made of. */
  parts: string
}

interface LighthouseReport {
  runtimeError?: { message: string }
  categories: { performance: { score: number | null } }
  audits: Record<string, { displayValue?: string }>
}

/**
 * Lighthouse's performance score of a screen as a phone sees it, or a desktop: its own emulation, throttling and weights.
 * In a browser of its own with a new profile, signed in first where the screen wants it; what the sign-in left in the cache goes.
 */
export async function lighthouseScore(
  world: World,
  path: string,
  { isSignedIn = false, isDesktop = false }: { isSignedIn?: boolean; isDesktop?: boolean } = {},
): Promise<Score> {
  await install()
  const profile = mkdtempSync(join(tmpdir(), 'soko-lighthouse-'))
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  const context = await chromium.launchPersistentContext(profile, {
    ...(await findChromium()),
    args: [`--remote-debugging-port=${port}`, ...(isRoot ? ['--no-sandbox'] : [])],
  })
  try {
    if (isSignedIn) {
      const page = await context.newPage()
      // Somebody new: signing in here ends the session that the other measurements have.
      await signUp(page, world.product)
      const cdp = await context.newCDPSession(page)
      await cdp.send('Network.clearBrowserCache')
      await page.close()
    }
    const file = join(profile, 'report.json')
    await run(
      process.execPath,
      [
        program,
        world.stage.url + path,
        `--port=${port}`,
        '--only-categories=performance',
        ...(isDesktop ? ['--preset=desktop'] : []),
        '--output=json',
        `--output-path=${file}`,
        '--quiet',
      ],
      { env: { ...process.env, CI: '1' }, timeout: 120_000 },
    )
    return scoreIn(JSON.parse(readFileSync(file, 'utf8')) as LighthouseReport)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

function scoreIn({ runtimeError, categories, audits }: LighthouseReport): Score {
  const { score } = categories.performance
  if (runtimeError || score === null) throw new Error(`Lighthouse gave no score: ${runtimeError?.message}`)
  const shown = {
    'first-contentful-paint': 'FCP',
    'largest-contentful-paint': 'LCP',
    'total-blocking-time': 'TBT',
  }
  const parts = Object.entries(shown).map(([id, name]) => `${name} ${audits[id]?.displayValue ?? '?'}`)
  return { performance: Math.round(score * 100), parts: parts.join(', ') }
}
