import { isDay } from '../../../contract/day-range.ts'
import { paymentProviders, purchaseStates } from '../../../contract/payments.ts'
import { operatedAccount } from '../../auth/auth.ts'
import {
  listAttempts,
  priceText,
  reconcile,
  reviewQueue,
  showAttempt,
  type WholeAttempt,
} from '../../payments/payments.ts'
import type { Context } from '../../platform/context.ts'
import { daySpan } from '../../platform/day-span.ts'
import { type Call, type Command, CommandError, textOption, wholeNumber } from '../command.ts'
import { columns, facts, moment, plainLine } from '../plain-text.ts'

const reference = '<reference>'
const days = {
  from: { value: '<day>', says: 'from this day on, as 2026-11-01, in UTC' },
  to: { value: '<day>', says: 'up to and with this day' },
}

export const paymentCommands: readonly Command[] = [
  {
    name: 'payments list',
    words: [],
    says: 'List purchases, newest first.',
    options: {
      state: { value: '<state>', says: `only ${purchaseStates.join(', ')}` },
      provider: { value: '<provider>', says: `only ${paymentProviders.join(', ')}` },
      user: { value: '<user>', says: 'only those of this user, by id or by email address' },
      ...days,
      limit: { value: '<number>', says: 'at most so many, 50 without it' },
    },
    run: list,
  },
  {
    name: 'payments show',
    words: [reference],
    says: 'Show one purchase: how it came to where it is, and what its provider told of it.',
    run: show,
  },
  {
    name: 'payments review',
    words: [],
    says: 'List purchases that wait for a person, oldest first.',
    more: ['See payments show, then payments approve, close or refund.'],
    run: review,
  },
  {
    name: 'payments reconcile',
    words: [],
    says: 'Hold purchases against the ledger; ends with 1 where they differ.',
    more: [
      'In production, credits that were bought in a sandbox are found too: payments refund takes them back.',
    ],
    options: days,
    run: reconcileBooks,
  },
]

type Attempt = WholeAttempt['attempt']

/** Of a purchase what an operator needs; nothing of what the checkout was opened with. */
const dataOf = ({ checkout: _, redirectUrl: __, idempotencyKey: ___, ...attempt }: Attempt) => attempt

const rowOf = (attempt: Attempt) => [
  attempt.reference,
  moment(attempt.createdAt),
  attempt.userId,
  `${attempt.provider}${attempt.isSandbox ? ' (sandbox)' : ''}`,
  attempt.productName,
  priceText(attempt),
  attempt.state,
  attempt.reviewReason ?? '',
]
const headings = ['Reference', 'Started', 'User', 'Provider', 'Product', 'Amount', 'State', 'To look at']

function listed(attempts: readonly Attempt[], none: string) {
  const lines = attempts.length > 0 ? columns(headings, attempts.map(rowOf)) : [none]
  return { data: { purchases: attempts.map(dataOf) }, lines }
}

async function list(call: Call) {
  const filter = {
    state: choice(call, 'state', purchaseStates),
    provider: choice(call, 'provider', paymentProviders),
    span: spanOf(call),
    limit: wholeNumber(textOption(call, 'limit') ?? '50', '--limit', 1, 1_000),
  }
  const ctx = await call.tools.openDatabase()
  const who = textOption(call, 'user')
  const userId = who === undefined ? undefined : (await operatedAccount(ctx, who)).id
  return listed(await listAttempts(ctx, { ...filter, userId }), 'No purchase was found')
}

async function show(call: Call) {
  const whole = await knownPurchase(await call.tools.openDatabase(), call)
  const { attempt, steps, notifications } = whole
  const lines = [
    ...facts([
      ['Reference', attempt.reference],
      ['State', attempt.state],
      ['To look at', attempt.reviewReason ?? 'nothing'],
      ['User', attempt.userId],
      ['Product', `${attempt.productName} (${attempt.productId}), ${attempt.creditAmount} credits`],
      ['Amount', priceText(attempt)],
      ['Provider', `${attempt.provider}${attempt.isSandbox ? ', its sandbox: no money moved' : ''}`],
      ['Its reference', attempt.providerRef ?? ''],
      ['Its transaction', attempt.transactionId ?? ''],
      ['Started', moment(attempt.createdAt)],
      ['Credited', moment(attempt.creditedAt)],
      [
        'Asked again',
        attempt.nextPollAt ? `${moment(attempt.nextPollAt)}, after ${attempt.pollCount} times` : '',
      ],
    ]),
    '',
    ...columns(
      ['When', 'From', 'To', 'By', 'Words'],
      steps.map(step => [
        ...[moment(step.createdAt), step.fromState, step.toState],
        ...[step.actor ? `${step.cause} (${step.actor})` : step.cause, step.words],
      ]),
    ),
    ...(notifications.length > 0 ? [''] : []),
    ...notifications.map(one =>
      plainLine(
        `${moment(one.receivedAt)}  told ${one.times}×: ${one.type}, ${one.authenticity}, ${one.outcome} ${one.note}`,
      ),
    ),
  ]
  return { data: { purchase: dataOf(attempt), steps, notifications }, lines }
}

async function review({ tools }: Call) {
  return listed(await reviewQueue(await tools.openDatabase()), 'Nothing waits for a person')
}

/** @throws CommandError for a reference that no purchase has */
export async function knownPurchase(ctx: Context, { words }: Call): Promise<WholeAttempt> {
  const whole = await showAttempt(ctx, (words[0] ?? '').trim().toUpperCase())
  if (!whole) throw new CommandError('notFound', 'There is no such purchase')
  return whole
}

async function reconcileBooks(call: Call) {
  const span = spanOf(call)
  const { isProduction } = call.tools
  const { lines: sums, differences } = await reconcile(await call.tools.openDatabase(), span, {
    isProduction,
  })
  const rows = sums.map(one => [
    `${one.provider}${one.isSandbox ? ' (sandbox)' : ''}`,
    one.state,
    String(one.count),
    priceText(one),
    String(one.creditAmount),
  ])
  const lines = [
    ...(rows.length > 0
      ? columns(['Provider', 'State', 'Purchases', 'Sum', 'Credits'], rows)
      : ['No purchases']),
    '',
    ...(differences.length > 0
      ? columns(
          ['Differs', 'Reference'],
          differences.map(one => [one.kind, one.reference]),
        )
      : ['Purchases and ledger agree']),
  ]
  return { data: { lines: sums, differences }, lines, hasFound: differences.length > 0 }
}

/** @throws CommandError */
function choice<const T extends string>(call: Call, name: string, among: readonly T[]): T | undefined {
  const text = textOption(call, name)
  const found = among.find(one => one === text)
  if (text !== undefined && found === undefined)
    throw new CommandError('usage', `--${name} is one of ${among.join(', ')}`)
  return found
}

/** @throws CommandError for what is no day */
function spanOf(call: Call) {
  const [from, to] = ['from', 'to'].map(name => {
    const day = textOption(call, name)
    if (day !== undefined && !isDay(day)) throw new CommandError('usage', `--${name} is a day, as 2026-11-21`)
    return day
  })
  return daySpan({ from, to }, 'UTC')
}
