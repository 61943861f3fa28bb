import { sql } from 'drizzle-orm'
import type { register } from '../../contract/auth.ts'
import type { BodyInput } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { messages, profileMessages } from '../../contract/messages.ts'
import { type PhoneRule, type Problems, registrationProblems } from '../../contract/registration.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { countMails, queueMail } from '../platform/mail.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { type Account, canonicalEmail, findAccount, proveAddress } from './account.ts'
import type { ByProvider } from './by-provider.ts'
import { alreadyRegisteredMail } from './mails.ts'
import { problemsOfNewPassword } from './new-password.ts'
import type { PasswordHasher } from './password.ts'
import type { Verification } from './verification.ts'

type Registration = BodyInput<typeof register>

const registrations: RateLimit = { name: 'register', points: 30, windowSeconds: 3_600 }
const noticePurpose = 'already-registered'
const noticesPerHour = 3

export const registrationReceived =
  'Thank you for registering. Please check your email and follow the link in it to verify your address.'

/** Where a provider vouched for the address. */
export const registeredAtOnce = 'Thank you for registering. Your account is open: you can sign in now.'

export interface RegisterParts {
  rateLimits: RateLimits
  hasher: PasswordHasher
  verification: Verification
  phoneRule: PhoneRule
  publicUrl: string
  byProvider: ByProvider
  /** Runs in the transaction that makes the account. */
  onRegistered: (ctx: Context, userId: string) => Promise<void>
}

/**
 * Makes an unverified account and mails its link; one whose address a provider vouches for is open at once. An address
 * that is taken gets the same answer as an unproved one, and its owner a mail.
 * @throws AppError('invalid' | 'malformed' | 'rate_limited' | 'busy')
 */
export async function registerAccount(
  ctx: Context,
  parts: RegisterParts,
  input: Registration & { network: string },
): Promise<'active' | 'unverified'> {
  if (Object.values(input).some(value => typeof value === 'string' && value.includes('\0'))) {
    throw new AppError('malformed')
  }
  const problems = problemsOfRegistration(input, parts.phoneRule)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  await parts.rateLimits.take(registrations, input.network)
  const passwordHash = await parts.hasher.hash(input.password)
  const connect = await vouched(ctx, parts, input)
  const status = await inTransaction(ctx, async ctx => {
    const userId = await insertAccount(ctx, input, passwordHash)
    if (userId === null) return null
    await parts.onRegistered(ctx, userId)
    if (await connect?.(ctx, userId)) {
      // Who typed this password is who the provider vouched for, so it stays.
      await proveAddress(ctx, userId, null)
      return 'active'
    }
    await parts.verification.send(ctx, userId)
    return 'unverified'
  })
  if (status === null) await tellOwner(ctx, parts, input.email)
  return status ?? 'unverified'
}

const vouched = async (
  ctx: Context,
  { byProvider }: RegisterParts,
  { authToken, provider, email, network }: Registration & { network: string },
) =>
  authToken === undefined || provider === undefined
    ? null
    : byProvider.vouchFor(ctx, { authToken, provider, email, network })

/** Every failing rule by field, also where a field is missing or of another type. */
export function problemsOfRegistration(body: object, phoneRule: PhoneRule): Problems {
  const sent = body as Record<string, unknown>
  const text = (field: string) => {
    const value = sent[field]
    const isNumber = field === 'experience' && typeof value === 'number'
    return typeof value === 'string' || isNumber ? String(value) : ''
  }
  const form = {
    email: text('email'),
    industry: text('industry'),
    address: text('address'),
    job_title: text('job_title'),
    company: text('company'),
    experience: text('experience'),
    phone: text('phone'),
    name: text('name'),
    password: text('password'),
    password_confirmation: text('password_confirmation'),
  }
  const problems = {
    ...registrationProblems(form, phoneRule),
    ...problemsOfNewPassword(form.password, form.password_confirmation),
  }
  for (const field of boundedFields) {
    if (text(field).length > limits.fieldMaxLength) problems[field] ??= [wordsOfLongField[field]]
  }
  return problems
}

/** Fields with a length limit, and what one that is longer is told: the specification's words where it has some. */
const wordsOfLongField = {
  industry: messages.industry,
  address: messages.address,
  job_title: messages.jobTitle,
  company: messages.company,
  experience: messages.experience,
  name: messages.name,
  location: profileMessages.location,
  gender: profileMessages.gender,
  occupation: profileMessages.occupation,
  education: profileMessages.education,
} as const
const boundedFields = Object.keys(wordsOfLongField) as (keyof typeof wordsOfLongField)[]

/** The new account's id; null when the address is taken. */
async function insertAccount(
  ctx: Context,
  input: Registration,
  passwordHash: string,
): Promise<string | null> {
  const email = input.email.trim()
  const optional = (value: string | null | undefined) => value?.trim() || null
  const row = await rowOf<{ id: string }>(
    ctx.db,
    sql`insert into users (email, email_canonical, password_hash, name, address, industry, job_title, company,
          experience, phone, location, gender, occupation, education, age)
        values (${email}, ${canonicalEmail(email)}, ${passwordHash}, ${input.name.trim()}, ${input.address.trim()},
          ${input.industry.trim()}, ${input.job_title.trim()}, ${input.company.trim()},
          ${String(input.experience).trim()}, ${input.phone.trim()}, ${optional(input.location)},
          ${optional(input.gender)}, ${optional(input.occupation)}, ${optional(input.education)}, ${ageOf(input.age)})
        on conflict (email_canonical) do nothing returning id`,
  )
  return row?.id ?? null
}

function ageOf(typed: string | number | null | undefined): number | null {
  const age = /^\d{1,3}$/.test(String(typed ?? '').trim()) ? Number(typed) : null
  return age !== null && age > 0 && age < 130 ? age : null
}

/** Somebody registered an address that is taken: its owner is told, unless it was a double click. */
async function tellOwner(ctx: Context, parts: RegisterParts, email: string): Promise<void> {
  const owner = await findAccount(ctx, email)
  if (!owner || (await wasMailedJustNow(ctx, owner))) return
  if (owner.status === 'unverified') return parts.verification.send(ctx, owner.id)
  if ((await countMails(ctx, noticePurpose, owner.email, 3_600)) >= noticesPerHour) return
  await queueMail(ctx, noticePurpose, alreadyRegisteredMail(owner, parts.publicUrl))
}

async function wasMailedJustNow(ctx: Context, owner: Account): Promise<boolean> {
  const counts = await Promise.all(
    ['verify', noticePurpose].map(purpose => countMails(ctx, purpose, owner.email, 10)),
  )
  return counts.some(count => count > 0)
}
