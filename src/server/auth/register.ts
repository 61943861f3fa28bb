import { sql } from 'drizzle-orm'
import type { register } from '../../contract/auth.ts'
import type { BodyInput } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { messages, profileMessages } from '../../contract/messages.ts'
import { type PhoneRule, type Problems, registrationProblems } from '../../contract/registration.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { AppError, invalid } from '../platform/errors.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { canonicalEmail, findAccount, lockAccount, proveAddress } from './account.ts'
import type { ByProvider, ConnectNew } from './by-provider.ts'
import type { EvenTime } from './even-time.ts'
import { problemsOfNewPassword } from './new-password.ts'
import type { PasswordHasher } from './password.ts'
import { tellOwner } from './taken-address.ts'
import type { Verification } from './verification.ts'

type Registration = BodyInput<typeof register>

/** Longer than it takes to write a registration down: a taken address answers at the same beat as a new one. */
const beatMs = 100
const registrations: RateLimit = { name: 'register', points: 30, windowSeconds: 3_600 }

export const registrationReceived =
  'Thank you for registering. Please check your email and follow the link in it to verify your address.'

/** Where a provider vouched for the address. */
export const registeredAtOnce = 'Thank you for registering. Your account is open: you can sign in now.'

export interface RegisterParts {
  rateLimits: RateLimits
  inEvenTime: EvenTime
  hasher: PasswordHasher
  verification: Verification
  phoneRule: PhoneRule
  publicUrl: string
  byProvider: ByProvider
  /** Runs in the transaction that makes the account. */
  onRegistered: (ctx: Context, userId: string) => Promise<void>
}

/**
 * Makes an unverified account and mails its link; one whose address a provider vouches for is open at once, also where
 * somebody else registered it without proof. An address that is taken gets the same answer as an unproved one, and its
 * owner a mail.
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
  const isSamePassword = await isPasswordOfUnproved(ctx, parts, input)
  const connect = await vouched(ctx, parts, input)
  return parts.inEvenTime(beatMs, () => store(ctx, parts, input, { passwordHash, isSamePassword, connect }))
}

/** Writes a registration down, or tells whoever has the address. */
async function store(
  ctx: Context,
  parts: RegisterParts,
  input: Registration,
  {
    passwordHash,
    isSamePassword,
    connect,
  }: { passwordHash: string; isSamePassword: boolean; connect: ConnectNew | null },
): Promise<'active' | 'unverified'> {
  const status = await inTransaction(ctx, async ctx => {
    const userId = await insertAccount(ctx, input, passwordHash)
    if (userId === null) return connect && takeOver(ctx, input, passwordHash, connect)
    const isConnected = await connect?.(ctx, userId)
    await parts.onRegistered(ctx, userId)
    if (isConnected) {
      // Who typed this password is who the provider vouched for, so it stays.
      await proveAddress(ctx, userId, null)
      return 'active'
    }
    await parts.verification.send(ctx, userId)
    return 'unverified'
  })
  if (status === null) await tellOwner(ctx, parts, { email: input.email, isSamePassword })
  return status ?? 'unverified'
}

/** Whether somebody registered the address by the same password. Takes the same time for every address. */
async function isPasswordOfUnproved(
  ctx: Context,
  { hasher }: RegisterParts,
  { email, password }: Registration,
): Promise<boolean> {
  const known = await findAccount(ctx, email)
  return hasher.matches(known?.status === 'unverified' ? known.password_hash : null, password)
}

/**
 * Gives an address that somebody registered without proof to the registrant a provider vouches for: nothing typed before
 * stays. null where it was proved, or the token was used meanwhile.
 */
async function takeOver(
  ctx: Context,
  input: Registration,
  passwordHash: string,
  connect: ConnectNew,
): Promise<'active' | null> {
  const held = await findAccount(ctx, input.email)
  const locked = held && (await lockAccount(ctx, held.id))
  if (locked?.status !== 'unverified' || !(await connect(ctx, locked.id))) return null
  const fields = columnsOf(input).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`)
  await ctx.db.execute(sql`update users set ${sql.join(fields, sql`, `)} where id = ${locked.id}`)
  await proveAddress(ctx, locked.id, passwordHash)
  return 'active'
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
    ...problemsOfNewPassword(form.password, form.password_confirmation, form),
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
  const columns = columnsOf(input)
  const names = columns.map(([name]) => sql.identifier(name))
  const values = columns.map(([, value]) => sql`${value}`)
  const row = await rowOf<{ id: string }>(
    ctx.db,
    sql`insert into users (email_canonical, password_hash, ${sql.join(names, sql`, `)})
        values (${canonicalEmail(input.email)}, ${passwordHash}, ${sql.join(values, sql`, `)})
        on conflict (email_canonical) do nothing returning id`,
  )
  return row?.id ?? null
}

/** What the form says of an account, by the names of its columns. */
function columnsOf(input: Registration): [name: string, value: string | number | null][] {
  const optional = (value: string | null | undefined) => value?.trim() || null
  return [
    ['email', input.email.trim()],
    ['name', input.name.trim()],
    ['address', input.address.trim()],
    ['industry', input.industry.trim()],
    ['job_title', input.job_title.trim()],
    ['company', input.company.trim()],
    ['experience', String(input.experience).trim()],
    ['phone', input.phone.trim()],
    ['location', optional(input.location)],
    ['gender', optional(input.gender)],
    ['occupation', optional(input.occupation)],
    ['education', optional(input.education)],
    ['age', ageOf(input.age)],
  ]
}

function ageOf(typed: string | number | null | undefined): number | null {
  const age = /^\d{1,3}$/.test(String(typed ?? '').trim()) ? Number(typed) : null
  return age !== null && age > 0 && age < 130 ? age : null
}
