import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFacebookProvider, type FacebookScript } from './facebook-provider.ts'
import { createGoogleProvider } from './google-provider.ts'
import type { GoogleAccounts } from './google-script.ts'
import { createSocialRegistry, type LoginProvider } from './social-registry.ts'
import type { SocialUser } from './social-user.ts'

type GoogleConfig = Parameters<GoogleAccounts['id']['initialize']>[0]

/** What the page told the providers' scripts, and what those answer. */
let said: {
  google: GoogleConfig[]
  prompts: number
  autoSelectOff: number
  revoked: string[]
  facebook: object[]
}
let facebookAnswer: Parameters<Parameters<FacebookScript['login']>[0]>[0]
let graphAnswer: Parameters<Parameters<FacebookScript['api']>[1]>[0]
let grantToken: (answer: { access_token?: string }) => void

const me = {
  id: '77',
  name: 'Efua Asante',
  email: 'efua@example.com',
  first_name: 'Efua',
  last_name: 'Asante',
  picture: { data: { url: 'https://pictures.test/77' } },
}

beforeEach(() => {
  said = { google: [], prompts: 0, autoSelectOff: 0, revoked: [], facebook: [] }
  facebookAnswer = { status: 'connected', authResponse: { accessToken: 'EAA1', userID: '77' } }
  graphAnswer = me
  const accounts: GoogleAccounts = {
    id: {
      initialize: config => said.google.push(config),
      renderButton: () => {},
      prompt() {
        said.prompts += 1
      },
      cancel: () => {},
      disableAutoSelect() {
        said.autoSelectOff += 1
      },
      revoke(hint, done) {
        said.revoked.push(hint)
        done({ successful: true })
      },
    },
    oauth2: {
      initTokenClient({ callback }) {
        grantToken = callback
        return { requestAccessToken: () => callback({ access_token: 'access-1' }) }
      },
      revoke(token, done) {
        said.revoked.push(token)
        done()
      },
    },
  }
  const facebook: FacebookScript = {
    init: options => said.facebook.push(options),
    getLoginStatus: done => done(facebookAnswer),
    login(done, options) {
      said.facebook.push(options)
      done(facebookAnswer)
    },
    logout: done => done(),
    api(path, done) {
      said.facebook.push({ path })
      done(graphAnswer)
    },
  }
  vi.stubGlobal('google', { accounts })
  vi.stubGlobal('FB', facebook)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const loaded = async () => {}
const aGoogle = (more: Partial<Parameters<typeof createGoogleProvider>[0]> = {}) =>
  createGoogleProvider({ clientId: 'client-1', nonce: 'nonce-1', loadScript: loaded, ...more })
const aFacebook = () => createFacebookProvider({ appId: 'app-1', version: 'v25.0', loadScript: loaded })

/** UTF-8 in URL-safe base64, as tokens have it. */
const encoded = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const idToken = `x.${encoded(
  JSON.stringify({
    sub: '42',
    name: 'Ama Ménsah',
    email: 'ama@gmail.com',
    picture: 'https://pictures.test/42',
    given_name: 'Ama',
    family_name: 'Ménsah',
  }),
)}.y`
/** Somebody presses Google's button. */
const comeByGoogle = () => said.google.at(-1)?.callback({ credential: idToken })

/** A registry that has started, with what it told of its user. */
async function started(providers: [string, LoginProvider][], autoLogin = false) {
  const registry = createSocialRegistry({ providers: new Map(providers), autoLogin, onError: () => {} })
  const told: (SocialUser | null)[] = []
  registry.authState.subscribe(user => told.push(user))
  await new Promise<void>(resolve => registry.initState.subscribe(() => resolve()))
  return { registry, told }
}
const both = () =>
  started([
    ['GOOGLE', aGoogle()],
    ['FACEBOOK', aFacebook()],
  ])

describe('the registry of providers', () => {
  // spec: S3.social-user.1, S4.social.1, S7.google.2
  test('is logged out, logged in once a provider reports a user, and logged out again', async () => {
    const { registry, told } = await both()
    expect(told).toEqual([])
    comeByGoogle()
    expect(told).toEqual([
      {
        provider: 'GOOGLE',
        id: '42',
        name: 'Ama Ménsah',
        email: 'ama@gmail.com',
        photoUrl: 'https://pictures.test/42',
        firstName: 'Ama',
        lastName: 'Ménsah',
        idToken,
      },
    ])
    await registry.signOut()
    expect(told.at(-1)).toBe(null)
    expect(said.autoSelectOff).toBe(1)

    const user = await registry.signIn('FACEBOOK')
    expect(user).toEqual({
      provider: 'FACEBOOK',
      id: '77',
      name: 'Efua Asante',
      email: 'efua@example.com',
      photoUrl: 'https://pictures.test/77',
      firstName: 'Efua',
      lastName: 'Asante',
      authToken: 'EAA1',
      response: me,
    })
    expect(told.at(-1)).toEqual(user)
    await registry.signOut()
    expect(told.at(-1)).toBe(null)
  })

  test('knows somebody at Facebook by the login alone where its Graph answers no browser', async () => {
    const { registry } = await both()
    graphAnswer = { error: { message: 'API calls from the server require an appsecret_proof argument' } }
    expect(await registry.signIn('FACEBOOK')).toMatchObject({ id: '77', authToken: 'EAA1', name: '' })
  })

  test('tells who comes late of the last user, and of its start once', async () => {
    const { registry } = await both()
    comeByGoogle()
    const late: unknown[] = []
    registry.authState.subscribe(user => late.push(user?.id))
    registry.initState.subscribe(isReady => late.push(isReady))
    expect(late).toEqual(['42', true])
  })

  // spec: S4.social.2, S4.social.4, S7.facebook.1, S9.facebook.1
  test('asks Google and Facebook for what the specification names, with our nonce, One Tap on and auto-login off', async () => {
    const { registry } = await both()
    expect(said.google).toEqual([
      expect.objectContaining({
        client_id: 'client-1',
        nonce: 'nonce-1',
        auto_select: false,
        use_fedcm_for_prompt: true,
        itp_support: true,
      }),
    ])
    expect(said.prompts).toBe(1)
    await registry.signIn('FACEBOOK')
    expect(said.facebook).toEqual([
      { appId: 'app-1', version: 'v25.0', autoLogAppEvents: true, cookie: true, xfbml: true },
      { scope: 'email,public_profile' },
      { path: '/me?fields=name,email,picture,first_name,last_name' },
    ])
  })

  // spec: S4.social.4
  test('One Tap greets again after a sign-out, and never where it is off', async () => {
    const { registry } = await both()
    comeByGoogle()
    await registry.signOut()
    expect(said.prompts).toBe(2)
    await started([['GOOGLE', aGoogle({ isOneTapOn: false })]])
    expect(said.prompts).toBe(2)
    expect(said.google.at(-1)).toMatchObject({ use_fedcm_for_prompt: false, itp_support: false })
  })

  // spec: S4.social.2, S4.social.3
  test('reads login statuses at its start only where auto-login is on', async () => {
    const quiet = await both()
    expect(quiet.told).toEqual([])
    const { told } = await started([['FACEBOOK', aFacebook()]], true)
    await vi.waitFor(() => expect(told).toHaveLength(1))
    expect(told[0]).toMatchObject({ provider: 'FACEBOOK', id: '77' })
  })

  test('is ready as soon as one provider fails to start, tells of it, and serves the others', async () => {
    const failures: unknown[] = []
    const broken = createFacebookProvider({
      appId: 'app-1',
      version: 'v25.0',
      loadScript: () => Promise.reject(new Error('blocked')),
    })
    const registry = createSocialRegistry({
      providers: new Map<string, LoginProvider>([
        ['FACEBOOK', broken],
        ['GOOGLE', aGoogle()],
      ]),
      onError: error => failures.push(error),
    })
    await new Promise<void>(resolve => registry.initState.subscribe(() => resolve()))
    expect(failures).toEqual([new Error('blocked')])
    const told: unknown[] = []
    registry.authState.subscribe(user => told.push(user?.id))
    await vi.waitFor(() => expect(said.google).toHaveLength(1))
    comeByGoogle()
    expect(told).toEqual(['42'])
  })
})

describe('the messages of the registry', () => {
  const notReady = 'Login providers not ready yet. Are there errors on your console?'
  // spec: S8.provider.3
  test(notReady, async () => {
    const registry = createSocialRegistry({
      providers: new Map([['GOOGLE', aGoogle({ loadScript: () => new Promise(() => {}) })]]),
    })
    const tries = [
      registry.signIn('GOOGLE'),
      registry.signIn('NOBODY'),
      registry.signOut(),
      registry.refreshAuthToken('GOOGLE'),
      registry.refreshAccessToken('GOOGLE'),
      registry.getAccessToken('GOOGLE'),
    ]
    for (const outcome of await Promise.allSettled(tries)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: notReady } })
    }
  })

  // spec: S8.provider.1
  test('Login provider not found', async () => {
    const { registry } = await started([['FACEBOOK', aFacebook()]])
    const message = 'Login provider not found'
    await expect(registry.signIn('GOOGLE')).rejects.toThrow(message)
    await expect(registry.refreshAuthToken('GOOGLE')).rejects.toThrow(message)
    await expect(registry.getAccessToken('GOOGLE')).rejects.toThrow(message)
    await expect(registry.refreshAccessToken('GOOGLE')).rejects.toThrow(message)
    const impostor = await started([['GOOGLE', aFacebook()]])
    await expect(impostor.registry.refreshAccessToken('GOOGLE')).rejects.toThrow(message)
  })

  test('Login provider not found, where the user’s own was taken away', async () => {
    const providers = new Map<string, LoginProvider>([['FACEBOOK', aFacebook()]])
    const registry = createSocialRegistry({ providers })
    await new Promise<void>(resolve => registry.initState.subscribe(() => resolve()))
    await registry.signIn('FACEBOOK')
    providers.clear()
    await expect(registry.signOut()).rejects.toThrow('Login provider not found')
  })

  // spec: S8.provider.2
  test('Not logged in', async () => {
    const { registry } = await both()
    await expect(registry.signOut()).rejects.toThrow('Not logged in')
    comeByGoogle()
    await registry.signOut()
    await expect(registry.signOut()).rejects.toThrow('Not logged in')
  })

  // spec: S8.provider.4
  test('Chosen login provider is not supported for refreshing a token', async () => {
    const { registry } = await both()
    const message = 'Chosen login provider is not supported for refreshing a token'
    await expect(registry.refreshAuthToken('FACEBOOK')).rejects.toThrow(message)
    await expect(registry.refreshAccessToken('FACEBOOK')).rejects.toThrow(message)
    await expect(registry.refreshAccessToken('NOBODY')).rejects.toThrow(message)
    comeByGoogle()
    await registry.refreshAuthToken('GOOGLE')
    expect(said.revoked).toEqual(['42'])
  })

  // spec: S8.provider.5
  test('Chosen login provider is not supported for getting an access token', async () => {
    const { registry } = await both()
    await expect(registry.getAccessToken('FACEBOOK')).rejects.toThrow(
      'Chosen login provider is not supported for getting an access token',
    )
  })

  // spec: S8.provider.6
  test('No user is currently logged in with {provider}', async () => {
    await expect(aGoogle().getLoginStatus()).rejects.toThrow('No user is currently logged in with GOOGLE')
    for (const status of ['not_authorized', 'unknown'] as const) {
      facebookAnswer = { status, authResponse: null }
      const asked = aFacebook().getLoginStatus()
      await expect(asked).rejects.toThrow('No user is currently logged in with FACEBOOK')
    }
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {})
    const { told } = await started([['FACEBOOK', aFacebook()]], true)
    await vi.waitFor(() => expect(debug).toHaveBeenCalledOnce())
    expect(told).toEqual([])
  })

  // spec: S8.provider.7
  test('User cancelled login or did not fully authorize.', async () => {
    const { registry, told } = await both()
    facebookAnswer = { status: 'not_authorized', authResponse: null }
    await expect(registry.signIn('FACEBOOK')).rejects.toThrow(
      'User cancelled login or did not fully authorize.',
    )
    expect(told).toEqual([])
  })

  // spec: S8.provider.8, S8.provider.9
  test('You should be logged-in first. No token client was instantiated, you should specify some scopes.', async () => {
    const { registry } = await both()
    const noClient = 'No token client was instantiated, you should specify some scopes.'
    await expect(registry.getAccessToken('GOOGLE')).rejects.toThrow('You should be logged-in first.')
    await expect(registry.refreshAccessToken('GOOGLE')).rejects.toThrow(noClient)
    comeByGoogle()
    await expect(registry.getAccessToken('GOOGLE')).rejects.toThrow(noClient)
  })

  // spec: S8.provider.10
  test('No access token to revoke', async () => {
    const { registry } = await started([['GOOGLE', aGoogle({ scopes: ['calendar'] })]])
    const nothing = registry.refreshAccessToken('GOOGLE')
    await expect(nothing).rejects.toThrow('No access token to revoke')
    expect(await registry.getAccessToken('GOOGLE')).toBe('access-1')
    grantToken({ access_token: 'access-2' })
    await registry.refreshAccessToken('GOOGLE')
    expect(said.revoked).toEqual(['access-2'])
    await expect(registry.refreshAccessToken('GOOGLE')).rejects.toThrow('No access token to revoke')
  })

  // spec: S8.provider.11
  test('Google Accounts API is undefined', async () => {
    const message = 'Google Accounts API is undefined'
    const { registry } = await started([['GOOGLE', aGoogle({ scopes: ['calendar'] })]])
    comeByGoogle()
    await registry.getAccessToken('GOOGLE')
    vi.stubGlobal('google', undefined)
    await expect(registry.signOut()).rejects.toThrow(message)
    await expect(registry.refreshAuthToken('GOOGLE')).rejects.toThrow(message)
    await expect(registry.refreshAccessToken('GOOGLE')).rejects.toThrow(message)
    await expect(aGoogle().initialize(false)).rejects.toThrow(message)
  })

  test('Google has no sign-in but its own button', async () => {
    const { registry } = await both()
    await expect(registry.signIn('GOOGLE')).rejects.toThrow('Google signs in by its own button')
  })
})
