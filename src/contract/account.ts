import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const text = z.string()
const ok = z.object({ status: z.literal('OK') })
const message = z.object({ message: text })

/** What an account's owner proves again before something dear changes: the password, and the code where one is asked for. */
export const proof = { password: text, otp: z.optional(text) }

/** What protects the account. Times are ISO 8601. */
export const getSecurity = endpoint({
  method: 'GET',
  path: '/accounts/security',
  summary: 'The account’s address, the one that waits to be proven, and its second factor',
  access: 'session',
  answer: z.object({
    email: text,
    pending_email: z.nullable(text),
    second_factor: z.object({ since: z.nullable(text), recovery_codes_left: z.number() }),
    /** Signed in by a provider within five minutes: signing out everywhere asks for no password. */
    is_proven: z.boolean(),
  }),
})
export type Security = z.output<typeof getSecurity.answer>

/**
 * One sign-in of the last 90 days. `browser`, `system` and `network` (shortened) are null where they are not known.
 * `ended`: logged out, revoked or past its time.
 */
const signIn = z.object({
  id: text,
  created_at: text,
  last_seen_at: text,
  browser: z.nullable(text),
  system: z.nullable(text),
  network: z.nullable(text),
  state: z.enum(['active', 'superseded', 'ended']),
  is_this: z.boolean(),
})
export type SignIn = z.output<typeof signIn>

export const getSignIns = endpoint({
  method: 'GET',
  path: '/accounts/sign_ins',
  summary: 'The newest 100 sign-ins of the last 90 days',
  access: 'session',
  answer: z.object({ sign_ins: z.array(signIn) }),
})

/** Without a password where a sign-in by a provider opened this session in the last five minutes. */
export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/accounts/sign_out_everywhere',
  summary: 'End every session of the account but this one',
  access: 'session',
  body: z.object({ password: z.optional(text), otp: z.optional(text) }),
  answer: message,
})

/** Makes a new secret; it counts once `confirmSecondFactor` was given its first code. */
export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/accounts/second_factor/start',
  summary: 'Make a secret for an authenticator',
  access: 'session',
  body: z.object({ password: text }),
  /** `secret` in base32, and `uri` (otpauth://) with the same secret for a QR code. */
  answer: z.object({ secret: text, uri: text }),
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/accounts/second_factor/confirm',
  summary: 'Switch the second factor on with the authenticator’s first code',
  access: 'session',
  body: z.object({ otp: text }),
  /** Shown once: only their hashes are kept. */
  answer: z.object({ recovery_codes: z.array(text) }),
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/accounts/second_factor/recovery_codes',
  summary: 'Make ten new recovery codes; the ones before stop working',
  access: 'session',
  body: z.object(proof),
  answer: z.object({ recovery_codes: z.array(text) }),
})

export const endSecondFactor = endpoint({
  method: 'POST',
  path: '/accounts/second_factor/off',
  summary: 'Switch the second factor off',
  access: 'session',
  body: z.object(proof),
  answer: ok,
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/accounts/email/change',
  summary: 'Mail a link to a new address; the old one stays until the link is used',
  access: 'session',
  body: z.object({ email: text, ...proof }),
  answer: message,
})

export const cancelEmailChange = endpoint({
  method: 'POST',
  path: '/accounts/email/cancel',
  summary: 'Keep the address: the mailed link stops working',
  access: 'session',
  answer: ok,
})

/** The code is of the mail, which may be read where nobody is signed in. `was` is the address it had, `email` the new one. */
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/email/change',
  summary: 'Prove the new address with the code from the mail; the account has it from then on',
  access: 'public',
  body: z.object({ code: text }),
  answer: z.object({ message: text, email: text, was: text }),
})

export const downloadData = endpoint({
  method: 'GET',
  path: '/accounts/data',
  summary: 'Everything that is kept of the account, as one JSON file',
  access: 'session',
  kind: 'file',
  answer: text,
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/accounts/delete',
  summary: 'Delete the account and everything but its ledger, which names nobody then',
  access: 'session',
  body: z.object({ confirmation: text, ...proof }),
  answer: message,
})
