import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { type PaymentProvider, paymentProviders, type paymentWebhook } from '../../contract/payments.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { createHintLimits, createHintTurns, createRefusalCount, type HintLimits } from './hint-limits.ts'
import { closeNotification, leaveToPoll, storeNotification } from './notifications.ts'
import type { PaymentParts } from './parts.ts'
import { type Notification, type ProviderAdapter, ProviderError } from './provider.ts'
import { flagCredited, settle } from './settle.ts'
import type { Attempt } from './tables.ts'

export interface Arrived {
  provider: string
  /** The very bytes. */
  raw: Buffer
  headers: IncomingHttpHeaders
  /** The caller's canonical network. */
  network: string
}

/** What keeps floods from costing more than an answer; one for the life of a server. */
export interface WebhookGuard {
  hintLimits: HintLimits
  countRefused: (provider: string) => number | null
  /** Unproven hints about no purchase of ours: anybody can send those, so they are only counted. */
  countUnknown: (provider: string) => number | null
  takeTurn: (attemptId: string) => boolean
}

export const createWebhookGuard = (now: () => number): WebhookGuard => ({
  hintLimits: createHintLimits(now),
  countRefused: createRefusalCount(now),
  countUnknown: createRefusalCount(now),
  takeTurn: createHintTurns(now),
})

type Taken = AnswerOf<typeof paymentWebhook>['status']
type Read = Exclude<Notification, { authenticity: 'bad' }>

/**
 * Takes a provider's word that something happened to a payment: its signature first, then it is stored, then the provider
 * is asked. `taken`: settled. `known`: it was before. `ignored`: about nothing of ours.
 * @throws AppError('not_found') for an unknown provider, 'unauthenticated' for a bad signature, 'malformed',
 * 'rate_limited', 'unavailable' where it has to be sent again; before the signature is found right nothing is changed
 */
export async function takeNotification(
  ctx: Context,
  parts: PaymentParts & { guard: WebhookGuard },
  arrived: Arrived,
): Promise<Taken> {
  const adapter = parts.providers.get(arrived.provider as PaymentProvider)
  if (!adapter || !paymentProviders.includes(adapter.name)) throw new AppError('not_found')
  const read = await readNotification(ctx, parts.guard, adapter, arrived)
  if (read.authenticity === 'unsigned') parts.guard.hintLimits.take(arrived.network)
  const { attempt, isDealtWith } = await storeNotification(ctx, adapter, read)
  if (!attempt) {
    tellOfIgnored(ctx, parts.guard, adapter, read)
    return 'ignored'
  }
  if (isDealtWith && !isWorthAsking(read, attempt)) return 'known'
  if (isHint(read) && !parts.guard.takeTurn(attempt.id)) await leaveToPoll(ctx, adapter, read, attempt)
  else await settleBy(ctx, parts, adapter, { read, attempt })
  return isDealtWith ? 'known' : 'taken'
}

async function readNotification(
  ctx: Context,
  { countRefused }: WebhookGuard,
  adapter: ProviderAdapter,
  arrived: Arrived,
): Promise<Read> {
  const { raw, headers, network } = arrived
  const read = await adapter.parseNotification(raw, headers, network).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    if (error.fault === 'malformed') throw new AppError('malformed')
    const fields = { provider: adapter.name, fault: error.fault, reason: error.message }
    const count = countRefused(`${adapter.name}, unchecked`)
    if (count !== null) ctx.log.warn({ ...fields, count }, 'Notifications could not be checked')
    throw sendAgain()
  })
  if (read.authenticity !== 'bad') return read
  const count = countRefused(adapter.name)
  if (count !== null)
    ctx.log.warn({ provider: adapter.name, reason: read.reason, count }, 'Notifications were refused')
  throw new AppError('unauthenticated', { message: 'The signature of this notification is not right.' })
}

const sendAgain = () => new AppError('unavailable', { retryAfterSeconds: 30 })

/** An unsigned hint is the same each time it comes, so it may be about news all the same, while news can come. */
const isWorthAsking = (read: Read, { state }: Attempt): boolean =>
  read.authenticity === 'unsigned' && !['credited', 'review', 'refunded', 'reversed'].includes(state)

/** What anybody could have sent. */
const isHint = (read: Read): boolean => read.authenticity === 'unsigned' && !read.saysMoneyWentBack

async function settleBy(
  ctx: Context,
  parts: PaymentParts,
  adapter: ProviderAdapter,
  { read, attempt }: { read: Read; attempt: Attempt },
): Promise<void> {
  // Anybody can send a hint, so the payment it names is not asked for.
  const transactionId = read.authenticity === 'signed' ? read.transactionId : null
  try {
    const state = await settle(ctx, parts, { attemptId: attempt.id, cause: 'webhook', transactionId })
    // The provider's answer still calls it paid, as it does of a dispute: whether credits go is for a person to say.
    if (read.saysMoneyWentBack && state === 'credited')
      await flagCredited(ctx, attempt.id, 'told-money-went-back', { cause: 'webhook', words: read.type })
    await closeNotification(ctx, adapter, read.eventId, state)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { reference } = attempt
    const fields = { provider: adapter.name, reference, fault: error.fault, reason: error.message }
    ctx.log.warn(fields, 'A notification came, and the provider could not be asked')
    throw sendAgain()
  }
}

function tellOfIgnored(
  ctx: Context,
  { countUnknown }: WebhookGuard,
  { name: provider }: ProviderAdapter,
  read: Read,
): void {
  if (isHint(read)) {
    const count = countUnknown(provider)
    if (count !== null) ctx.log.info({ provider, count }, 'Hints about no purchase of ours came in')
  } else if (read.isForeign)
    ctx.log.error(
      { alarm: 'payment_foreign_notification', provider, type: read.type },
      'A notification of another account or mode came in; it was ignored',
    )
}
