import type { Session } from '../../contract/auth.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { SocialOptions, SocialProvider, SocialToken, socialLogin } from '../../contract/social.ts'
import { type Auth, type OwnerProof, readUser } from '../auth/auth.ts'
import type { Context, SignedInContext } from '../platform/context.ts'
import { endConnection } from './connections.ts'
import { createFacebookReader, type FacebookSource } from './facebook-token.ts'
import { createGoogleReader, type GoogleSource, googleIssuers } from './google-token.ts'
import { ownerOf } from './identities.ts'
import { letIn, type SocialSignIn } from './let-in.ts'
import { type LinkInput, spendLinkCode } from './link-code.ts'
import { makeNonce, nonceLifeSeconds } from './nonce.ts'
import { noEmail } from './provider-identity.ts'
import { createReadToken } from './read-token.ts'
import { type ConnectNew, type Registrant, vouchFor } from './vouch.ts'

export { everyIdentity, identityNames } from './carry-out.ts'
export { disconnectAll } from './identities.ts'
export { endLinkCodes } from './link-code.ts'
export { sweepNonces } from './nonce.ts'
export { createStandIn, type StandIn } from './stand-in/stand-in.ts'

/** Where the browser gets a provider's script. */
type WithScript<Source> = Source & { scriptUrl: string }

/** Each provider as it is offered; null where it is not. */
export interface SocialSources {
  google: WithScript<GoogleSource> | null
  facebook: WithScript<FacebookSource> | null
}

export interface Social {
  /** What the sign-in screens need, with a new nonce. */
  options(ctx: Context): Promise<SocialOptions>
  /** Whose token it is; uses nothing up. */
  whoIs(ctx: Context, token: SocialToken & { network: string }): Promise<AnswerOf<typeof socialLogin>>
  /** Opens a session by a provider's token. */
  signIn(ctx: Context, input: SocialSignIn): Promise<Session>
  /** How to connect the account of somebody who registers; null where the provider does not vouch for the address. */
  vouchFor(ctx: Context, registrant: Registrant): Promise<ConnectNew | null>
  /** Connects a provider by a mailed code. Answers the words to show. */
  link(ctx: Context, input: LinkInput): Promise<string>
  /** Takes a provider off the caller's account. */
  disconnect(ctx: SignedInContext, input: OwnerProof & { provider: SocialProvider }): Promise<void>
}

export function createSocial(sources: SocialSources, auth: Auth): Social {
  const { google, facebook } = sources
  const readers = {
    GOOGLE: google && createGoogleReader(google),
    FACEBOOK: facebook && createFacebookReader(facebook),
  }
  const readToken = createReadToken(readers, auth.rateLimits)
  return {
    options: async ctx => ({
      google: google && { client_id: google.clientId, script_url: google.scriptUrl },
      facebook: facebook && {
        app_id: facebook.appId,
        version: facebook.version,
        script_url: facebook.scriptUrl,
      },
      nonce: await makeNonce(ctx),
      nonce_seconds: nonceLifeSeconds,
    }),
    async whoIs(ctx, token) {
      const identity = await readToken(ctx, token)
      const email = identity.email ?? (await maskedEmailOfOwner(ctx, identity))
      if (email === null) throw noEmail(identity)
      const { givenName, familyName } = identity
      return { status: 'OK', data: { email, given_name: givenName, family_name: familyName } }
    },
    signIn: (ctx, input) => letIn(ctx, auth, readToken, input),
    vouchFor: (ctx, registrant) => vouchFor(ctx, readToken, registrant),
    link: (ctx, input) => spendLinkCode(ctx, auth, input),
    disconnect: (ctx, input) => endConnection(ctx, auth, input),
  }
}

/**
 * Somebody who is connected is known by more than an address that the provider may keep to itself. Enough of the account's
 * to know it again: whoever only holds the token, and no second factor, learns no more.
 */
async function maskedEmailOfOwner(
  ctx: Context,
  identity: Parameters<typeof ownerOf>[1],
): Promise<string | null> {
  const userId = await ownerOf(ctx, identity)
  return userId === null ? null : (await readUser(ctx, userId)).email.replace(/(?<=^.|@.)[^@]+/gu, '•••')
}

/** The providers that the settings name, at their own addresses; a stand-in for each that they do not. */
export function socialSources(
  settings: {
    google: { clientId: string; certsUrl: string } | null
    facebook: { appId: string; appSecret: string; graphUrl: string } | null
    facebookGraphVersion: string
  },
  standIn: SocialSources | null,
): SocialSources {
  const { google, facebook, facebookGraphVersion: version } = settings
  return {
    google: google
      ? { ...google, issuers: googleIssuers, scriptUrl: googleScript }
      : (standIn?.google ?? null),
    facebook: facebook ? { ...facebook, version, scriptUrl: facebookScript } : (standIn?.facebook ?? null),
  }
}

const googleScript = 'https://accounts.google.com/gsi/client'
const facebookScript = 'https://connect.facebook.net/en_US/sdk.js'

/** What a page may load where a provider's own script runs, by directive of its security policy, as they document it. */
export function outsidePolicy(settings: { google: object | null; facebook: object | null }) {
  const googleHosts = settings.google && {
    'script-src': [googleScript],
    'style-src': ['https://accounts.google.com/gsi/style'],
    'connect-src': ['https://accounts.google.com/gsi/'],
    'frame-src': ['https://accounts.google.com/gsi/'],
  }
  const facebookHosts = settings.facebook && {
    'script-src': ['https://connect.facebook.net'],
    'connect-src': ['https://graph.facebook.com', 'https://www.facebook.com'],
    'frame-src': ['https://www.facebook.com'],
  }
  return [googleHosts, facebookHosts].filter(hosts => hosts !== null)
}
