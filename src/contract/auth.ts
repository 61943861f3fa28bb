import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { socialToken } from './social.ts'

const text = z.string()
const code = z.object({ code: text })
const message = z.object({ message: z.string() })

/** A signed-in user: id, roles and the twelve profile fields. */
export const user = z.object({
  id: z.string(),
  roles: z.array(z.string()),
  name: z.string(),
  email: z.string(),
  location: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  gender: z.nullable(z.string()),
  occupation: z.nullable(z.string()),
  industry: z.nullable(z.string()),
  company: z.nullable(z.string()),
  job_title: z.nullable(z.string()),
  education: z.nullable(z.string()),
  experience: z.nullable(z.number()),
  age: z.nullable(z.number()),
})
export type User = z.output<typeof user>

/** What login answers and the browser keeps in local storage. */
export const session = z.object({ token: z.string(), device_token: z.string(), user })
export type Session = z.output<typeof session>

/** A provider's token in place of a password, or beside it where somebody registers by one. */
const byProvider = {
  authToken: z.optional(socialToken.authToken),
  provider: z.optional(socialToken.provider),
}

/** The proof of work (`puzzle.ts`), where the call before was refused with `puzzle_required`. */
const proof = { puzzle: z.optional(z.object({ challenge: z.string(), answer: z.string() })) }

export const userExists = endpoint({
  method: 'POST',
  path: '/user_exists',
  summary: 'Whether an e-mail address has an account, and its status',
  access: 'public',
  body: z.object({ email: text, ...proof }),
  answer: z.object({ user_exists: z.boolean(), status: z.nullable(z.enum(['active', 'unverified'])) }),
})

export const register = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Open an account and mail its verification link',
  access: 'public',
  body: z.object({
    email: text,
    name: text,
    address: text,
    industry: text,
    job_title: text,
    company: text,
    experience: z.union([text, z.number()]),
    phone: text,
    password: text,
    password_confirmation: text,
    location: z.optional(z.nullable(text)),
    age: z.optional(z.nullable(z.union([text, z.number()]))),
    gender: z.optional(z.nullable(text)),
    occupation: z.optional(z.nullable(text)),
    education: z.optional(z.nullable(text)),
    ...byProvider,
  }),
  /** `active` where a provider vouched for the address: no mail has to be opened first. */
  answer: z.object({ message: text, status: z.optional(z.literal('active')) }),
})

export const resendValidation = endpoint({
  method: 'GET',
  path: '/resend_validation',
  summary: 'Mail the verification link again',
  access: 'public',
  query: z.object({ email: z.optional(text) }),
  answer: message,
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/email/verify',
  summary: 'Prove an e-mail address with the code from the mail',
  access: 'public',
  body: code,
  answer: message,
})

export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Sign in; supersedes the user’s other session. After many wrong passwords each try needs a puzzle',
  access: 'public',
  body: z.object({ email: text, password: z.optional(text), otp: z.optional(text), ...byProvider, ...proof }),
  answer: session,
})

export const logout = endpoint({
  method: 'GET',
  path: '/user/logout',
  summary: 'End the session of the token, if there is one',
  access: 'public',
  answer: message,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/password/forgot',
  summary: 'Mail a link that sets a new password; answers alike for known and unknown addresses',
  access: 'public',
  body: z.object({ email: text }),
  answer: message,
})

/** Whatever stands in the code's place that is no text is a wrong code like any other. */
const resetCode = z.catch(text, '')

export const resetPassword = endpoint({
  method: 'POST',
  path: '/password/reset',
  summary: 'Set a new password with the code from the mail; ends every session of the account',
  access: 'public',
  body: z.object({ code: resetCode, password: text, password_confirmation: text }),
  answer: message,
})

/** The same two calls under the addresses of the former sign-in service, which ask for the forgery-protection header. */
export const forgotPasswordLegacy = endpoint({
  ...forgotPassword,
  path: '/v1/production/user/forgot',
  summary: 'As /password/forgot, with X-XSRF-TOKEN',
})

export const resetPasswordLegacy = endpoint({
  method: 'POST',
  path: '/v1/production/auth/reset',
  summary: 'As /password/reset, for the code of that address alone, with X-XSRF-TOKEN',
  access: 'public',
  body: z.object({ email: text, password: text, code: resetCode }),
  answer: message,
})

export const reEnableSession = endpoint({
  method: 'POST',
  path: '/session/re-enable',
  summary: 'Make this superseded session the active one again, within a day of losing its place',
  access: 'session',
  answer: z.object({ status: z.literal('OK'), user }),
})

export const sessionEvents = endpoint({
  method: 'GET',
  path: '/session/events',
  summary:
    'What happens to this session, as it happens; at most ten event streams a user, seven of them of this kind',
  access: 'session',
  kind: 'stream',
  answer: z.string(),
})

/** Events of the session stream: `session_superseded` {}, `credits` {credits}, `turn` {turn_id, session_key, state}. */
export const sessionEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('session_superseded'), data: z.object({}) }),
  z.object({ event: z.literal('credits'), data: z.object({ credits: z.number() }) }),
  z.object({
    event: z.literal('turn'),
    data: z.object({ turn_id: z.string(), session_key: z.string(), state: z.string() }),
  }),
])
export type SessionEvent = z.output<typeof sessionEvent>
