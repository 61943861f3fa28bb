import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { systemClock } from './clock.ts'
import { openDb } from './db.ts'
import { AppError } from './errors.ts'
import type { HttpApp } from './http.ts'
import { createHttp } from './http-server.ts'
import { createLog } from './log.ts'
import { answerTheRest } from './not-found.ts'
import { createPool } from './pool.ts'
import { serveWebFiles } from './web-files.ts'

const { connection } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'soko-maintenance-'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>The app</title>')
writeFileSync(join(folder, 'theme.js'), '1')
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  rmSync(folder, { recursive: true, force: true })
})

async function server(): Promise<{ app: HttpApp; loseDatabase: () => Promise<void> }> {
  const pool = createPool(connection, { max: 2 })
  const app = createHttp({
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
  answerTheRest(app, await serveWebFiles(app, folder))
  await app.fastify.ready()
  ends.push(() => app.fastify.close())
  return { app, loseDatabase: () => pool.end() }
}

const browser = { accept: 'text/html,application/xhtml+xml' }
const get = (app: HttpApp, url: string, headers: Record<string, string> = browser) =>
  app.fastify.inject({ method: 'GET', url, headers })

test('a server that ends answers pages with 503, when to come again, and a page of one piece without a script', async () => {
  const { app } = await server()
  expect((await get(app, '/app/chat/x')).body).toContain('The app')
  app.isDraining = true
  for (const url of ['/', '/login', '/app/chat/x']) {
    const { statusCode, headers, body } = await get(app, url)
    expect([statusCode, headers['retry-after']]).toEqual([503, '10'])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('<h1>Back in a moment</h1>')
    expect(body).not.toMatch(/<script|\son\w+=|https?:|src=|<link rel="(?!icon" href="data:)|url\((?!#)/)
    const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
    expect(headers['content-security-policy']).not.toContain('unsafe')
  }
})

test('so does one without a database, a second after it has gone at the latest', async () => {
  const { app, loseDatabase } = await server()
  await loseDatabase()
  const { statusCode, headers } = await get(app, '/login')
  expect([statusCode, headers['retry-after']]).toEqual([503, '10'])
})

test('files and what a script asks for are not pages: they come as ever', async () => {
  const { app } = await server()
  app.isDraining = true
  expect((await get(app, '/theme.js')).statusCode).toBe(200)
  const call = await get(app, '/api/nothing')
  expect([call.statusCode, call.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  const fetched = await get(app, '/login', { accept: '*/*', 'sec-fetch-mode': 'cors' })
  expect(fetched.statusCode).toBe(404)
})
