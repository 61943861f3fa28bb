import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const database = await testDatabase()
const paypal = { PAYPAL_CLIENT_ID: 'c', PAYPAL_CLIENT_SECRET: 'never-told', PAYPAL_WEBHOOK_ID: 'w' }
const flutterwave = {
  FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK-1',
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK-never-told',
  FLUTTERWAVE_SECRET_HASH: 'never-told',
}
const none = await testApp(database)
const both = await testApp(database, { ...paypal, ...flutterwave })
const cards = await testApp(database, paypal)
afterAll(() => Promise.all([none.close(), both.close(), cards.close()]))

async function headersOf(app: TestApp, url: string) {
  const { headers } = await app.http.fastify.inject({ url, headers: { accept: 'text/html' } })
  const policy = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map(line => {
        const [name = '', ...values] = line.trim().split(' ')
        return [name, values.join(' ')]
      }),
  )
  return { headers, policy }
}

describe('the page that payments are made in', () => {
  test('may stand in a frame of ours, and no other page of the app may', async () => {
    for (const app of [none, both]) {
      const checkout = await headersOf(app, '/checkout')
      expect(checkout.policy.get('frame-ancestors')).toBe("'self'")
      expect(checkout.headers['x-frame-options']).toBe('SAMEORIGIN')
      for (const url of ['/', '/app', '/login', '/checkout/x', '/checkouts', '/api/healthz']) {
        const { policy, headers } = await headersOf(app, url)
        expect(policy.get('frame-ancestors'), url).toBe("'none'")
        expect(headers['x-frame-options'], url).toBe('DENY')
      }
    }
  })

  test('keeps the strict policy while no provider is set', async () => {
    const strict = (await headersOf(none, '/app')).policy
    const { policy, headers } = await headersOf(none, '/checkout')
    expect(Object.fromEntries(policy)).toEqual({ ...Object.fromEntries(strict), 'frame-ancestors': "'self'" })
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  })

  test('lets in the hosts of the providers that are set, and of no other; no script within the page', async () => {
    const two = (await headersOf(both, '/checkout')).policy
    expect(two.get('script-src')).toBe(
      "'self' https://*.paypal.com https://*.paypalobjects.com https://checkout.flutterwave.com",
    )
    expect(two.get('style-src')).toContain("'unsafe-inline'")
    expect(two.get('frame-src')).toContain('https://*.flutterwave.com')
    for (const name of ['script-src', 'connect-src', 'frame-src', 'img-src'])
      expect((await headersOf(cards, '/checkout')).policy.get(name)).not.toContain('flutterwave')
  })

  test('is the only one that lets them in: the app around it keeps the strict policy, but for its windows', async () => {
    for (const url of ['/app', '/login', '/']) {
      const { policy, headers } = await headersOf(both, url)
      expect([...policy.values()].join(' ')).not.toMatch(/paypal|flutterwave|unsafe/)
      expect(policy.get('frame-src')).toBe("'self'")
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    }
  })
})
