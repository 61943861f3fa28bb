import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { systemClock } from './clock.ts'
import { openDb } from './db.ts'
import { AppError } from './errors.ts'
import type { HttpApp } from './http.ts'
import { createHttp } from './http-server.ts'
import { createLog } from './log.ts'
import { answerTheRest } from './not-found.ts'
import { serveWebFiles } from './web-files.ts'

const { pool } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'soko-web-'))
const appPage =
  '<!doctype html><title>The app</title><noscript>It needs scripts</noscript><div id="root"></div>'
const script = `console.log(${JSON.stringify('x'.repeat(5_000))})`
let app: HttpApp

beforeAll(async () => {
  for (const name of ['web/assets', 'web/.git']) mkdirSync(join(folder, name), { recursive: true })
  const web = (name: string, text: string | Buffer) => writeFileSync(join(folder, 'web', name), text)
  web('index.html', appPage)
  web('landing.html', '<!doctype html><title>Landing</title>')
  web('home.html', '<!doctype html><title>Home</title>')
  web('theme.js', '1')
  web('assets/main-B4xK9_2a.js', script)
  web('assets/main-B4xK9_2a.js.br', brotliCompressSync(script))
  web('assets/main-B4xK9_2a.js.gz', gzipSync(script))
  web('assets/main-B4xK9_2a.js.map', '{}')
  web('.env', 'SECRET=1')
  web('.git/config', 'secret')
  writeFileSync(join(folder, 'outside.txt'), 'secret')
  symlinkSync(join(folder, 'outside.txt'), join(folder, 'web/link.txt'))
  app = createHttp({
    db: openDb(pool),
    log: createLog('silent'),
    clock: systemClock,
    publicUrl: 'http://soko.test',
    trustedProxies: [],
    isProduction: false,
    findSession: async () => {
      throw new AppError('unauthenticated')
    },
  })
  const tos = async () => ({ title: 'Terms', body: '<main>In $& words</main>' })
  answerTheRest(app, await serveWebFiles(app, join(folder, 'web'), { '/tos': tos }))
  await app.fastify.ready()
})
afterAll(async () => {
  await app.fastify.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ method: 'GET', url, headers })
const page = { accept: 'text/html,application/xhtml+xml' }
const asset = '/assets/main-B4xK9_2a.js'

describe('the built app', () => {
  test('a file whose name holds its hash is sent compressed and kept for ever', async () => {
    for (const [encoding, accepted] of [
      ['br', 'gzip, deflate, br'],
      ['gzip', 'gzip'],
    ]) {
      const answer = await get(asset, { 'accept-encoding': accepted ?? '' })
      expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding])
      expect(answer.headers['content-type']).toMatch(/^(?:text|application)\/javascript/)
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.vary).toMatch(/accept-encoding/i)
    }
    expect((await get(asset)).body).toBe(script)
  })

  test('a page and a file without a hash are asked for again each time, and cost nothing when they are the same', async () => {
    for (const [url, headers] of [
      ['/', page],
      ['/theme.js', {}],
    ] as const) {
      const answer = await get(url, headers)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      const again = await get(url, { ...headers, 'if-none-match': String(answer.headers.etag) })
      expect(again.statusCode).toBe(304)
    }
  })

  test('every place inside the app is its page, for a browser and for a plain tool', async () => {
    for (const url of ['/login', '/app/chat/thread_abc-_12/', '/verify/Ab-_9', '/app?order-id=1&token=2']) {
      for (const headers of [page, { accept: '*/*' }, {}]) {
        const answer = await get(url, headers)
        expect([url, answer.statusCode, answer.body]).toEqual([url, 200, appPage])
      }
    }
    for (const url of ['/landing', '/landing/', '/landing/deeper/still'])
      expect((await get(url, page)).body).toContain('Landing')
    expect((await get('/landings', page)).body).toContain('The app')
  })

  test('an address without a screen is 404 with the app’s page, which says so, however often it is asked for', async () => {
    const { etag } = (await get('/login', page)).headers
    for (const url of ['/nowhere', '/landings', '/app/nothing', '/verify', '/nowhere?x=1']) {
      for (const headers of [page, { ...page, 'if-none-match': String(etag) }]) {
        const answer = await get(url, headers)
        expect([url, answer.statusCode]).toEqual([url, 404])
        expect(answer.body).toContain('The app')
        expect(answer.headers.etag).toBeUndefined()
      }
    }
  })

  test('the ready home page stands at the root and nowhere else', async () => {
    for (const url of ['/', '/?utm=1']) expect((await get(url, page)).body).toContain('Home')
    for (const url of ['/home', '/home/']) expect((await get(url, page)).body).toContain('The app')
    expect((await get('/home.html', page)).statusCode).toBe(404)
  })

  // spec: S2.terms.1
  test('a page whose words the server knows has them in it, and nothing that is said where no script runs', async () => {
    for (const url of ['/tos', '/tos/', '/tos?utm=1']) {
      const answer = await get(url, page)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body).toBe(
        '<!doctype html><title>Terms · The app</title><div id="root"><main>In $& words</main></div>',
      )
    }
    expect((await get('/tos/more', page)).statusCode).toBe(404)
    expect((await get('/tos', { accept: 'application/json' })).statusCode).toBe(404)
  })

  test('a script’s fetch of a place that is no file is 404, not a page', async () => {
    expect((await get('/login', { accept: '*/*', 'sec-fetch-mode': 'cors' })).statusCode).toBe(404)
    expect((await get('/login', { accept: 'application/json' })).statusCode).toBe(404)
  })

  test.each([
    '//x',
    '//login',
    '/app//chat',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/assets/..%5c..%5coutside.txt',
    '/../outside.txt',
    '/link.txt',
    '/.git/config',
    '/.git',
    '/.env',
    '/%2eenv',
    `${asset}.map`,
    `${asset}.br`,
    `${asset}.gz`,
    '/assets',
    '/assets/',
    '/index.html/x.js',
    '/missing.js',
    '/%00',
    '/%zz',
    '/wp-login.php',
  ])('faults 166: %s is 404 without a page, also for a browser', async url => {
    for (const headers of [page, {}]) {
      const answer = await get(url, headers)
      const isFolder = url.startsWith('/assets') && !url.includes('.')
      if (isFolder) expect(answer.body).toContain('The app')
      else expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found'])
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      expect(answer.body).not.toMatch(/secret/i)
    }
  })

  test('a path of 100,000 segments is answered at once', async () => {
    const start = performance.now()
    expect((await get(`/${'a/'.repeat(4_000)}!`, page)).statusCode).toBe(404)
    expect((await get(`/${'a'.repeat(8_000)}!`, page)).statusCode).toBe(404)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
