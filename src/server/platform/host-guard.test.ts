import { type RequestOptions, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import type { SocialOptions } from '../../contract/social.ts'
import { testDatabase } from '../testing/database.ts'
import { freePort } from '../testing/server-process.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

const database = await testDatabase()
const opened: TestApp[] = []
afterAll(async () => {
  for (const app of opened) await app.close()
})

/** The product on a socket of its own, reached by whatever name and from whatever address a test likes. */
async function listening(env: Record<string, string> = {}) {
  const port = await freePort()
  const app = await testApp(database, { PORT: String(port), RATE_LIMITS: 'off', ...env })
  opened.push(app)
  await app.http.fastify.listen({ host: env.HOST ?? '127.0.0.1', port })
  const call = (path: string, { host, ...headers }: Record<string, string> = {}, address = '127.0.0.1') => {
    const method = path === '/api/user_exists' ? 'POST' : 'GET'
    const body = method === 'POST' ? '{"email":"a@b.co"}' : ''
    const sent = { host: host ?? `127.0.0.1:${port}`, ...(body && { 'content-type': 'application/json' }) }
    return statusOf({ host: address, port, path, method, headers: { ...sent, ...headers } }, body)
  }
  return { app, port, call }
}

const statusOf = (options: RequestOptions, body: string) =>
  new Promise<number>((resolve, reject) => {
    const asked = request(options, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', reject).end(body)
  })

const offered = async (app: TestApp) =>
  (await app.http.fastify.inject('/api/social/options')).json<SocialOptions>()

/** An address of this machine that others in its network use. */
const networkAddress = Object.values(networkInterfaces())
  .flat()
  .find(address => address?.family === 'IPv4' && !address.internal)?.address

const anybody = '/dev/sign-in/google/credential?email=a@b.co&is_run=yes&nonce=x'
const devPages = ['/dev/mail', '/dev/crm', '/dev/local.css', '/dev/sign-in/google/certs', anybody]

describe('the default start', () => {
  test('answers under the names of this machine, with and without an Origin, stand-ins too', async () => {
    const { port, call } = await listening()
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', '[::1]', 'soko.localhost']) {
      const host = `${name}:${port}`
      for (const path of ['/readyz', ...devPages])
        expect([path, await call(path, { host })]).toEqual([path, 200])
      expect(await call('/api/user_exists', { host })).toBe(200)
      expect(await call('/api/user_exists', { host, origin: `http://${host}` })).toBe(200)
    }
  })

  test('a page that had its name pointed at this machine reads and calls nothing', async () => {
    const { port, call } = await listening()
    for (const name of ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', 'localhost@evil.test']) {
      const host = `${name}:${port}`
      for (const path of ['/', '/readyz', '/api/front/settings', '/api/user_exists', ...devPages])
        expect([path, await call(path, { host })]).toEqual([path, 403])
      expect(await call('/api/user_exists', { host, origin: `http://${host}` })).toBe(403)
    }
  })

  test('another page of this machine calls nothing either', async () => {
    const { call } = await listening()
    for (const origin of ['http://localhost:1', 'http://127.0.0.1', 'null', 'https://evil.test'])
      expect(await call('/api/user_exists', { origin })).toBe(403)
  })

  test('whoever comes through a proxy meets no stand-in', async () => {
    const { call } = await listening()
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host']) {
      for (const path of devPages)
        expect([path, await call(path, { [name]: '203.0.113.9' })]).toEqual([path, 404])
      expect(await call('/api/user_exists', { [name]: '203.0.113.9' })).toBe(200)
    }
  })
})

describe('a start that others reach', () => {
  test('on every network card: the product by address, container and public name, and no stranger’s', async () => {
    const { app, port, call } = await listening({ HOST: '0.0.0.0', PUBLIC_URL: 'http://soko.example:8080' })
    const names = ['127.0.0.1', 'localhost', '192.168.1.5', '[fd00::5]', 'soko', 'host.docker.internal']
    for (const host of [...names.map(name => `${name}:${port}`), 'soko.example:8080', 'soko.example']) {
      expect([host, await call('/', { host })]).not.toEqual([host, 403])
      expect([host, await call('/api/user_exists', { host })]).toEqual([host, 200])
      expect(await call('/api/user_exists', { host, origin: `http://${host}` })).toBe(200)
    }
    expect(await call('/api/user_exists', { host: 'evil.test' })).toBe(403)
    expect(await offered(app)).toMatchObject({ google: null, facebook: null })
    for (const path of devPages) expect([path, await call(path)]).toEqual([path, 404])
  })

  test.runIf(networkAddress)('a neighbour in the network reads no mail and signs in as nobody', async () => {
    const { app, call } = await listening({ HOST: '0.0.0.0' })
    expect(await offered(app)).toMatchObject({ google: null, facebook: null })
    for (const path of ['/dev/mail', '/dev/crm']) {
      expect([path, await call(path)]).toEqual([path, 200])
      expect([path, await call(path, {}, networkAddress)]).toEqual([path, 404])
      expect([path, await call(path, { host: '192.168.1.5' })]).toEqual([path, 404])
    }
    expect(await call(anybody)).toBe(404)
    expect(await call('/api/user_exists', { host: `${networkAddress}:1` }, networkAddress)).toBe(200)
  })

  test('behind a proxy under a public address nothing stands in, however the proxy names this server', async () => {
    const { app, call } = await listening({ PUBLIC_URL: 'https://soko.example' })
    expect(await offered(app)).toMatchObject({ google: null, facebook: null })
    for (const path of devPages) expect([path, await call(path)]).toEqual([path, 404])
    expect(await call('/api/user_exists', { host: 'soko.example', origin: 'https://soko.example' })).toBe(200)
  })
})
