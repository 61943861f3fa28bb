import * as z from 'zod/mini'
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
  body: z.object({ code: z.string() }),
  answer: z.object({ message: z.string() }),
})
