import { sql } from 'drizzle-orm'
import { type Context, inTransaction, type SignedInContext } from '../platform/context.ts'
import { rowOf, rowsOf } from '../platform/db.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { queueMail } from '../platform/mail.ts'
import { type Account, lockAccount } from './account.ts'
import { base32 } from './base32.ts'
import { lockOwner, lockSignedIn } from './lock-owner.ts'
import { factorDroppedMail, secondFactorMail } from './mails.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import {
  type CodeTry,
  factorPurpose,
  findFactor,
  type SecondFactorParts,
  stepTyped,
  triesKey,
  triesOfNetwork,
  wrongCode,
} from './second-factor.ts'
import { revokeOtherSessions, revokeSessions } from './session.ts'
import { makeTotpSecret, totpUri } from './totp.ts'

const alreadyOn = 'Two-step sign-in is on already.'
const isOff = 'Two-step sign-in is off.'
const startAgain = 'This took too long. Start again with a new key.'

/**
 * A new secret for an owner who was proved, in base32 and as an address for a QR code; it counts once confirmed.
 * @throws AppError('invalid') where one is on, 'unauthenticated' where the proof counts no more
 */
export async function startFactor(
  ctx: SignedInContext,
  { sealer }: SecondFactorParts,
  proven: Account,
): Promise<{ secret: string; uri: string }> {
  const secret = makeTotpSecret()
  return inTransaction(ctx, async ctx => {
    const { id, email } = await lockOwner(ctx, proven)
    const stored = await rowsOf(
      ctx.db,
      sql`insert into second_factors (user_id, secret_sealed) values (${id}, ${sealer.seal(secret, id)})
          on conflict (user_id) do update
            set secret_sealed = excluded.secret_sealed, last_step = 0, created_at = now()
            where second_factors.confirmed_at is null
          returning user_id`,
    )
    if (stored.length === 0) throw new AppError('invalid', { message: alreadyOn })
    return { secret: base32(secret), uri: totpUri(secret, email) }
  })
}

/**
 * Switches it on with a first code and answers ten recovery codes; the account's other sessions end.
 * @throws AppError('invalid' | 'invalid_or_expired' | 'rate_limited' | 'unauthenticated')
 */
export async function confirmFactor(
  ctx: SignedInContext,
  parts: SecondFactorParts,
  tried: CodeTry,
): Promise<string[]> {
  const { userId } = tried
  await parts.rateLimits.take(triesOfNetwork, triesKey(tried))
  const factor = await findFactor(ctx, userId)
  if (!factor || factor.is_on || factor.is_stale) {
    throw new AppError('invalid_or_expired', { message: factor?.is_on ? alreadyOn : startAgain })
  }
  const step = stepTyped(ctx, parts, factor, tried)
  if (step === null) throw invalid({ otp: [wrongCode] })
  await parts.rateLimits.forget(triesOfNetwork, triesKey(tried))
  return inTransaction(ctx, async ctx => {
    const account = await lockSignedIn(ctx)
    if (!(await switchOn(ctx, factor.secret_sealed, step))) {
      throw new AppError('invalid_or_expired', { message: startAgain })
    }
    await revokeOtherSessions(ctx, ctx.user)
    await tell(ctx, parts, account, 'on')
    return replaceRecoveryCodes(ctx, userId)
  })
}

/** Ten new recovery codes in place of those before. @throws AppError('invalid') where it is off, 'unauthenticated' */
export function renewCodes(
  ctx: SignedInContext,
  parts: SecondFactorParts,
  proven: Account,
): Promise<string[]> {
  return inTransaction(ctx, async ctx => {
    const account = await lockOwner(ctx, proven)
    const factor = await findFactor(ctx, ctx.user.id)
    if (!factor?.is_on) throw new AppError('invalid', { message: isOff })
    await tell(ctx, parts, account, 'codes')
    return replaceRecoveryCodes(ctx, ctx.user.id)
  })
}

/** Switches it off; its recovery codes go with it. @throws AppError('unauthenticated') */
export function endFactor(ctx: SignedInContext, parts: SecondFactorParts, proven: Account): Promise<void> {
  return inTransaction(ctx, async ctx => {
    const account = await lockOwner(ctx, proven)
    const ended = await rowOf<{ was_on: boolean }>(
      ctx.db,
      sql`delete from second_factors where user_id = ${ctx.user.id} returning confirmed_at is not null as was_on`,
    )
    if (ended?.was_on) await tell(ctx, parts, account, 'off')
  })
}

/**
 * Takes it off an account whose owner has lost authenticator and recovery codes: for an operator who knows that it is they.
 * The owner is told, and signs in anew. False where it was off.
 */
export function dropFactor(ctx: Context, userId: string): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const account = await lockAccount(ctx, userId)
    const dropped = await rowsOf(
      ctx.db,
      sql`delete from second_factors where user_id = ${userId} and confirmed_at is not null returning user_id`,
    )
    if (!account || dropped.length === 0) return false
    await revokeSessions(ctx, userId)
    await queueMail(ctx, factorPurpose, factorDroppedMail(account))
    return true
  })
}

/** Whether the secret whose code was checked is still the one that waits. */
async function switchOn(ctx: SignedInContext, secretSealed: Buffer, step: number): Promise<boolean> {
  const confirmed = await rowsOf(
    ctx.db,
    sql`update second_factors set confirmed_at = now(), last_step = ${step}
        where user_id = ${ctx.user.id} and confirmed_at is null and secret_sealed = ${secretSealed}
        returning user_id`,
  )
  return confirmed.length === 1
}

async function tell(
  ctx: SignedInContext,
  { publicUrl }: SecondFactorParts,
  account: Account,
  change: 'on' | 'off' | 'codes',
): Promise<void> {
  await queueMail(ctx, factorPurpose, secondFactorMail(account, change, publicUrl))
}
