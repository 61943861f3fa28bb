import { describe, expect, test } from 'vitest'
import { productionSettings } from '../testing/production-settings.ts'
import { readConfig } from './config.ts'
import { standInsOf } from './stand-ins.ts'

const whole = { GOOGLE_CLIENT_ID: 'id', FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 'secret-value' }
const local = { PORT: '4000' }
const outside = { ...local, HOST: '0.0.0.0' }
const everyPayee = ['express', 'paypal', 'flutterwave']
const standIns = (env: Record<string, string>) => standInsOf(readConfig(env))

describe('what stands in for services that are not set', () => {
  test.each([
    ['nothing is set', {}],
    ['only the port is', local],
    ['the public address is this machine’s', { ...local, PUBLIC_URL: 'http://localhost:5173' }],
    ['it listens on the other loopback', { ...local, HOST: '::1' }],
    ['both are said by name', { ...local, HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:4000' }],
  ])('is everything where %s, and nothing is off', (_, env) => {
    expect(standIns(env)).toMatchObject({
      ...{ signIn: true, mailbox: true, crm: true, payments: everyPayee, offLine: null },
    })
  })

  test.each([
    ['no public address', outside, 'http://localhost:4000'],
    [
      'its own port as the public address',
      { ...outside, PUBLIC_URL: 'http://192.168.1.5:4000' },
      'http://localhost:4000',
    ],
    ['IPv6 too', { ...local, HOST: '::', PUBLIC_URL: 'http://127.0.0.1:4000' }, 'http://127.0.0.1:4000'],
  ])('on every network card with %s are mailbox, CRM and payments, never sign-in', (_, env, url) => {
    const found = standIns(env)
    expect(found).toMatchObject({ signIn: false, mailbox: true, crm: true, payments: everyPayee, url })
    expect(found.offLine).toMatch(
      /^Off, since others may reach this server \((HOST|PUBLIC_URL) is \S+\): sign-in by /,
    )
    expect(found.offLine).toContain('/dev answers this machine alone')
    expect(found.offLine).not.toContain('\n')
  })

  test.each([
    ['a proxy in front', { ...local, PUBLIC_URL: 'https://soko.example' }],
    ['a proxy on another port', { ...outside, PUBLIC_URL: 'http://soko.example' }],
    ['a proxy that encrypts', { ...outside, PUBLIC_URL: 'https://soko.example:4000' }],
    ['a tunnel to its port', { ...local, PUBLIC_URL: 'http://soko.example:4000' }],
    ['a proxy on every network card', { ...outside, PUBLIC_URL: 'https://staging.soko.example' }],
    ['one network card', { ...local, HOST: '192.168.1.5' }],
    [
      'one network card under a local name',
      { ...local, HOST: '192.168.1.5', PUBLIC_URL: 'http://localhost:4000' },
    ],
  ])('is nothing with %s, and the start says so', (_, env) => {
    const found = standIns(env)
    expect(found).toMatchObject({ signIn: false, mailbox: false, crm: false, payments: [] })
    for (const word of ['Google', 'SMTP_URL', 'CRM', 'sandbox for payments'])
      expect(found.offLine).toContain(word)
    expect(found.offLine).not.toContain('/dev')
  })

  test('is nothing for what is set, and that is not called off', () => {
    expect(standIns({ ...outside, ...whole })).toMatchObject({ signIn: false, mailbox: true, offLine: null })
    expect(standIns({ ...local, SMTP_URL: 'smtp://mail.example' })).toMatchObject({
      mailbox: false,
      crm: true,
    })
  })

  const express = { EXPRESSPAY_MERCHANT_ID: 'm', EXPRESSPAY_API_KEY: 'k' }
  test.each(['', 'https://expresspaygh.com', 'https://pay.partner.example', 'https://expresspaygh.com.'])(
    'is nobody for payments beside an account that moves money (%s), which is not called off',
    EXPRESSPAY_URL => {
      const found = standIns({ ...local, ...express, EXPRESSPAY_URL })
      expect(found).toMatchObject({ mailbox: true, payments: [], offLine: null })
    },
  )

  test.each(['https://sandbox.expresspaygh.com', 'http://127.0.0.1:9000'])(
    'is who is not set beside an account that moves none (%s)',
    EXPRESSPAY_URL => {
      const found = standIns({ ...local, ...express, EXPRESSPAY_URL })
      expect(found.payments).toEqual(['paypal', 'flutterwave'])
    },
  )

  test('is nothing in production, which has nothing to say of it', () => {
    const production = { ...productionSettings, PUBLIC_URL: 'https://localhost' }
    expect(standIns(production)).toMatchObject({
      ...{ signIn: false, mailbox: false, crm: false, payments: [], offLine: null },
    })
  })
})
