import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { isEmail } from '../../contract/registration.ts'
import type { Context } from '../platform/context.ts'
import {
  notProved,
  type ProviderIdentity,
  providerAway,
  providerMaxMs,
  type TokenReader,
} from './provider-identity.ts'

export interface GoogleSource {
  clientId: string
  /** Where the signing keys are, as a JWK set. */
  certsUrl: string
  /** Who may have issued a token. */
  issuers: readonly string[]
}

export const googleIssuers = ['https://accounts.google.com', 'accounts.google.com'] as const

/** A key that Google withdrew is forgotten within this time; one it added is fetched when a token names it. */
const keysLiveMs = 3_600_000
const fetchAgainMs = 30_000
const clockSkewSeconds = 60
const oldestTokenSeconds = 86_400

const text = z._default(z.string(), '')
const claims = z.object({
  sub: z.string().check(z.regex(/^[\w.:-]{1,255}$/)),
  /** One client: a token for several is for none of them alone. */
  aud: z.string(),
  email: z.string().check(z.refine(isEmail)),
  email_verified: z.literal(true),
  nonce: z.string().check(z.minLength(1)),
  hd: text,
  given_name: text,
  family_name: text,
})

/** What says that the token is at fault; anything else means that the keys could not be read. */
const faults = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

/** Reads Google's ID tokens: signature by its current keys (RS256 only), issuer, audience, times and verified address. */
export function createGoogleReader({ clientId, certsUrl, issuers }: GoogleSource): TokenReader {
  const keys = createRemoteJWKSet(new URL(certsUrl), {
    timeoutDuration: providerMaxMs,
    cacheMaxAge: keysLiveMs,
    cooldownDuration: fetchAgainMs,
  })

  async function payloadOf(ctx: Context, token: string): Promise<unknown> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: [...issuers],
        audience: clientId,
        requiredClaims: ['exp', 'iat'],
        maxTokenAge: oldestTokenSeconds,
        clockTolerance: clockSkewSeconds,
        currentDate: ctx.clock.now(),
      })
      return payload
    } catch (error) {
      if (!faults.some(fault => error instanceof fault)) throw providerAway(ctx, 'GOOGLE', error)
      throw notProved(ctx, 'GOOGLE', error instanceof Error ? error.message : 'unreadable')
    }
  }

  return {
    async read(ctx, token) {
      const read = claims.safeParse(await payloadOf(ctx, token))
      if (!read.success) throw notProved(ctx, 'GOOGLE', `claim ${String(read.error.issues[0]?.path[0])}`)
      return identityOf(read.data)
    },
  }
}

function identityOf({
  sub,
  email,
  hd,
  nonce,
  given_name,
  family_name,
}: z.output<typeof claims>): ProviderIdentity {
  // Google runs the mailbox of these. Any other address was verified once and may have changed hands since.
  const provesEmail = hd !== '' || /@(?:gmail|googlemail)\.com$/i.test(email)
  return {
    provider: 'GOOGLE',
    subject: sub,
    email,
    provesEmail,
    givenName: given_name,
    familyName: family_name,
    once: { nonce },
  }
}
