import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { productionSettings } from '../testing/production-settings.ts'
import { readConfig, settingNames } from './config.ts'

const root = join(import.meta.dirname, '../../..')
const production = productionSettings

describe('settings', () => {
  test('nothing has to be set to try the product', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', databaseUrl: null, isProduction: false })
    expect(config.publicUrl).toBe('http://127.0.0.1:3000')
    expect(Object.isFrozen(config)).toBe(true)
  })

  test.each([
    ['NODE_ENV', 'secret-value'],
    ['NODE_ENV', 'Production'],
    ['PORT', '70000'],
    ['PORT', 'secret-value'],
    ['DATABASE_URL', 'mysql://secret-value'],
    ['PUBLIC_URL', 'secret-value'],
    ['SMTP_URL', 'http://secret-value'],
    ['MAIL_FROM', 'secret-value'],
    ['MODEL', 'secret-value/x'],
    ['RATE_LIMITS', 'secret-value'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,secret-value'],
    ['TRUSTED_PROXIES', 'none,10.0.0.0/8'],
    ['ALLOW_INSECURE_OUTBOUND', 'secret-value'],
    ['PHONE_RULE', 'secret-value'],
    ['LOG_LEVEL', 'secret-value'],
    ['STARTER_CREDITS', '-1'],
  ])('faults 169: a bad %s ends the start with one line that names it and hides its value', (name, value) => {
    const message = messageOf({ [name]: value })
    expect(message).toContain(`Setting ${name} `)
    expect(message).not.toContain('\n')
    expect(message).not.toContain('secret-value')
  })

  test.each(['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL', 'TRUSTED_PROXIES', 'MAIL_FROM', 'SUPPORT_EMAIL'])(
    'faults 169: production does not start without %s',
    name => {
      expect(readConfig(production).isProduction).toBe(true)
      expect(messageOf({ ...production, [name]: undefined })).toContain(`Setting ${name} `)
    },
  )

  test('production accepts neither a plain http address nor switched-off limits', () => {
    expect(messageOf({ ...production, PUBLIC_URL: 'http://soko.example' })).toContain('https')
    expect(messageOf({ ...production, RATE_LIMITS: 'off' })).toContain('RATE_LIMITS')
  })

  test('faults 169: NODE_ENV is unset, development, test or production, and nothing else', () => {
    for (const known of ['', 'development', 'test'])
      expect(readConfig({ NODE_ENV: known }).isProduction).toBe(false)
    for (const unknown of ['prod', 'PRODUCTION', 'staging'])
      expect(messageOf({ NODE_ENV: unknown })).toBe(
        'Setting NODE_ENV must be development, test or production',
      )
  })

  test('TRUSTED_PROXIES=none says that there is no proxy', () => {
    expect(readConfig({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([])
    expect(readConfig({ TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16' }).trustedProxies).toEqual([
      '10.0.0.1',
      '10.1.0.0/16',
    ])
  })

  test.each([
    ['postgres://soko@db/soko', false],
    ['postgres://soko@10.0.0.7/soko', false],
    ['postgres://soko@db/soko?sslmode=disable', false],
    ['postgres://soko@db/soko?sslmode=no-verify', false],
    ['postgres://soko@db/soko?sslmode=require&uselibpqcompat=true', false],
    ['postgres://soko@db/soko?sslmode=require&sslmode=disable', false],
    ['postgres://soko@localhost/soko?host=db', false],
    ['postgres://soko@db/soko?sslmode=require', true],
    ['postgres://soko@db/soko?sslmode=verify-full', true],
    ['postgres://soko@db/soko?ssl=true', true],
    ['postgres://soko@127.0.0.1:5433/soko', true],
    ['postgres://soko@localhost/soko', true],
    ['postgres://soko@[::1]/soko', true],
    ['postgres://soko@%2Fvar%2Frun%2Fpostgresql/soko', true],
    ['postgres:///soko?host=/var/run/postgresql', true],
  ])('the database %s is encrypted or on this machine: %s', (DATABASE_URL, isSafe) => {
    const message = messageOf({ DATABASE_URL })
    if (isSafe) expect(message).toBe('')
    else expect(message).toMatch(/^Setting DATABASE_URL must ask for TLS .*ALLOW_INSECURE_OUTBOUND=on$/)
    expect(messageOf({ ...production, DATABASE_URL })).toBe(message)
    expect(messageOf({ DATABASE_URL, ALLOW_INSECURE_OUTBOUND: 'on' })).toBe('')
  })

  test.each([
    ['http://model.example/v1', false],
    ['http://10.0.0.7:11434/v1', false],
    ['https://model.example/v1', true],
    ['http://localhost:11434/v1', true],
    ['http://[::1]:11434/v1', true],
  ])('the model at %s is asked over https or on this machine: %s', (OPENAI_COMPATIBLE_URL, isSafe) => {
    const message = messageOf({ OPENAI_COMPATIBLE_URL })
    if (isSafe) expect(message).toBe('')
    else expect(message).toMatch(/^Setting OPENAI_COMPATIBLE_URL must be an https:\/\/ address /)
    expect(messageOf({ OPENAI_COMPATIBLE_URL, ALLOW_INSECURE_OUTBOUND: 'on' })).toBe('')
  })

  test('a mail server elsewhere is spoken to over TLS, unless the setting allows otherwise', () => {
    const needsTls = (env: NodeJS.ProcessEnv) => readConfig(env).mailNeedsTls
    expect(needsTls({ SMTP_URL: 'smtp://mail.example' })).toBe(true)
    expect(needsTls({ SMTP_URL: 'smtp://127.0.0.1:25' })).toBe(false)
    expect(needsTls({ SMTP_URL: 'smtp://mail.example', ALLOW_INSECURE_OUTBOUND: 'on' })).toBe(false)
  })

  test('a model of a provider needs that provider’s key', () => {
    expect(messageOf({ MODEL: 'openai/some-model' })).toContain('OPENAI_API_KEY')
    expect(readConfig({ MODEL: 'openai/a/b', OPENAI_API_KEY: 'k' }).model).toEqual({
      provider: 'openai',
      model: 'a/b',
    })
  })

  test.each([
    [{ FACEBOOK_APP_ID: '1' }, 'FACEBOOK_APP_SECRET'],
    [{ FACEBOOK_APP_SECRET: 'secret-value' }, 'FACEBOOK_APP_ID'],
    [{ FACEBOOK_GRAPH_URL: 'http://graph.test' }, 'FACEBOOK_APP_ID'],
    [{ GOOGLE_CERTS_URL: 'http://certs.test' }, 'GOOGLE_CLIENT_ID'],
  ])('faults 169: half of what a provider of sign-in needs ends the start: %j wants %s', (env, needed) => {
    expect(messageOf(env)).toMatch(new RegExp(`^Setting ${needed} is needed for \\w+$`))
  })

  test('a whole provider of sign-in is taken, in production with https addresses only', () => {
    const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CERTS_URL: 'http://certs.test' }
    expect(readConfig(env).google).toEqual({ clientId: 'id', certsUrl: 'http://certs.test' })
    expect(messageOf({ ...production, ...env })).toContain('GOOGLE_CERTS_URL must be an https://')
    const facebook = readConfig({ FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 's' }).facebook
    expect(facebook).toEqual({ appId: '1', appSecret: 's', graphUrl: 'https://graph.facebook.com' })
    expect(readConfig(production)).toMatchObject({ google: null, facebook: null })
  })

  const accounts = {
    express: { EXPRESSPAY_MERCHANT_ID: 'm', EXPRESSPAY_API_KEY: 'secret-value' },
    paypal: { PAYPAL_CLIENT_ID: 'c', PAYPAL_CLIENT_SECRET: 'secret-value', PAYPAL_WEBHOOK_ID: 'w' },
    flutterwave: {
      FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK_TEST-1',
      FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-secret-value',
      FLUTTERWAVE_SECRET_HASH: 'secret-value',
    },
  }
  const needed = Object.values(accounts).flatMap(account =>
    Object.keys(account).map(name => [name, account] as const),
  )

  test.each(needed)(
    'faults 115: without %s, or with an empty one, no start beside what belongs to it',
    (name, account) => {
      for (const nothing of [undefined, '']) {
        const message = messageOf({ ...account, [name]: nothing })
        expect(message).toMatch(new RegExp(`^Setting ${name} is needed for [A-Z_]+$`))
      }
      expect(messageOf({ ...account, [name]: ' ' })).toBe(`Setting ${name} must have no spaces`)
    },
  )

  test.each([
    ['EXPRESSPAY_URL', 'EXPRESSPAY_MERCHANT_ID', accounts.express],
    ['PAYPAL_URL', 'PAYPAL_CLIENT_ID', accounts.paypal],
    ['FLUTTERWAVE_URL', 'FLUTTERWAVE_PUBLIC_KEY', accounts.flutterwave],
  ])('faults 115: %s alone ends the start, and in production a plain http one', (name, first, account) => {
    expect(messageOf({ [name]: 'https://provider.test' })).toBe(`Setting ${first} is needed for ${name}`)
    const plain = { ...account, [name]: 'http://provider.test' }
    expect(messageOf(plain)).toBe('')
    expect(messageOf({ ...production, ...plain })).toBe(
      `Setting ${name} must be an https:// address in production`,
    )
  })

  test('faults 115: keys of Flutterwave’s two modes are not mixed', () => {
    const mixed = { ...accounts.flutterwave, FLUTTERWAVE_SECRET_KEY: 'FLWSECK-live' }
    expect(messageOf(mixed)).toContain('FLUTTERWAVE_SECRET_KEY must be of the same mode')
  })

  const liveFlutterwave = {
    ...accounts.flutterwave,
    FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK-1',
    FLUTTERWAVE_SECRET_KEY: 'FLWSECK-secret-value',
  }
  const live = { ...accounts.express, ...accounts.paypal, ...liveFlutterwave }
  const ofTests = [
    ['EXPRESSPAY_URL', { ...accounts.express, EXPRESSPAY_URL: 'https://sandbox.expresspaygh.com' }],
    ['EXPRESSPAY_URL', { ...accounts.express, EXPRESSPAY_URL: 'https://SANDBOX.expresspaygh.com./' }],
    ['PAYPAL_URL', { ...accounts.paypal, PAYPAL_URL: 'https://api-m.sandbox.paypal.com' }],
    ['PAYPAL_URL', { ...accounts.paypal, PAYPAL_URL: 'https://api.sandbox.paypal.com/' }],
    ['FLUTTERWAVE_SECRET_KEY', accounts.flutterwave],
  ] as const

  test.each(ofTests)(
    'faults 115: %s of a test mode is refused in production, and beside an account that moves money',
    (name, account) => {
      expect(messageOf(account)).toBe('')
      expect(messageOf({ ...production, ...account })).toBe(
        `Setting ${name} must not be of a test mode in production`,
      )
      expect(messageOf({ ...live, ...account })).toMatch(
        new RegExp(`^Settings ${name} and [A-Z_]+ must be of the same mode`),
      )
    },
  )

  test('accounts of one mode stand beside each other, live ones in production too', () => {
    expect(messageOf(live)).toBe('')
    expect(messageOf({ ...production, ...live })).toBe('')
    expect(messageOf(Object.assign({}, ...ofTests.map(([, account]) => account)))).toBe('')
  })

  test('the providers of payments are at their own addresses where none is given', () => {
    const { payments } = readConfig(live)
    expect(payments.express.account?.url).toBe('https://expresspaygh.com')
    expect(payments.paypal.account?.url).toBe('https://api-m.paypal.com')
    expect(payments.flutterwave.account?.url).toBe('https://api.flutterwave.com')
    const none = readConfig({}).payments
    expect([none.express.account, none.paypal.account, none.flutterwave.account]).toEqual([null, null, null])
    expect([none.express.currency, none.paypal.currency, none.flutterwave.currency]).toEqual([
      'GHS',
      'USD',
      'GHS',
    ])
  })

  test('who sells is named as set, an address or tax number never without a name', () => {
    expect(readConfig({}).payments.seller).toEqual({ name: '', address: '', taxNumber: '' })
    const set = { SELLER_NAME: 'Soko Ghana Ltd', SELLER_ADDRESS: 'Accra', SELLER_TAX_NUMBER: 'C0009' }
    const { seller } = readConfig(set).payments
    expect(seller).toEqual({ name: 'Soko Ghana Ltd', address: 'Accra', taxNumber: 'C0009' })
    for (const name of ['SELLER_ADDRESS', 'SELLER_TAX_NUMBER'])
      expect(messageOf({ [name]: 'x' })).toBe(`Setting SELLER_NAME is needed for ${name}`)
    expect(messageOf({ SELLER_NAME: 'x'.repeat(81) })).toContain('Setting SELLER_NAME ')
  })

  test('an empty setting counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000)
  })

  test('.env.example names every setting once and no other, and its values are accepted', () => {
    const lines = readFileSync(join(root, '.env.example'), 'utf8').split('\n')
    const pairs = lines.filter(line => /^[A-Z_]+=/.test(line)).map(line => line.split(/=(.*)/s))
    expect(pairs.map(([name]) => name).sort()).toEqual([...settingNames].sort())
    const { publicUrl, ...example } = readConfig(Object.fromEntries(pairs))
    expect(publicUrl).toBe(readConfig({}).publicUrl)
    expect(example).toEqual((({ publicUrl: _, ...rest }) => rest)(readConfig({})))
  })

  test('each setting has its line of words in .env.example', () => {
    const lines = readFileSync(join(root, '.env.example'), 'utf8').split('\n')
    for (const [index, line] of lines.entries()) {
      if (/^[A-Z_]+=/.test(line)) expect(lines[index - 1], line).toMatch(/^# \S/)
    }
  })
})

function messageOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
