import type { ErrorCode } from '../../contract/errors.ts'
import type { SocialProvider } from '../../contract/social.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { OneUse } from './nonce.ts'

/** What a provider's token proves. Nothing in it comes from the browser. */
export interface ProviderIdentity {
  provider: SocialProvider
  /** The provider's own id of the person: unlike an address it never goes to somebody else. */
  subject: string
  email: string | null
  /** Whether the provider vouches that the address is this person's today. */
  provesEmail: boolean
  givenName: string
  familyName: string
  /** The token lets in once, by this. */
  once: OneUse
}

/** Reads a token of one provider. Pure protocol: knows no account and stores nothing. */
export interface TokenReader {
  /** @throws AppError('invalid_credentials') for a token that proves nothing, 'unavailable' when nobody can say */
  read(ctx: Context, token: string): Promise<ProviderIdentity>
}

export const providerNames: Record<SocialProvider, string> = { GOOGLE: 'Google', FACEBOOK: 'Facebook' }

/** Longer than any token of either provider. */
export const tokenMaxLength = 8_000
/** How long a provider is waited for. */
export const providerMaxMs = 5_000

/** A refusal as the specification has it: what to show is the first of `error.errors.message`. */
export const refusal = (code: ErrorCode, message: string): AppError =>
  new AppError(code, { message, errors: { message: [message] } })

/** The provider keeps the person's address to itself. */
export const noEmail = ({ provider }: ProviderIdentity): AppError =>
  refusal(
    'invalid',
    `${providerNames[provider]} did not tell us your email address. Please use it to sign in.`,
  )

/** The token proves nothing; why is for the log, not for whoever sent it. */
export function notProved(ctx: Context, provider: SocialProvider, reason: string): AppError {
  ctx.log.info({ provider, reason }, 'A sign-in by a provider was refused')
  return refusal(
    'invalid_credentials',
    `${providerNames[provider]} did not confirm who you are. Please try again.`,
  )
}

/** The provider cannot be asked now. */
export function providerAway(ctx: Context, provider: SocialProvider, cause: unknown): AppError {
  ctx.log.warn({ provider, err: cause }, 'A provider of sign-in could not be asked')
  return refusal(
    'unavailable',
    `${providerNames[provider]} cannot be reached at the moment. Please try again later.`,
  )
}
