import { createReplay, type Replay } from './replay.ts'
import { SocialError, socialMessages } from './social-messages.ts'
import type { SocialUser } from './social-user.ts'

/** One way to be somebody. What a provider cannot do it leaves out. */
export interface LoginProvider {
  initialize(autoLogin: boolean): Promise<void>
  /** Whoever is logged in at the provider already. */
  getLoginStatus(): Promise<SocialUser>
  signIn(): Promise<SocialUser>
  signOut(revoke: boolean): Promise<void>
  refreshToken?(): Promise<SocialUser>
  getAccessToken?(): Promise<string>
  refreshAccessToken?(): Promise<void>
  /** Hears of users that come without being asked for, by the provider's own button; null: nobody any more. */
  onUser?(listener: (user: SocialUser | null) => void): void
}

interface RegistryParts {
  /** By the name the app and the server know each by. */
  providers: ReadonlyMap<string, LoginProvider>
  /** Whether login statuses are asked for at the start; off by default. */
  autoLogin?: boolean
  /** Hears what a provider failed to start with. */
  onError?: (error: unknown) => void
}

export interface SocialRegistry {
  /** The user, then null once signed out; nothing before the first sign-in. */
  authState: Pick<Replay<SocialUser | null>, 'subscribe'>
  /** True, once: when every provider has started or one has failed to. */
  initState: Pick<Replay<boolean>, 'subscribe'>
  signIn(providerId: string): Promise<SocialUser>
  signOut(revoke?: boolean): Promise<void>
  refreshAuthToken(providerId: string): Promise<void>
  getAccessToken(providerId: string): Promise<string>
  refreshAccessToken(providerId: string): Promise<void>
}

const google = 'GOOGLE'

/** The providers of sign-in under one roof: one user at a time, logged out, logged in, logged out. */
export function createSocialRegistry({
  providers,
  autoLogin = false,
  onError = console.error,
}: RegistryParts): SocialRegistry {
  const authState = createReplay<SocialUser | null>()
  const initState = createReplay<boolean>()
  let isReady = false
  let user: SocialUser | null = null

  function setUser(next: SocialUser | null, providerId: string) {
    user = next && { ...next, provider: providerId }
    authState.next(user)
  }

  /** Asks each provider who is there already; one that knows nobody is no failure. */
  async function readStatuses() {
    const reads = [...providers].map(async ([id, provider]) => setUser(await provider.getLoginStatus(), id))
    for (const { reason } of (await Promise.allSettled(reads)).filter(read => read.status === 'rejected')) {
      console.debug(reason)
    }
  }

  async function start() {
    for (const [id, provider] of providers) provider.onUser?.(next => setUser(next, id))
    try {
      await Promise.all([...providers.values()].map(provider => provider.initialize(autoLogin)))
      if (autoLogin) void readStatuses()
    } catch (error) {
      onError(error)
    }
    isReady = true
    initState.next(true)
  }

  function demandReady() {
    if (!isReady) throw new SocialError(socialMessages.notReady)
  }

  function providerOf(providerId: string): LoginProvider {
    const provider = providers.get(providerId)
    if (!provider) throw new SocialError(socialMessages.providerNotFound)
    return provider
  }

  void start()

  return {
    authState,
    initState,
    async signIn(providerId) {
      demandReady()
      const found = await providerOf(providerId).signIn()
      setUser(found, providerId)
      return { ...found, provider: providerId }
    },
    async signOut(revoke = false) {
      demandReady()
      if (!user) throw new SocialError(socialMessages.notLoggedIn)
      const { provider } = user
      await providerOf(provider).signOut(revoke)
      setUser(null, provider)
    },
    async refreshAuthToken(providerId) {
      demandReady()
      const provider = providerOf(providerId)
      if (!provider.refreshToken) throw new SocialError(socialMessages.cannotRefreshToken)
      setUser(await provider.refreshToken(), providerId)
    },
    async getAccessToken(providerId) {
      demandReady()
      const provider = providerOf(providerId)
      if (!provider.getAccessToken) throw new SocialError(socialMessages.cannotGetAccessToken)
      return provider.getAccessToken()
    },
    async refreshAccessToken(providerId) {
      demandReady()
      if (providerId !== google) throw new SocialError(socialMessages.cannotRefreshToken)
      const provider = providers.get(google)
      if (!provider?.refreshAccessToken) throw new SocialError(socialMessages.providerNotFound)
      await provider.refreshAccessToken()
    },
  }
}
