import { useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { messages } from '../../contract/messages.ts'
import type {
  capturePaypalOrder,
  createExpressOrder,
  createFlutterwaveOrder,
  createPaypalOrder,
  PurchaseState,
  verifyFlutterwave,
} from '../../contract/payments.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { showNotice } from '../ui/notice.tsx'
import { underPressKey } from './press-key.ts'
import { isOpen, purchaseWords } from './purchase-words.ts'
import { announceTopUp } from './top-up-news.ts'
import { trackResponse } from './tracking.ts'
import type { CheckoutFrameState } from './use-checkout-frame.ts'

/** What is being waited for: a purchase to be started, or its payment to be confirmed. */
export type Pending = 'express' | 'flutterwave' | 'confirming'

export interface Purchase {
  pending: Pending | null
  /** What came of the last try. */
  said: { text: string; isProblem: boolean } | null
  payByExpress: (productId: string) => Promise<void>
  /** Gives the id of a new card order. */
  orderByCard: (productId: string) => Promise<string>
  captureCard: (orderId: string) => Promise<void>
  payByWidget: (productId: string, openWidget: CheckoutFrameState['openWidget']) => Promise<void>
  /** The provider says that paying by card failed. */
  failCard: () => void
  /** Takes back what came of the last try. */
  forget: () => void
}

/** The ways to pay, one at a time. `onFinished` follows a purchase whose credits were added. */
export function usePurchase(onFinished: () => void): Purchase {
  const [pending, setPending] = useState<Pending | null>(null)
  const [said, say] = useState<Purchase['said']>(null)
  const isBusy = useRef(false)

  async function run(what: Pending, work: () => Promise<void>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setPending(what)
    say(null)
    try {
      await work()
    } catch (error) {
      say({ text: errorWords(error), isProblem: true })
    }
    isBusy.current = false
    setPending(null)
  }

  /** Waits for a payment to be settled, and tells how it went; `isQuiet` where nobody said that anything was paid. */
  async function settle(confirm: () => Promise<{ state: PurchaseState }>, isQuiet = false): Promise<void> {
    const sinceMs = performance.now()
    setPending('confirming')
    const state = await confirm().then(
      settled => settled.state,
      (error: unknown) => {
        if (!isQuiet) say({ text: `${errorWords(error)} ${ifPaid}`, isProblem: true })
      },
    )
    if (state === 'credited') {
      showNotice(messages.purchaseCompleted, {
        durationMs: limits.purchaseDoneNoticeMs,
        action: { label: 'OK', run: () => {} },
      })
      void announceTopUp(sinceMs)
      onFinished()
    } else if (state && !isQuiet) say({ text: purchaseWords[state], isProblem: !isOpen(state) })
  }

  return {
    pending,
    said,
    // Where no order could be made that was said already, and better.
    failCard: () => say(before => before ?? { text: cardFailed, isProblem: true }),
    forget: () => say(null),
    payByExpress: productId =>
      run('express', async () => {
        showNotice(messages.purchaseInProgress, { durationMs: limits.purchaseNoticeMs })
        const started = await underPressKey(`express ${productId}`, idempotency_key =>
          call<typeof createExpressOrder>({
            method: 'POST',
            path: '/payments/express/create-order',
            body: { id: productId, idempotency_key },
          }),
        )
        if (started.status === 'OK' && isWebAddress(started.redirect_url)) {
          await leaveFor(started.redirect_url)
        }
      }),
    async orderByCard(productId) {
      say(null)
      try {
        const { id } = await underPressKey(`paypal ${productId}`, idempotency_key =>
          call<typeof createPaypalOrder>({
            method: 'POST',
            path: '/payments/paypal/orders',
            body: { id: productId, idempotency_key },
          }),
        )
        return id
      } catch (error) {
        say({ text: errorWords(error), isProblem: true })
        throw error
      }
    },
    captureCard: orderId =>
      run('confirming', () =>
        settle(() =>
          call<typeof capturePaypalOrder>({
            method: 'POST',
            path: '/payments/paypal/orders/:id/capture',
            params: { id: orderId },
            body: {},
          }),
        ),
      ),
    payByWidget: (productId, openWidget) =>
      run('flutterwave', async () => {
        const { checkout } = await underPressKey(`flutterwave ${productId}`, idempotency_key =>
          call<typeof createFlutterwaveOrder>({
            method: 'POST',
            path: '/payments/flutterwave/create-order',
            body: { id: productId, idempotency_key },
          }),
        )
        const response = await openWidget(checkout)
        if (response) {
          const { public_key: publicKey, payment_options: paymentOptions } = checkout
          trackResponse({ publicKey, paymentOptions, status: response.status })
        }
        // Also where it was closed without a word: a phone may have agreed meanwhile.
        const body = { tx_ref: checkout.tx_ref, transaction_id: response?.transactionId ?? null }
        await settle(
          () =>
            call<typeof verifyFlutterwave>({ method: 'POST', path: '/payments/flutterwave/verify', body }),
          response === null,
        )
      }),
  }
}

const cardFailed = 'The card payment did not go through, so no credits were added. You can try again.'
const ifPaid = 'If you have paid, the credits come by themselves.'

/** A page on the web that this one may be left for, and not down to one that is not encrypted. */
function isWebAddress(address: string): boolean {
  const { protocol } = new URL(address, window.location.href)
  return protocol === 'https:' || protocol === window.location.protocol
}

const leavingMaxMs = 10_000

/** Goes there. Comes back where the browser does, or where nothing came of it. */
function leaveFor(address: string): Promise<void> {
  window.location.assign(address)
  return new Promise(resolve => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
    setTimeout(resolve, leavingMaxMs)
  })
}
