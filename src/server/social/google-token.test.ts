import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import type { Db } from '../platform/db.ts'
import { createLog } from '../platform/log.ts'
import { createGoogleReader } from './google-token.ts'

const ctx: Context = {
  db: {} as Db,
  user: null,
  log: createLog('silent'),
  clock: systemClock,
  requestId: 'test',
}

interface Key {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

const aKey = (kid: string): Key => ({ kid, ...generateKeyPairSync('rsa', { modulusLength: 2_048 }) })

/** What Google publishes, how often it was asked, and whether it answers. */
const published = { keys: [] as Key[], asked: 0, status: 200 }
const server = createServer((_, answer) => {
  published.asked += 1
  const keys = published.keys.map(async ({ kid, publicKey }) => ({
    ...(await exportJWK(publicKey)),
    kid,
    alg: 'RS256',
    use: 'sig',
  }))
  void Promise.all(keys).then(keys => {
    answer.writeHead(published.status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
  })
})

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => {
  server.close()
})

const aReader = () => {
  const { port } = server.address() as AddressInfo
  const certsUrl = `http://127.0.0.1:${port}/certs`
  return createGoogleReader({ clientId: 'soko', certsUrl, issuers: ['https://accounts.google.com'] })
}

const aToken = ({ kid, privateKey }: Key) =>
  new SignJWT({ email: 'ama@gmail.com', email_verified: true, nonce: 'n' })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer('https://accounts.google.com')
    .setAudience('soko')
    .setSubject('1')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)

const inMinutes = (minutes: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
}

test('Google’s keys are kept, fetched again for a key that is new, and forgotten once withdrawn', async () => {
  const [first, second] = [aKey('first'), aKey('second')]
  const reader = aReader()
  const old = await aToken(first)
  published.keys = [first]
  published.asked = 0
  for (let round = 0; round < 3; round += 1) await reader.read(ctx, old)
  expect(published.asked).toBe(1)

  published.keys = [second]
  inMinutes(2)
  expect((await reader.read(ctx, await aToken(second))).subject).toBe('1')
  expect(published.asked).toBe(2)
  await expect(reader.read(ctx, old)).rejects.toMatchObject({ code: 'invalid_credentials' })
})

test('tokens that name keys nobody has do not make us ask Google for each of them', async () => {
  const known = aKey('known')
  const reader = aReader()
  published.keys = [known]
  await reader.read(ctx, await aToken(known))
  published.asked = 0
  const token = await aToken(aKey('unknown'))
  for (let round = 0; round < 10; round += 1) {
    await expect(reader.read(ctx, token)).rejects.toMatchObject({ code: 'invalid_credentials' })
  }
  expect(published.asked).toBe(0)
})

test('a Google that answers nonsense is away: the token is not at fault', async () => {
  const known = aKey('known')
  published.keys = [known]
  published.status = 500
  const token = await aToken(known)
  const reader = aReader()
  await expect(reader.read(ctx, token)).rejects.toMatchObject({ code: 'unavailable' })
  published.status = 200
  expect((await reader.read(ctx, token)).email).toBe('ama@gmail.com')
})
