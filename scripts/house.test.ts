import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '../src/contract/endpoints.ts'
import { readMigrations } from '../src/server/platform/migrate.ts'
import { testDatabase } from '../src/server/testing/database.ts'
import { testApp } from '../src/server/testing/test-app.ts'

/** The laws of the house that no tool knows. */
const root = join(import.meta.dirname, '..')

/** What is tracked or about to be, also in a clone that belongs to another user. */
const files = execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', '-co', '--exclude-standard'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter(file => file !== '' && existsSync(join(root, file)) && statSync(join(root, file)).isFile())
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const isCode = (file: string) => /\.(ts|tsx|mjs|cjs|js|css|sql)$/.test(file) && !file.startsWith('data/')
const code = files.filter(isCode)
const isText = (file: string) => !/\.(png|jpg|woff2?|ttf|parquet|ico|br|gz|wasm)$/.test(file)

test('the laws look at the whole house', () => {
  expect(code.length).toBeGreaterThan(100)
})

describe('names', () => {
  const refused = /^(utils?|helpers?|common|misc|shared|types|index|manager|service)$/
  /** In a longer name the last word says what it is: `mail-layout` does, `chat-helpers` does not. */
  const refusedEnding = /-(utils?|helpers?|common|misc|shared|manager|service)$/

  test('no file or folder bears a name that says nothing', () => {
    const names = (file: string) => file.split('/').map(part => part.split('.')[0] ?? '')
    const saysNothing = (name: string) => refused.test(name) || refusedEnding.test(name)
    expect(code.filter(file => names(file).some(saysNothing))).toEqual([])
  })

  test('files and folders are kebab-case', () => {
    const kebab = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
    const sql = /^\d{4}_[a-z0-9-]+\.sql$/
    const wrong = code.filter(file => !file.split('/').every(part => kebab.test(part) || sql.test(part)))
    expect(wrong).toEqual([])
  })
})

test('no file is longer than 400 lines', () => {
  const long = code
    .map(file => ({ file, lines: read(file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > 400)
  expect(long).toEqual([])
})

test('most files are short: the median near 80 lines, 95% under 250', () => {
  const lengths = code
    .filter(file => file.startsWith('src/') && /\.tsx?$/.test(file))
    .map(file => read(file).split('\n').length - 1)
    .sort((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length * 0.5)]).toBeLessThanOrEqual(120)
  expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThanOrEqual(250)
})

describe('guides', () => {
  const guides = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
  /** Made at need, or a pattern for a name to come. */
  const notYet = /^(node_modules|dist|var|\.cache)(\/|$)|NNNN/
  const rooms = new Set(files.map(file => file.split('/')[0]))

  /** Paths in code spans and in links to our own files. */
  function pathsIn(text: string): string[] {
    const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(match => match[1] ?? '')
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(match => match[1] ?? '')
    return [...spans.filter(isPath), ...links]
      .map(path => path.replace(/^\.\//, ''))
      .filter(path => !notYet.test(path))
  }

  function isPath(span: string): boolean {
    if (!/^[\w@.][\w@./*{},<>-]*$/.test(span)) return false
    return rooms.has(span.split('/')[0]) || /^[\w./*-]+\.(ts|tsx|mjs|cjs|sql|md|css|html)$/.test(span)
  }

  function isThere(path: string): boolean {
    const pattern = path.replace(/\/$/, '').replace(/<[^>]+>/g, '*')
    const source = pattern
      .replace(/[.+^$()|[\]\\]/g, '\\$&')
      .replace(/\{([^}]+)\}/g, (_, list: string) => `(${list.replaceAll(',', '|')})`)
      .replaceAll('*', '[^/]*')
    // A span may leave out the rooms before it, as in `platform/pool.ts`.
    const wanted = new RegExp(`(^|/)${source}($|/)`)
    return files.some(file => wanted.test(file))
  }

  test.each(guides)('every path named in %s exists', guide => {
    const paths = pathsIn(read(guide))
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter(path => !isThere(path))).toEqual([])
  })

  test('decisions are numbered, each with a number of its own', () => {
    const decisions = files.filter(file => /^docs\/decisions\/.*\.md$/.test(file))
    expect(decisions.length).toBeGreaterThan(0)
    const numbers = decisions.map(file => basename(file).slice(0, 4)).sort()
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) expect(number).toMatch(/^\d{4}$/)
  })

  test('licence and sources are stated', () => {
    expect(read('LICENSE')).toContain('Apache License')
    expect(JSON.parse(read('package.json')).license).toBe('Apache-2.0')
    expect(existsSync(join(root, 'NOTICE'))).toBe(true)
  })
})

test('migrations are consecutive', () => {
  const numbers = readMigrations(join(root, 'migrations')).map(migration => migration.number)
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('only the configuration reads the environment; tests hand it on to the processes they start', () => {
  const environment = /process\.env\b|\benv\b[^;\n]*from 'node:process'/
  const product = code.filter(file => /^src\/(?!server\/testing\/)/.test(file) && !/\.test\.tsx?$/.test(file))
  const readers = product.filter(file => environment.test(read(file)))
  expect(readers).toEqual(['src/server/platform/config.ts'])
})

test('no file names a place on the machine of whoever wrote it', () => {
  const homes = ['work', 'home', 'root', 'Users']
  const place = new RegExp(`(?<![\\w.:/-])/(${homes.join('|')})/[\\w.-]`)
  const found = files.filter(file => isText(file) && file !== 'package-lock.json' && place.test(read(file)))
  expect(found).toEqual([])
})

describe('packages', () => {
  const manifest = JSON.parse(read('package.json'))
  const lock = JSON.parse(read('package-lock.json'))

  test('every version is exact', () => {
    const all = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap(kind =>
      Object.entries<string>(manifest[kind]),
    )
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter(([, version]) => !/^(npm:[a-z]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })

  test('the lockfile is that of package.json and names no download address', () => {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      expect(lock.packages[''][kind]).toEqual(manifest[kind])
    }
    const addresses = Object.values<{ resolved?: string }>(lock.packages).flatMap(
      ({ resolved }) => resolved ?? [],
    )
    expect(addresses).toEqual([])
  })
})

describe('the wire', async () => {
  const app = await testApp(await testDatabase())
  afterAll(() => app.close())
  const named = endpoints.map(({ method, path }) => `${method} ${path}`)

  test('every endpoint of the contract is listed once and mounted once, and no other is', () => {
    expect(new Set(named).size).toBe(named.length)
    expect(app.http.mounted.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...named].sort())
  })

  test.each(
    endpoints.filter(({ access }) => access === 'session').map(({ method, path }) => [method, path] as const),
  )('%s %s refuses a call without a session', async (method, path) => {
    const url = `/api${path.replace(/:\w+/g, 'x')}`
    const answer = await app.http.fastify.inject({ method, url, ...(method !== 'GET' && { payload: {} }) })
    expect(answer.statusCode).toBe(401)
  })
})
