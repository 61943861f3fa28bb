import type { Pool } from 'pg'
import { runAdmin } from '../admin/admin.ts'
import type { Tools } from '../admin/command.ts'
import { keepAccount } from '../auth/auth.ts'
import { grantStarter, purchase } from '../credits/credits.ts'
import { createReceipts } from '../payments/payments.ts'
import { makeReference } from '../payments/reference.ts'
import { aSignedInUser } from './builders.ts'
import { testContext } from './context.ts'
import { type ScriptedProvider, scriptedProvider } from './scripted-provider.ts'

interface Made {
  userId: string
  state?: string
  reviewReason?: string | null
  provider?: ScriptedProvider
}

/** What a command told as data. */
export const dataOf = <T>({ out }: { out: string }) => JSON.parse(out) as T

/** An operator at the command line over a test's database, with providers that say what the test wants. */
export function operatorDesk(pool: Pool) {
  const ctx = testContext(pool)
  const express = scriptedProvider({ isSandbox: false })
  const paypal = scriptedProvider({ name: 'paypal', currency: 'USD', isSandbox: false, refunds: true })

  /** Commands in this process, with providers that say what the test wants. */
  const admin = async (args: readonly string[], isProduction = false) => {
    const spoken = await runAdmin(args, actor => tools(actor ?? 'Kofi', isProduction))
    return { code: spoken.exitCode, out: spoken.out, err: spoken.err }
  }
  const unused = () => {
    throw new Error('No command of payments needs this')
  }
  const tools = (actor: string, isProduction: boolean): Tools => ({
    actor,
    isProduction,
    openDatabase: async () => ctx,
    contextOver: db => ({ ...ctx, db }),
    payments: async () => ({
      providers: new Map([express, paypal].map(one => [one.name, one])),
      receipts: createReceipts({
        buyerOf: keepAccount,
        publicUrl: 'http://soko.test',
        supportEmail: 'support@soko.test',
        seller: { name: '', address: '', taxNumber: '' },
      }),
    }),
    ...{
      shippedSettings: unused,
      embeddedDatabase: unused,
      readFile: unused,
      onInterrupt: unused,
      ask: unused,
    },
    migrationsFolder: '',
  })

  /** A purchase of the starter product, as if it had come so far. */
  async function aPurchase({ userId, state = 'review', reviewReason = null, provider = express }: Made) {
    const reference = makeReference()
    const providerRef = `token-${reference}`
    const isCredited = state === 'credited'
    const price = { amountMinor: 15_000, currency: provider.currency }
    await pool.query(
      `INSERT INTO payment_attempt (reference, user_id, idempotency_key, provider, is_sandbox, product_id, product_name,
         credit_amount, amount_minor, currency, state, review_reason, provider_ref, transaction_id, credited_at)
       VALUES ($1, $2, gen_random_uuid(), $3, false, 'starter', 'Starter', 100, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[
          reference,
          userId,
          provider.name,
          price.amountMinor,
          price.currency,
          state,
          reviewReason,
          providerRef,
        ],
        ...[isCredited ? `tx-${reference}` : null, isCredited ? new Date() : null],
      ],
    )
    if (isCredited)
      await purchase(ctx, { userId, ref: `topup:${reference}`, amountCredits: 100, reason: 'Starter' })
    provider.orders.set(reference, {
      purchase: {
        ...{ attemptId: '', reference, price, productName: 'Starter', returnUrl: '', notifyUrl: '' },
        buyer: { email: '', name: '', phone: '' },
      },
      providerRef,
      finding: {
        ...{ state: 'pending', reference, providerRef, money: price, isOtherMerchant: false },
        ...{ transactionId: null, words: 'pending' },
      },
    })
    return { reference }
  }

  async function aBuyer() {
    const user = await aSignedInUser(pool)
    await grantStarter(ctx, user.id, 10)
    const balance = async () =>
      (await pool.query('SELECT balance, paused_at FROM credit_account WHERE user_id = $1', [user.id]))
        .rows[0] as {
        balance: number
        paused_at: Date | null
      }
    return { ...user, balance }
  }

  async function actsOn(subject: string) {
    const found = await pool.query<{ act: string; actor: string; reason: string | null }>(
      'SELECT act, actor, reason FROM operator_act WHERE subject = $1 ORDER BY id',
      [subject],
    )
    return found.rows
  }

  return { ctx, express, paypal, admin, aPurchase, aBuyer, actsOn }
}
