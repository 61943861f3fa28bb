import type { SocialProvider, SocialToken } from '../../contract/social.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { isUnused } from './nonce.ts'
import {
  notProved,
  type ProviderIdentity,
  providerNames,
  refusal,
  type TokenReader,
  tokenMaxLength,
} from './provider-identity.ts'

/** Each may cost a provider a question. */
const tries: RateLimit = { name: 'social-tries', points: 300, windowSeconds: 900 }
const refused: RateLimit = { name: 'social-refused', points: 30, windowSeconds: 900 }

export type TokenReaders = Record<SocialProvider, TokenReader | null>

/** Whose token it is; it has let nobody in yet, and a nonce in it is ours. Uses nothing up. */
export type ReadToken = (ctx: Context, token: SocialToken & { network: string }) => Promise<ProviderIdentity>

/** @throws AppError('invalid_credentials' | 'not_found' | 'unavailable' | 'rate_limited'), words in `errors.message` */
export function createReadToken(readers: TokenReaders, rateLimits: RateLimits): ReadToken {
  return async (ctx, { authToken, provider, network }) => {
    const reader = readers[provider]
    if (!reader) throw refusal('not_found', `Sign-in by ${providerNames[provider]} is not offered here.`)
    await rateLimits.check(refused, network)
    await rateLimits.take(tries, network)
    try {
      if (authToken.length > tokenMaxLength) throw notProved(ctx, provider, 'too long')
      const identity = await reader.read(ctx, authToken)
      if (!(await isUnused(ctx, identity.once))) throw notProved(ctx, provider, 'not ours or used up')
      return identity
    } catch (error) {
      const isRefusal = error instanceof AppError && error.code === 'invalid_credentials'
      if (isRefusal) await rateLimits.tryTake(refused, network)
      throw error
    }
  }
}
