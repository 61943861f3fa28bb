import * as z from 'zod/mini'
import { proof } from './account.ts'
import { endpoint } from './endpoint.ts'

/** Who can vouch for a person besides their password. */
export const socialProvider = z.enum(['GOOGLE', 'FACEBOOK'])
export type SocialProvider = z.output<typeof socialProvider>

/** What a provider gave the browser: Google's ID token or Facebook's access token. */
export const socialToken = { authToken: z.string(), provider: socialProvider }
export type SocialToken = { authToken: string; provider: SocialProvider }

export const socialLogin = endpoint({
  method: 'POST',
  path: '/social_login',
  summary: 'Whose token of a provider this is; /login or /register then uses it up',
  access: 'public',
  body: z.object(socialToken),
  /** `email` is masked ('a•••@e•••', no address) where the provider keeps it back and only the account has it. */
  answer: z.object({
    status: z.literal('OK'),
    data: z.object({ email: z.string(), given_name: z.string(), family_name: z.string() }),
  }),
})

/** null: not offered here. `script_url` is the provider's own script, or the local stand-in's. */
export const socialOptions = endpoint({
  method: 'GET',
  path: '/social/options',
  summary: 'Which providers the sign-in screens offer, and a nonce for one sign-in by Google',
  access: 'public',
  answer: z.object({
    google: z.nullable(z.object({ client_id: z.string(), script_url: z.string() })),
    facebook: z.nullable(z.object({ app_id: z.string(), version: z.string(), script_url: z.string() })),
    nonce: z.string(),
    /** How long the nonce is good for. */
    nonce_seconds: z.number(),
  }),
})
export type SocialOptions = z.output<typeof socialOptions.answer>

export const linkSocial = endpoint({
  method: 'POST',
  path: '/social/link',
  summary: 'Connect a provider to the account with the code from the mail',
  access: 'public',
  /** `password` is the account's own; refused for it (422, `errors.password`), the code is still good. */
  body: z.object({ code: z.string(), password: z.optional(z.string()) }),
  answer: z.object({ message: z.string() }),
})

/** Who besides the password lets in; `since` is ISO 8601. */
const connected = z.object({ provider: socialProvider, since: z.string() })
export type Connected = z.output<typeof connected>

export const getConnected = endpoint({
  method: 'GET',
  path: '/accounts/connected',
  summary: 'The providers that the account is connected to',
  access: 'session',
  answer: z.object({ connected: z.array(connected) }),
})

export const disconnectSocial = endpoint({
  method: 'POST',
  path: '/accounts/disconnect',
  summary: 'Disconnect a provider: it does not let into the account any more',
  access: 'session',
  body: z.object({ provider: socialProvider, ...proof }),
  answer: z.object({ status: z.literal('OK') }),
})
