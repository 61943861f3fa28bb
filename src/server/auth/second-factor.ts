import { sql } from 'drizzle-orm'
import type { Security } from '../../contract/account.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf, rowsOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { queueMail } from '../platform/mail.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import type { Sealer } from '../platform/sealer.ts'
import { lockAccount } from './account.ts'
import { isoText } from './iso-text.ts'
import { recoveryCodeMail } from './mails.ts'
import { countRecoveryCodes, looksLikeRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** Codes tried for one account from one network. */
export const triesOfNetwork: RateLimit = { name: 'second-factor-network', points: 5, windowSeconds: 900 }
/** Codes of an authenticator tried for one account from everywhere: recovery codes still let its owner in. */
const triesOfAccount: RateLimit = { name: 'second-factor-account', points: 30, windowSeconds: 86_400 }

export const wrongCode =
  'This code is not right or was used before. Enter the one your authenticator shows now.'
const cannotCheck =
  'Codes cannot be checked at the moment. Use one of your recovery codes, or contact support.'

export const factorPurpose = 'second-factor'

export interface SecondFactorParts {
  rateLimits: RateLimits
  sealer: Sealer
  publicUrl: string
}

export interface CodeTry {
  userId: string
  /** A code of the authenticator or a recovery code. */
  otp?: string | undefined
  network: string
}

export const triesKey = ({ userId, network }: CodeTry) => `${userId} ${network}`

/** A row of `second_factors`. */
interface Factor extends Record<string, unknown> {
  secret_sealed: Buffer
  is_on: boolean
  /** Begun long ago and never confirmed. */
  is_stale: boolean
}

/**
 * Lets pass whoever has no second factor (false), or gives a code that was not used before (true).
 * @throws AppError('second_factor_required' | 'rate_limited' | 'unavailable')
 */
export async function demandCode(ctx: Context, parts: SecondFactorParts, tried: CodeTry): Promise<boolean> {
  const factor = await findFactor(ctx, tried.userId)
  if (!factor?.is_on) return false
  if ((tried.otp ?? '').trim() === '') throw new AppError('second_factor_required')
  // Counted before it is looked at: of many tries at once no more get through than one after the other.
  await parts.rateLimits.take(triesOfNetwork, triesKey(tried))
  if (!(await spendCode(ctx, parts, factor, tried))) {
    throw new AppError('second_factor_required', { message: wrongCode })
  }
  await parts.rateLimits.forget(triesOfNetwork, triesKey(tried))
  return true
}

/** Since when it is on (null: it is off), and how many recovery codes are unused. */
export async function factorState(ctx: Context, userId: string): Promise<Security['second_factor']> {
  const on = await rowOf<{ since: string }>(
    ctx.db,
    sql`select ${isoText(sql`confirmed_at`)} as since from second_factors
        where user_id = ${userId} and confirmed_at is not null`,
  )
  if (!on) return { since: null, recovery_codes_left: 0 }
  return { since: on.since, recovery_codes_left: await countRecoveryCodes(ctx, userId) }
}

export const findFactor = (ctx: Context, userId: string): Promise<Factor | null> =>
  rowOf<Factor>(
    ctx.db,
    sql`select secret_sealed, confirmed_at is not null as is_on,
          confirmed_at is null and created_at < now() - interval '1 hour' as is_stale
        from second_factors where user_id = ${userId}`,
  )

/** The step whose code was typed; null for a wrong one. @throws AppError('unavailable') under another installation secret */
export function stepTyped(
  ctx: Context,
  { sealer }: Pick<SecondFactorParts, 'sealer'>,
  factor: Factor,
  { userId, otp = '' }: CodeTry,
): number | null {
  const secret = sealer.open(factor.secret_sealed, userId)
  if (secret) return stepOfCode(secret, otp.replace(/\s/g, ''), ctx.clock.now())
  ctx.log.error({ alarm: 'second_factor' }, 'A second factor was sealed under another installation secret')
  throw new AppError('unavailable', { message: cannotCheck })
}

async function spendCode(
  ctx: Context,
  parts: SecondFactorParts,
  factor: Factor,
  tried: CodeTry,
): Promise<boolean> {
  const { userId, otp = '' } = tried
  if (looksLikeRecoveryCode(otp)) return spendRecovery(ctx, parts, userId, otp)
  await parts.rateLimits.take(triesOfAccount, userId)
  const step = stepTyped(ctx, parts, factor, tried)
  if (step === null || !(await spendStep(ctx, userId, step))) return false
  await parts.rateLimits.forget(triesOfAccount, userId)
  return true
}

/** Whether the code of a step may be used: once, and no earlier one after it. */
async function spendStep(ctx: Context, userId: string, step: number): Promise<boolean> {
  const used = await rowsOf(
    ctx.db,
    sql`update second_factors set last_step = ${step}
        where user_id = ${userId} and confirmed_at is not null and last_step < ${step} returning user_id`,
  )
  return used.length === 1
}

/** The same for a recovery code; its owner hears of it. */
function spendRecovery(
  ctx: Context,
  { publicUrl }: SecondFactorParts,
  userId: string,
  code: string,
): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const account = await lockAccount(ctx, userId)
    if (!account || !(await spendRecoveryCode(ctx, userId, code))) return false
    const left = await countRecoveryCodes(ctx, userId)
    await queueMail(ctx, factorPurpose, recoveryCodeMail(account, left, publicUrl))
    return true
  })
}
