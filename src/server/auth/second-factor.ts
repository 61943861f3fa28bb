import { sql } from 'drizzle-orm'
import type { Security } from '../../contract/account.ts'
import { type Context, inTransaction, type SignedInContext } from '../platform/context.ts'
import { rowOf, rowsOf } from '../platform/db.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { queueMail } from '../platform/mail.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import type { Sealer } from '../platform/sealer.ts'
import { type Account, lockAccount } from './account.ts'
import { base32 } from './base32.ts'
import { isoText } from './iso-text.ts'
import { recoveryCodeMail, secondFactorMail } from './mails.ts'
import {
  countRecoveryCodes,
  looksLikeRecoveryCode,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from './recovery-codes.ts'
import { revokeOtherSessions } from './session.ts'
import { makeTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** Codes tried for one account from one network. */
const triesOfNetwork: RateLimit = { name: 'second-factor-network', points: 5, windowSeconds: 900 }
/** Codes of an authenticator tried for one account from everywhere: recovery codes still let its owner in. */
const triesOfAccount: RateLimit = { name: 'second-factor-account', points: 30, windowSeconds: 86_400 }

const wrongCode = 'This code is not right or was used before. Enter the one your authenticator shows now.'
const alreadyOn = 'Two-step sign-in is on already.'
const startAgain = 'This took too long. Start again with a new key.'
const cannotCheck =
  'Codes cannot be checked at the moment. Use one of your recovery codes, or contact support.'

const purpose = 'second-factor'

interface Factor extends Record<string, unknown> {
  secret_sealed: Buffer
  last_step: number
  is_on: boolean
  /** Begun long ago and never confirmed. */
  is_stale: boolean
}

interface Tried {
  userId: string
  /** A code of the authenticator or a recovery code. */
  otp: string | undefined
  network: string
}

export interface SecondFactor {
  /**
   * Lets pass whoever has no second factor, or gives a code that was not used before.
   * @throws AppError('second_factor_required' | 'rate_limited' | 'unavailable')
   */
  demand(ctx: Context, tried: Tried): Promise<void>
  /** A new secret, in base32 and as an address for a QR code; it counts once confirmed. @throws AppError('invalid') */
  start(ctx: Context, account: Pick<Account, 'id' | 'email'>): Promise<{ secret: string; uri: string }>
  /**
   * Switches it on with a first code and answers ten recovery codes; the account's other sessions end.
   * @throws AppError('invalid' | 'invalid_or_expired' | 'rate_limited')
   */
  confirm(ctx: SignedInContext, tried: Tried): Promise<string[]>
  /** Ten new recovery codes in place of those before. @throws AppError('invalid') where it is off */
  renewCodes(ctx: SignedInContext): Promise<string[]>
  end(ctx: SignedInContext): Promise<void>
  /** Since when it is on (null: it is off), and how many recovery codes are unused. */
  state(ctx: Context, userId: string): Promise<Security['second_factor']>
}

export function createSecondFactor(parts: {
  rateLimits: RateLimits
  sealer: Sealer
  publicUrl: string
}): SecondFactor {
  const { rateLimits, sealer, publicUrl } = parts
  const networkKey = ({ userId, network }: Tried) => `${userId} ${network}`

  async function spend(ctx: Context, factor: Factor, { userId, otp = '' }: Tried): Promise<boolean> {
    if (looksLikeRecoveryCode(otp)) return spendRecovery(ctx, userId, otp)
    await rateLimits.take(triesOfAccount, userId)
    const step = stepIn(ctx, factor, userId, otp)
    if (step === null || !(await spendStep(ctx, userId, step))) return false
    await rateLimits.forget(triesOfAccount, userId)
    return true
  }

  async function spendRecovery(ctx: Context, userId: string, code: string): Promise<boolean> {
    return inTransaction(ctx, async ctx => {
      const account = await lockAccount(ctx, userId)
      if (!account || !(await spendRecoveryCode(ctx, userId, code))) return false
      const left = await countRecoveryCodes(ctx, userId)
      await queueMail(ctx, purpose, recoveryCodeMail(account, left, publicUrl))
      return true
    })
  }

  function stepIn(ctx: Context, factor: Factor, userId: string, otp: string): number | null {
    const secret = sealer.open(factor.secret_sealed, userId)
    if (secret) return stepOfCode(secret, otp.replace(/\s/g, ''), ctx.clock.now())
    ctx.log.error({ alarm: 'second_factor' }, 'A second factor was sealed under another installation secret')
    throw new AppError('unavailable', { message: cannotCheck })
  }

  async function tell(ctx: Context, account: Account, change: 'on' | 'off' | 'codes'): Promise<void> {
    await queueMail(ctx, purpose, secondFactorMail(account, change, publicUrl))
  }

  return {
    async demand(ctx, tried) {
      const factor = await findFactor(ctx, tried.userId)
      if (!factor?.is_on) return
      if ((tried.otp ?? '').trim() === '') throw new AppError('second_factor_required')
      // Counted before it is looked at: of many tries at once no more get through than one after the other.
      await rateLimits.take(triesOfNetwork, networkKey(tried))
      if (!(await spend(ctx, factor, tried))) {
        throw new AppError('second_factor_required', { message: wrongCode })
      }
      await rateLimits.forget(triesOfNetwork, networkKey(tried))
    },

    async start(ctx, { id, email }) {
      const secret = makeTotpSecret()
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
    },

    async confirm(ctx, tried) {
      await rateLimits.take(triesOfNetwork, networkKey(tried))
      const { userId, otp = '' } = tried
      const factor = await findFactor(ctx, userId)
      if (!factor || factor.is_on || factor.is_stale) {
        throw new AppError('invalid_or_expired', { message: factor?.is_on ? alreadyOn : startAgain })
      }
      const step = stepIn(ctx, factor, userId, otp)
      if (step === null) throw invalid({ otp: [wrongCode] })
      await rateLimits.forget(triesOfNetwork, networkKey(tried))
      return inTransaction(ctx, async ctx => {
        const account = await lockAccount(ctx, userId)
        if (!account || !(await switchOn(ctx, userId, factor, step))) {
          throw new AppError('invalid_or_expired', { message: startAgain })
        }
        await revokeOtherSessions(ctx, ctx.user)
        await tell(ctx, account, 'on')
        return replaceRecoveryCodes(ctx, userId)
      })
    },

    renewCodes: ctx =>
      inTransaction(ctx, async ctx => {
        const account = await lockAccount(ctx, ctx.user.id)
        const factor = await findFactor(ctx, ctx.user.id)
        if (!account || !factor?.is_on) {
          throw new AppError('invalid', { message: 'Two-step sign-in is off.' })
        }
        await tell(ctx, account, 'codes')
        return replaceRecoveryCodes(ctx, ctx.user.id)
      }),

    end: ctx =>
      inTransaction(ctx, async ctx => {
        const account = await lockAccount(ctx, ctx.user.id)
        const ended = await rowOf<{ was_on: boolean }>(
          ctx.db,
          sql`delete from second_factors where user_id = ${ctx.user.id} returning confirmed_at is not null as was_on`,
        )
        if (account && ended?.was_on) await tell(ctx, account, 'off')
      }),

    async state(ctx, userId) {
      const on = await rowOf<{ since: string }>(
        ctx.db,
        sql`select ${isoText(sql`confirmed_at`)} as since from second_factors
            where user_id = ${userId} and confirmed_at is not null`,
      )
      if (!on) return { since: null, recovery_codes_left: 0 }
      return { since: on.since, recovery_codes_left: await countRecoveryCodes(ctx, userId) }
    },
  }
}

const findFactor = (ctx: Context, userId: string): Promise<Factor | null> =>
  rowOf<Factor>(
    ctx.db,
    sql`select secret_sealed, last_step, confirmed_at is not null as is_on,
          confirmed_at is null and created_at < now() - interval '1 hour' as is_stale
        from second_factors where user_id = ${userId}`,
  )

/** Whether the code of a step may be used: once, and no earlier one after it. */
async function spendStep(ctx: Context, userId: string, step: number): Promise<boolean> {
  const used = await rowsOf(
    ctx.db,
    sql`update second_factors set last_step = ${step}
        where user_id = ${userId} and confirmed_at is not null and last_step < ${step} returning user_id`,
  )
  return used.length === 1
}

/** Whether the secret whose code was checked is still the one that waits. */
async function switchOn(ctx: Context, userId: string, factor: Factor, step: number): Promise<boolean> {
  const confirmed = await rowsOf(
    ctx.db,
    sql`update second_factors set confirmed_at = now(), last_step = ${step}
        where user_id = ${userId} and confirmed_at is null and secret_sealed = ${factor.secret_sealed}
        returning user_id`,
  )
  return confirmed.length === 1
}
