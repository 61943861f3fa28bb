import type { Money } from '../provider.ts'

/** What a person, or `?auto=`, may choose at a stand-in's checkout. */
export const choices = [
  'approve',
  'decline',
  'pending',
  'cancel',
  'wrong-amount',
  'wrong-currency',
  'late',
  'no-notify',
  'duplicate',
  'outage',
  'result-3',
  'notify-first',
  'pending-approve',
  'pending-decline',
  'close',
] as const
export type Choice = (typeof choices)[number]

export const isChoice = (text: unknown): text is Choice => choices.some(choice => choice === text)

export type EndState = 'paid' | 'pending' | 'declined' | 'cancelled'

/** What follows from a choice. */
export interface Outcome {
  state: EndState
  /** What it becomes by itself. */
  later: { state: EndState; afterSeconds: number } | null
  /** How often the last state is told to the webhook. */
  notices: number
  /** For so long nobody can ask about it: `away` answers 503, `no-data` knows of no payment yet. */
  quiet: { as: 'away' | 'no-data'; seconds: number } | null
  /** The webhook hears of it before the browser goes back. */
  isToldFirst: boolean
  /** The browser goes back; else the window is simply closed. */
  isReturning: boolean
}

const paid: Outcome = {
  state: 'paid',
  later: null,
  notices: 1,
  quiet: null,
  isToldFirst: false,
  isReturning: true,
}

export const outcomes: Readonly<Record<Choice, Outcome>> = {
  approve: paid,
  decline: { ...paid, state: 'declined' },
  pending: { ...paid, state: 'pending', notices: 0 },
  cancel: { ...paid, state: 'cancelled', notices: 0 },
  'wrong-amount': paid,
  'wrong-currency': paid,
  late: { ...paid, state: 'pending', later: { state: 'paid', afterSeconds: 15 } },
  'no-notify': { ...paid, notices: 0 },
  duplicate: { ...paid, notices: 5 },
  outage: { ...paid, quiet: { as: 'away', seconds: 20 } },
  'result-3': { ...paid, quiet: { as: 'no-data', seconds: 10 } },
  'notify-first': { ...paid, isToldFirst: true },
  'pending-approve': { ...paid, state: 'pending', later: { state: 'paid', afterSeconds: 8 } },
  'pending-decline': { ...paid, state: 'pending', later: { state: 'declined', afterSeconds: 8 } },
  close: { ...paid, isReturning: false },
}

/** What is said to have been paid: a unit less, or as much of another currency, where that is chosen. */
export function paidBy(choice: Choice, asked: Money): Money {
  if (choice === 'wrong-amount') {
    const unit = asked.amountMinor > 100 ? 100 : -100
    return { ...asked, amountMinor: asked.amountMinor - unit }
  }
  if (choice === 'wrong-currency') return { ...asked, currency: asked.currency === 'NGN' ? 'KES' : 'NGN' }
  return asked
}
