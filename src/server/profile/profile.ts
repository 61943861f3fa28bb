import { createHash } from 'node:crypto'
import type { User } from '../../contract/auth.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { updateProfile as endpoint, VersionedProfile } from '../../contract/profile.ts'
import { type Profile, profileOf, profileProblems } from '../../contract/profile-rules.ts'
import { lockAccount, readUser, writeProfile } from '../auth/auth.ts'
import { inTransaction, type SignedInContext } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'

/** Saved changes of one account; what the rules refuse is not counted. */
const updates: RateLimit = { name: 'profile-update', points: 60, windowSeconds: 600 }

/** The signed-in user as it is now, with the version that an edit of it names. */
export async function readProfile(ctx: SignedInContext): Promise<VersionedProfile> {
  return versioned(await readUser(ctx, ctx.user.id))
}

/**
 * Changes the profile and gives back the user. An optional field that is not named stays as it is.
 * @throws AppError('invalid' | 'stale_edit' | 'rate_limited')
 */
export async function updateProfile(
  ctx: SignedInContext,
  rateLimits: RateLimits,
  body: BodyOf<typeof endpoint>,
): Promise<VersionedProfile> {
  const problems = profileProblems(body)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  await rateLimits.take(updates, ctx.user.id)
  return inTransaction(ctx, async ctx => {
    // Two edits of the same instant follow each other, so the later one sees that it is stale.
    await lockAccount(ctx, ctx.user.id)
    const now = await readProfile(ctx)
    const next = profileOf({ phone: now.user.phone, age: now.user.age, ...body })
    // Sent twice, e.g. over a lost connection, it is one edit.
    if (isSame(now.user, next)) return now
    if (body.version && body.version !== now.version) throw new AppError('stale_edit')
    await writeProfile(ctx, ctx.user.id, next)
    return readProfile(ctx)
  })
}

const isSame = (user: User, profile: Profile): boolean =>
  (Object.keys(profile) as (keyof Profile)[]).every(field => user[field] === profile[field])

/** Equal for equal profiles: an edit made elsewhere and taken back again is no edit. */
function versioned(user: User): VersionedProfile {
  const { id, roles, ...profile } = user
  const inOrder = Object.entries(profile).sort(([one], [other]) => (one < other ? -1 : 1))
  const hash = createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url')
  return { user, version: hash.slice(0, 22) }
}
