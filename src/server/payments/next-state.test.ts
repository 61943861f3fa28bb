import { describe, expect, test } from 'vitest'
import { type PurchaseState, purchaseStates } from '../../contract/payments.ts'
import { type Agreed, nextState, type Verdict } from './next-state.ts'
import type { Finding } from './provider.ts'

const agreed = (state: PurchaseState): Agreed => ({
  ...{ state, reference: 'A'.repeat(15), providerRef: 'token', amountMinor: 15_000, currency: 'GHS' },
  transactionId: state === 'credited' ? 'tx-1' : null,
})
const found = (state: Finding['state'], more: Partial<Finding> = {}): Finding => ({
  ...{ state, reference: 'A'.repeat(15), providerRef: 'token', isOtherMerchant: false, words: '' },
  ...{ money: { amountMinor: 15_000, currency: 'GHS' }, transactionId: 'tx-1' },
  ...more,
})
const findings = ['pending', 'approved', 'paid', 'declined', 'cancelled', 'refunded', 'reversed'] as const

/** In a word: where it goes, or what is done. */
function told(verdict: Verdict): string {
  if (verdict.kind === 'move' || verdict.kind === 'take-back') return verdict.to
  return verdict.kind === 'stay' ? '-' : verdict.kind
}

/** In the order of the findings above. */
const table: Record<PurchaseState, readonly string[]> = {
  created: ['-', '-', '-', '-', '-', '-', '-'],
  redirected: ['pending', 'pending', 'credit', 'declined', 'cancelled', 'cancelled', 'cancelled'],
  pending: ['-', '-', 'credit', 'declined', 'cancelled', 'cancelled', 'cancelled'],
  paid: ['-', '-', 'credit', 'declined', 'cancelled', 'cancelled', 'cancelled'],
  credited: ['flag', 'flag', '-', 'flag', 'flag', 'refunded', 'reversed'],
  declined: ['-', '-', 'credit', '-', '-', '-', '-'],
  cancelled: ['-', '-', 'credit', '-', '-', '-', '-'],
  expired: ['-', '-', 'credit', '-', '-', '-', '-'],
  review: ['-', '-', '-', '-', '-', '-', '-'],
  refunded: ['-', '-', '-', '-', '-', '-', '-'],
  reversed: ['-', '-', '-', '-', '-', '-', '-'],
}

test.each(purchaseStates)('%s goes where the table says, whatever is found', state => {
  expect(findings.map(finding => told(nextState(agreed(state), found(finding))))).toEqual(table[state])
})

const wrong: [string, Partial<Finding>][] = [
  ['other-merchant', { isOtherMerchant: true }],
  ['other-reference', { reference: 'B'.repeat(15) }],
  ['other-provider-reference', { providerRef: 'another' }],
  ['other-currency', { money: { amountMinor: 15_000, currency: 'USD' } }],
  ['other-amount', { money: { amountMinor: 14_999, currency: 'GHS' } }],
]

describe('a finding that does not agree', () => {
  test.each(wrong)('(%s) credits nothing in any state, and takes nothing back', (reason, more) => {
    for (const state of purchaseStates)
      for (const finding of findings) {
        const verdict = nextState(agreed(state), found(finding, more))
        expect(['stay', 'review', 'flag', 'move']).toContain(verdict.kind)
        if (verdict.kind === 'move') expect([state, finding]).toEqual(['redirected', 'pending'])
        if (verdict.kind === 'review' || verdict.kind === 'flag') expect(verdict.reason).toBe(reason)
      }
  })

  test.each(wrong)('(%s) waits for a person where it says that it was paid', (reason, more) => {
    for (const state of ['redirected', 'pending', 'declined', 'cancelled', 'expired'] as const)
      expect(nextState(agreed(state), found('paid', more))).toEqual({ kind: 'review', reason })
    expect(nextState(agreed('credited'), found('refunded', more))).toEqual({ kind: 'flag', reason })
  })
})

test('what an answer does not hold is not compared, but without amount or number nothing is credited', () => {
  const bare = { reference: null, providerRef: null }
  const credit = { kind: 'credit', transactionId: 'tx-1' }
  expect(nextState(agreed('pending'), found('paid', bare))).toEqual(credit)
  expect(nextState(agreed('pending'), found('declined', { ...bare, money: null }))).toMatchObject({
    kind: 'move',
  })
  expect(nextState(agreed('pending'), found('paid', { money: null }))).toMatchObject({ reason: 'no-amount' })
  expect(nextState(agreed('pending'), found('paid', { transactionId: null }))).toMatchObject({
    reason: 'no-transaction',
  })
})

test('a number that comes after the order stood in for it is no second payment, nor the other way round', () => {
  const known = found('paid', { transactionId: 'tx-1' })
  const unnumbered = found('paid', { transactionId: 'token' })
  expect(nextState({ ...agreed('credited'), transactionId: 'token' }, known)).toEqual({ kind: 'stay' })
  expect(nextState(agreed('credited'), unnumbered)).toEqual({ kind: 'stay' })
})

test('a second payment for what is credited calls a person', () => {
  const second = found('paid', { transactionId: 'tx-2' })
  expect(nextState(agreed('credited'), second)).toEqual({ kind: 'flag', reason: 'paid-twice' })
})
