import { useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { messages } from '../../contract/messages.ts'
import type { PurchaseState } from '../../contract/payments.ts'
import { errorWords } from '../platform/error-text.ts'
import { showNotice } from '../ui/notice.tsx'
import type { ScriptedProvider } from './frame-messages.ts'
import { leaveFor } from './leave-for.ts'
import {
  captureCardOrder,
  orderByCard,
  orderByExpress,
  orderByWidget,
  verifyWidgetOrder,
} from './purchase-calls.ts'
import { isOpen, purchaseWords } from './purchase-words.ts'
import { announceTopUp } from './top-up-news.ts'
import { trackResponse } from './tracking.ts'
import type { CheckoutFrameState } from './use-checkout-frame.ts'
import { type OpenPurchase, watchPurchase } from './watch-purchase.ts'

export interface Purchase {
  /** What is being waited for: a purchase to be started, or its payment to be confirmed. */
  pending: 'starting' | 'confirming' | null
  /** What came of the last try. */
  said: { text: string; isProblem: boolean } | null
  payByExpress: (productId: string) => Promise<void>
  payByWidget: (productId: string, openWidget: CheckoutFrameState['openWidget']) => Promise<void>
  /** Pays on a page of the provider's own, where its script does not load. */
  payOnPage: (productId: string, provider: ScriptedProvider) => Promise<void>
  /** Gives the id of a new card order. */
  orderCard: (productId: string) => Promise<string>
  captureCard: (orderId: string) => Promise<void>
  /** The provider says that paying by card failed. */
  failCard: () => void
  /** Takes back what came of the last try. */
  forget: () => void
}

/** The ways to pay, one at a time. `onFinished` follows a purchase whose credits were added. */
export function usePurchase(onFinished: () => void): Purchase {
  const [pending, setPending] = useState<Purchase['pending']>(null)
  const [said, say] = useState<Purchase['said']>(null)
  const [open, setOpen] = useState<OpenPurchase | null>(null)
  const isBusy = useRef(false)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const complain = (error: unknown) => say({ text: errorWords(error), isProblem: true })

  const forget = () => {
    say(null)
    setOpen(null)
  }

  async function run(work: () => Promise<void>): Promise<void> {
    isBusy.current = true
    setPending('starting')
    forget()
    await work().catch(complain)
    isBusy.current = false
    setPending(null)
  }

  /** A press while another is pending does nothing. */
  const press = async (work: () => Promise<void>) => {
    if (!isBusy.current) await run(work)
  }

  /** Waits for a payment to be settled, and tells how it went; `isQuiet` where nobody said that anything was paid. */
  async function settle(ask: OpenPurchase['ask'], isQuiet = false): Promise<void> {
    const asked = { sinceMs: performance.now(), ask }
    setPending('confirming')
    try {
      const { state } = await ask()
      if (state === 'credited' || !isQuiet) tell(state, asked)
    } catch (error) {
      if (isQuiet) return
      say({ text: `${errorWords(error)} ${ifPaid}`, isProblem: true })
      setOpen(asked)
    }
  }

  function tell(state: PurchaseState, asked: OpenPurchase): void {
    setOpen(isOpen(state) ? asked : null)
    if (state === 'credited') finish(asked.sinceMs)
    else say({ text: purchaseWords[state], isProblem: !isOpen(state) })
  }

  const onNews = () => {
    forget()
    onFinished()
  }
  const newest = useRef({ onNews, tell })
  useEffect(() => {
    newest.current = { onNews, tell }
  })
  useEffect(() => {
    if (!open) return
    return watchPurchase(
      open,
      () => newest.current.onNews(),
      state => newest.current.tell(state, open),
    )
  }, [open])

  function finish(sinceMs: number): void {
    showNotice(messages.purchaseCompleted, {
      durationMs: limits.purchaseDoneNoticeMs,
      action: { label: 'OK', run: () => {} },
    })
    void announceTopUp(sinceMs)
    // Whoever went on to something else meanwhile stays there.
    if (isHere.current) onFinished()
  }

  return {
    pending,
    said,
    payByExpress: productId =>
      press(async () => {
        const takeDown = showNotice(messages.purchaseInProgress, { durationMs: limits.purchaseNoticeMs })
        let isStarted = false
        try {
          const started = await orderByExpress(productId)
          isStarted = started.status === 'OK'
          if (isStarted) await leaveFor(started.redirect_url)
        } finally {
          if (!isStarted) takeDown()
        }
      }),
    payByWidget: (productId, openWidget) =>
      press(async () => {
        const { checkout } = await orderByWidget(productId)
        const { public_key: publicKey, payment_options: paymentOptions } = checkout
        const response = await openWidget(checkout)
        if (response) trackResponse({ publicKey, paymentOptions, status: response.status })
        // Also where it was closed without a word: a phone may have agreed meanwhile.
        const ask = () => verifyWidgetOrder(checkout.tx_ref, response?.transactionId ?? null)
        await settle(ask, response === null)
      }),
    payOnPage: (productId, provider) =>
      press(async () => {
        const order = provider === 'paypal' ? orderByCard : orderByWidget
        await leaveFor((await order(productId)).redirect_url)
      }),
    async orderCard(productId) {
      forget()
      try {
        return (await orderByCard(productId)).id
      } catch (error) {
        complain(error)
        throw error
      }
    },
    // Not a press: what was approved is taken, whatever else is pending.
    captureCard: orderId => run(() => settle(() => captureCardOrder(orderId))),
    // Where no order could be made that was said already, and better.
    failCard: () => say(before => before ?? { text: cardFailed, isProblem: true }),
    forget,
  }
}

const cardFailed = 'The card payment did not go through, so no credits were added. You can try again.'
const ifPaid = 'If you have paid, the credits come by themselves.'
