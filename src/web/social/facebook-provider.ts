import { SocialError, socialMessages } from './social-messages.ts'
import type { LoginProvider } from './social-registry.ts'
import type { SocialUser } from './social-user.ts'

interface LoginAnswer {
  status: 'connected' | 'not_authorized' | 'unknown'
  authResponse?: FacebookGrant | null
}

interface FacebookGrant {
  accessToken: string
  userID: string
}

interface Me {
  id?: string
  name?: string
  email?: string
  first_name?: string
  last_name?: string
  picture?: { data?: { url?: string } }
  error?: { message: string }
}

/** What the app uses of `FB`, as Facebook documents it. */
export interface FacebookScript {
  init(options: {
    appId: string
    version: string
    autoLogAppEvents: boolean
    cookie: boolean
    xfbml: boolean
  }): void
  getLoginStatus(done: (answer: LoginAnswer) => void): void
  login(done: (answer: LoginAnswer) => void, options: { scope: string }): void
  logout(done: () => void): void
  api(path: string, done: (me: Me) => void): void
}

interface FacebookParts {
  appId: string
  /** Of the Graph, e.g. 'v25.0'. */
  version: string
  loadScript: () => Promise<void>
}

const scope = 'email,public_profile'
const fields = 'name,email,picture,first_name,last_name'

function script(): FacebookScript {
  const { FB } = globalThis as { FB?: FacebookScript }
  if (!FB) throw new SocialError('There was an issue loading the FACEBOOK authentication script.')
  return FB
}

/** Facebook Login as one of the registry's providers. */
export function createFacebookProvider({ appId, version, loadScript }: FacebookParts): LoginProvider {
  return {
    async initialize() {
      await loadScript()
      script().init({ appId, version, autoLogAppEvents: true, cookie: true, xfbml: true })
    },
    async getLoginStatus() {
      const answer = await new Promise<LoginAnswer>(resolve => script().getLoginStatus(resolve))
      if (answer.status !== 'connected' || !answer.authResponse) {
        throw new SocialError(socialMessages.nobodyLoggedIn('FACEBOOK'))
      }
      return readMe(answer.authResponse)
    },
    async signIn() {
      const { authResponse } = await new Promise<LoginAnswer>(resolve => script().login(resolve, { scope }))
      if (!authResponse) throw new SocialError(socialMessages.cancelled)
      return readMe(authResponse)
    },
    signOut: () => new Promise(resolve => script().logout(resolve)),
  }
}

async function readMe({ accessToken, userID }: FacebookGrant): Promise<SocialUser> {
  const me = await new Promise<Me>(resolve => script().api(`/me?fields=${fields}`, resolve))
  // An app that requires its secret answers no browser. Who it is the server reads from the token all the same.
  return {
    provider: 'FACEBOOK',
    id: me.id ?? userID,
    name: me.name ?? '',
    email: me.email ?? '',
    photoUrl: me.picture?.data?.url ?? '',
    firstName: me.first_name ?? '',
    lastName: me.last_name ?? '',
    authToken: accessToken,
    response: me,
  }
}
