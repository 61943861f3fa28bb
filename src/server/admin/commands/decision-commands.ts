import {
  approve,
  closeReview,
  type Decided,
  type OperatorInput,
  priceText,
  refundPurchase,
  type WholeAttempt,
} from '../../payments/payments.ts'
import type { Context } from '../../platform/context.ts'
import { noteAct } from '../acts.ts'
import { type Call, type Command, neededOption, textOption } from '../command.ts'
import { knownPurchase } from './payment-commands.ts'

const reference = '<reference>'
const reason = { value: '<why>', says: 'kept with the purchase; needed' }

export const decisionCommands: readonly Command[] = [
  {
    name: 'payments approve',
    words: [reference],
    says: 'Credit what a purchase agreed to, once its provider says that it was paid.',
    more: [
      'Where the provider cannot say so, name its number of the payment as you found it in its console. A purchase that is',
      'credited already is only taken off the list of payments review.',
    ],
    options: {
      reason,
      transaction: { value: '<number>', says: 'the provider’s number of the payment, on your word' },
    },
    run: approvePurchase,
  },
  {
    name: 'payments close',
    words: [reference],
    says: 'Take a purchase off the list of payments review as it is, without credits where it has none.',
    options: { reason },
    run: close,
  },
  {
    name: 'payments refund',
    words: [reference],
    says: 'Give a credited purchase back: the money where the provider has a call for it, then the credits.',
    more: [
      'Credits that are spent already become a debt, and the account’s spending is paused: see users resume.',
    ],
    options: { reason },
    run: refund,
  },
]

type Attempt = WholeAttempt['attempt']

async function approvePurchase(call: Call) {
  const transactionId = textOption(call, 'transaction')
  const { done, attempt } = await decided(call, 'payments approve', async (ctx, word) =>
    approve(ctx, await call.tools.payments(), { ...word, transactionId }),
  )
  const isCredit = done.isNew && attempt.state !== 'credited'
  const words = isCredit
    ? `${attempt.creditAmount} credits were added to the account of ${attempt.userId}`
    : `${attempt.reference} was credited before${done.isNew ? '; it is off the list now' : ''}`
  return { data: told(attempt, done), lines: [words] }
}

async function close(call: Call) {
  const { done, attempt } = await decided(call, 'payments close', closeReview)
  const words = done.isNew
    ? `${attempt.reference} is off the list, ${done.state}`
    : `${attempt.reference} did not wait for anybody`
  return { data: told(attempt, done), lines: [words] }
}

async function refund(call: Call) {
  const { done, attempt } = await decided(call, 'payments refund', async (ctx, word) =>
    refundPurchase(ctx, await call.tools.payments(), word),
  )
  const { takenCredits, owedCredits, isByProvider, isNew } = done
  const data = { ...told(attempt, done), taken_credits: takenCredits, owed_credits: owedCredits }
  const hasGoneBack = isNew || isByProvider
  const lines = hasGoneBack
    ? [
        isNew ? `${takenCredits} credits were taken back` : 'Its notification took the credits first',
        ...(owedCredits > 0 ? [`${owedCredits} were spent: a debt, and spending is paused`] : []),
        wayBack(attempt, isByProvider),
      ]
    : [`${attempt.reference} was given back before`]
  return { data: { ...data, by_provider: isByProvider }, lines }
}

/** How the money goes back to who paid it. */
function wayBack(attempt: Attempt, isByProvider: boolean): string {
  const { provider, isSandbox } = attempt
  if (isByProvider) return `${provider} gives ${priceText(attempt)} back`
  return isSandbox
    ? 'It was paid in the sandbox: there is no money to send back'
    : `${provider} has no call for it: send ${priceText(attempt)} back by hand, in its console`
}

const told = ({ reference }: Attempt, { state, isNew }: Decided) => ({ reference, state, changed: isNew })

type Word = Pick<OperatorInput, 'attemptId' | 'actor' | 'reason' | 'also'>

/** Carries out what a person decided, and notes it with the deed. */
async function decided<T extends Decided>(
  call: Call,
  act: string,
  verb: (ctx: Context, word: Word) => Promise<T>,
): Promise<{ done: T; attempt: Attempt }> {
  const { actor } = call.tools
  const reason = neededOption(call, 'reason')
  const ctx = await call.tools.openDatabase()
  const { attempt } = await knownPurchase(ctx, call)
  const also = async (tx: Context, { state }: Decided) => {
    const detail = { from: attempt.state, to: state, transaction: textOption(call, 'transaction') }
    await noteAct(tx, { actor, act, subject: attempt.reference, reason, detail })
  }
  return { done: await verb(ctx, { attemptId: attempt.id, actor, reason, also }), attempt }
}
