import { expect, test } from 'vitest'
import { recordedLog } from '../testing/recorded-log.ts'
import { systemClock } from './clock.ts'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'
import { alarmAtUntrustedProxy } from './forwarded-alarm.ts'
import { createHttp } from './http-server.ts'

async function server(trustedProxies: readonly string[]) {
  const { log, lines } = recordedLog()
  const app = createHttp({
    ...{ db: {} as Db, log, clock: systemClock, publicUrl: 'https://soko.example', trustedProxies },
    isProduction: true,
    findSession: async () => {
      throw new AppError('unauthenticated')
    },
  })
  alarmAtUntrustedProxy(app)
  const call = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.fastify.inject({ url: '/', remoteAddress, headers })
  const alarms = () => lines.map(line => JSON.parse(line)).filter(line => line.alarm === 'untrusted_proxy')
  return { call, alarms }
}

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-proto', 'https'],
  ['forwarded', 'for=203.0.113.9'],
  ['x-real-ip', '203.0.113.9'],
])('the first %s from a peer that is no trusted proxy raises an alarm, once', async (header, value) => {
  const { call, alarms } = await server(['10.0.0.0/8'])
  await call('192.0.2.1')
  expect(alarms()).toEqual([])
  await call('192.0.2.1', { [header]: value })
  await call('192.0.2.1', { [header]: value })
  await call('192.0.2.2', { [header]: value })
  expect(alarms()).toMatchObject([{ level: 'error', alarm: 'untrusted_proxy', header, peer: '192.0.2.1' }])
  expect(JSON.stringify(alarms())).not.toContain('203.0.113.9')
})

test('a trusted proxy raises none, over IPv4 mapped into IPv6 neither', async () => {
  const { call, alarms } = await server(['10.0.0.0/8', '2001:db8::5'])
  for (const peer of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::5'])
    await call(peer, { 'x-forwarded-for': '203.0.113.9' })
  expect(alarms()).toEqual([])
})

test('without any trusted proxy every forwarded header is one too many', async () => {
  const { call, alarms } = await server([])
  await call('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })
  expect(alarms()).toHaveLength(1)
})
