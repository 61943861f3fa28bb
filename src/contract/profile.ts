import * as z from 'zod/mini'
import { user } from './auth.ts'
import { endpoint } from './endpoint.ts'

const text = z.string()
const number = z.union([text, z.number()])

/** The user, and a name for the state of the profile: any other profile has another one. */
const versioned = { user, version: text }

export const getProfile = endpoint({
  method: 'GET',
  path: '/accounts/profile',
  summary: 'The signed-in user as it is now',
  access: 'session',
  answer: z.object(versioned),
})

/**
 * The whole profile; `profileProblems` says what holds. Every other field is ignored, `email` too. With the `version`
 * that was edited, the call is refused (409 `stale_edit`) once the profile has become another; without, the last one wins.
 */
export const updateProfile = endpoint({
  method: 'POST',
  path: '/accounts/update_profile',
  summary: 'Change the profile',
  access: 'session',
  body: z.object({
    name: text,
    location: text,
    phone: z.optional(z.nullable(text)),
    gender: text,
    occupation: text,
    industry: text,
    company: text,
    job_title: text,
    education: text,
    experience: number,
    age: z.optional(z.nullable(number)),
    version: z.optional(z.nullable(text)),
  }),
  answer: z.object({ status: z.literal('OK'), ...versioned }),
})
export type VersionedProfile = z.output<typeof getProfile.answer>
