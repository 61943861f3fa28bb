import { type GoogleAccounts, type GoogleButton, googleAccounts, type TokenClient } from './google-script.ts'
import { SocialError, socialMessages } from './social-messages.ts'
import type { LoginProvider } from './social-registry.ts'
import type { SocialUser } from './social-user.ts'

interface GoogleParts {
  clientId: string
  /** Ours, one use: it comes back inside the token. */
  nonce: string
  loadScript: () => Promise<void>
  /** Greets who is known at Google already; on by default. */
  isOneTapOn?: boolean
  /** What an access token is asked for; without any there is none. */
  scopes?: readonly string[]
}

export interface GoogleProvider extends LoginProvider {
  /** Draws Google's own button: there is no other way to sign in by it. */
  renderButton(parent: HTMLElement, look: GoogleButton): void
  /** Greets again, where One Tap is on. */
  greet(): void
  /** Takes the greeting away. */
  cancelGreeting(): void
  /** The nonce of the tokens to come. */
  takeNonce(nonce: string): void
}

/** Google Identity Services as one of the registry's providers. */
export function createGoogleProvider(parts: GoogleParts): GoogleProvider {
  const { clientId, loadScript, isOneTapOn = true, scopes = [] } = parts
  let { nonce } = parts
  let user: SocialUser | null = null
  let accessToken: string | null = null
  let isAutoSelectOn = false
  let tokenClient: TokenClient | undefined
  let tell: (user: SocialUser | null) => void = () => {}
  let tokenWaiters: ((answer: { access_token?: string; error?: string }) => void)[] = []

  function script(): GoogleAccounts {
    const accounts = googleAccounts()
    if (!accounts) throw new SocialError(socialMessages.googleMissing)
    return accounts
  }

  function greet() {
    if (isOneTapOn) script().id.prompt()
  }

  function setUp() {
    script().id.initialize({
      client_id: clientId,
      auto_select: isAutoSelectOn,
      nonce,
      itp_support: isOneTapOn,
      use_fedcm_for_prompt: isOneTapOn,
      callback({ credential }) {
        user = userIn(credential)
        tell(user)
      },
    })
  }

  function setUpTokens() {
    const { oauth2 } = script()
    if (scopes.length === 0 || !oauth2) return
    tokenClient = oauth2.initTokenClient({
      client_id: clientId,
      scope: scopes.join(' '),
      callback(answer) {
        accessToken = answer.access_token ?? null
        for (const waiter of tokenWaiters.splice(0)) waiter(answer)
      },
    })
  }

  /** Google ends what was granted; the user, who is somebody all the same, stays. */
  function revokeGrant(known: SocialUser): Promise<SocialUser> {
    const { id } = script()
    return new Promise((resolve, reject) => {
      id.revoke(known.id, ({ error }) => (error ? reject(new SocialError(error)) : resolve(known)))
    })
  }

  return {
    async initialize(autoLogin) {
      await loadScript()
      isAutoSelectOn = autoLogin
      setUp()
      setUpTokens()
      greet()
    },
    async getLoginStatus() {
      if (!user) throw new SocialError(socialMessages.nobodyLoggedIn('GOOGLE'))
      return user
    },
    async signIn() {
      throw new SocialError('Google signs in by its own button: draw it with renderButton().')
    },
    async signOut() {
      // Otherwise One Tap may sign the same person straight back in.
      script().id.disableAutoSelect()
      user = null
      greet()
    },
    async refreshToken() {
      if (!user) throw new SocialError(socialMessages.nobodyLoggedIn('GOOGLE'))
      return revokeGrant(user)
    },
    async getAccessToken() {
      const client = tokenClient
      if (!client) throw new SocialError(user ? socialMessages.noTokenClient : socialMessages.logInFirst)
      const answered = new Promise<{ access_token?: string; error?: string }>(resolve => {
        tokenWaiters = [...tokenWaiters, resolve]
      })
      client.requestAccessToken(user ? { hint: user.email } : {})
      const { access_token, error } = await answered
      if (!access_token) throw new SocialError(error ?? socialMessages.cancelled)
      return access_token
    },
    async refreshAccessToken() {
      if (!tokenClient) throw new SocialError(socialMessages.noTokenClient)
      const held = accessToken
      if (held === null) throw new SocialError(socialMessages.noAccessToken)
      const { oauth2 } = script()
      await new Promise<void>(resolve => oauth2?.revoke(held, resolve))
      accessToken = null
    },
    onUser(listener) {
      tell = listener
    },
    renderButton: (parent, look) => script().id.renderButton(parent, look),
    greet,
    cancelGreeting: () => googleAccounts()?.id.cancel(),
    takeNonce(next) {
      nonce = next
      setUp()
    },
  }
}

/** What an ID token says of its person. Read for show: the server checks it. */
function userIn(idToken: string): SocialUser {
  const payload = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(payload), sign => sign.charCodeAt(0))
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string | undefined>
  return {
    provider: 'GOOGLE',
    id: claims.sub ?? '',
    name: claims.name ?? '',
    email: claims.email ?? '',
    photoUrl: claims.picture ?? '',
    firstName: claims.given_name ?? '',
    lastName: claims.family_name ?? '',
    idToken,
  }
}
