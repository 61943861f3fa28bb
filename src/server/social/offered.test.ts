import { afterAll, describe, expect, test } from 'vitest'
import type { SocialOptions } from '../../contract/social.ts'
import { testDatabase } from '../testing/database.ts'
import { productionSettings } from '../testing/production-settings.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

const database = await testDatabase()
const opened: TestApp[] = []
afterAll(async () => {
  for (const app of opened) await app.close()
})

async function appWith(env: Record<string, string>): Promise<TestApp> {
  const app = await testApp(database, env)
  opened.push(app)
  return app
}

const get = (app: TestApp, url: string) =>
  app.http.fastify.inject({ method: 'GET', url, headers: { accept: 'text/html' } })

async function policyOf(app: TestApp, url: string): Promise<Record<string, string>> {
  const header = String((await get(app, url)).headers['content-security-policy'])
  const directives = header.split(';').map(line => {
    const [name = '', ...values] = line.trim().split(' ')
    return [name, values.join(' ')] as const
  })
  return Object.fromEntries(directives)
}

const google = { GOOGLE_CLIENT_ID: 'client-1.apps.example' }
const facebook = { FACEBOOK_APP_ID: '12', FACEBOOK_APP_SECRET: 'a secret of Facebook' }
const whole = { ...google, ...facebook }
const standInPages = ['/gsi.js', '/sdk.js', '/google', '/google/certs', '/facebook', '/graph/v25.0/me']

describe('which providers are offered', () => {
  test('without settings the stand-ins of this machine, by the product’s own scripts and the strict policy', async () => {
    const app = await appWith({})
    expect((await get(app, '/api/social/options')).json<SocialOptions>()).toMatchObject({
      google: { script_url: '/dev/sign-in/gsi.js' },
      facebook: { script_url: '/dev/sign-in/sdk.js', version: 'v25.0' },
      nonce_seconds: 3_600,
    })
    const strict = await policyOf(app, '/')
    expect(strict['script-src']).toBe("'self'")
    for (const url of ['/login', '/register', '/app']) expect(await policyOf(app, url)).toEqual(strict)
  })

  test('in production none without settings, and no stand-in whatever is set', async () => {
    const bare = await appWith(productionSettings)
    const options = (await get(bare, '/api/social/options')).json<SocialOptions>()
    expect([options.google, options.facebook]).toEqual([null, null])
    for (const app of [bare, await appWith({ ...productionSettings, ...google })]) {
      for (const path of standInPages) expect((await get(app, `/dev/sign-in${path}`)).statusCode).toBe(404)
    }
    const refused = await bare.http.fastify.inject({
      method: 'POST',
      url: '/api/social_login',
      payload: { authToken: 'x', provider: 'GOOGLE' },
    })
    expect([refused.statusCode, refused.json().error.errors.message]).toEqual([
      404,
      ['Sign-in by Google is not offered here.'],
    ])
  })

  // spec: S7.google.1, S7.facebook.1
  test('with settings the providers themselves, and no secret goes out', async () => {
    const app = await appWith({ ...productionSettings, ...whole, FACEBOOK_GRAPH_VERSION: 'v26.0' })
    const answer = await get(app, '/api/social/options')
    expect(answer.json<SocialOptions>()).toMatchObject({
      google: { client_id: 'client-1.apps.example', script_url: 'https://accounts.google.com/gsi/client' },
      facebook: {
        app_id: '12',
        version: 'v26.0',
        script_url: 'https://connect.facebook.net/en_US/sdk.js',
      },
    })
    expect(answer.body).not.toContain('a secret of Facebook')
  })

  test('with both set there is no stand-in outside production either', async () => {
    const app = await appWith(whole)
    for (const path of standInPages) expect((await get(app, `/dev/sign-in${path}`)).statusCode).toBe(404)
  })
})

describe('what the sign-in screens may load', () => {
  test('the hosts of the providers that are set, on these two screens alone', async () => {
    const app = await appWith(whole)
    const strict = await policyOf(app, '/')
    for (const url of ['/login', '/login/', '/login?returnUrl=%2Fapp', '/register']) {
      const { 'require-trusted-types-for': _, 'trusted-types': __, ...rest } = strict
      expect(await policyOf(app, url)).toEqual({
        ...rest,
        'script-src': "'self' https://accounts.google.com/gsi/client https://connect.facebook.net",
        'style-src': "'self' https://accounts.google.com/gsi/style",
        'connect-src':
          "'self' https://accounts.google.com/gsi/ https://graph.facebook.com https://www.facebook.com",
        'frame-src': "'self' https://accounts.google.com/gsi/ https://www.facebook.com",
      })
      expect((await get(app, url)).headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    }
    for (const url of ['/', '/app', '/forgot', '/login/x', '/loginx', '/Login', '/api/front/settings']) {
      expect(await policyOf(app, url)).toEqual(strict)
      expect((await get(app, url)).headers['cross-origin-opener-policy']).toBe('same-origin')
    }
  })

  test('nothing of a provider that is not set', async () => {
    const app = await appWith(google)
    expect((await get(app, '/login')).headers['content-security-policy']).not.toContain('facebook')
    const other = await appWith(facebook)
    expect((await get(other, '/login')).headers['content-security-policy']).not.toContain('google')
  })
})
