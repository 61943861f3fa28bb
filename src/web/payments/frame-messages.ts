import type { CheckoutOptions } from '../../contract/payments.ts'

/** Those whose own scripts run in the browser: in a document apart, shown in a frame. */
export type ScriptedProvider = 'paypal' | 'flutterwave'

/** What the checkout widget tells of a payment. It proves nothing: the server asks the provider. */
export interface PaymentResponse {
  /** 'successful' means success. */
  status: string
  transactionId: string | null
}

/** What the app tells the checkout document. */
export type ToCheckout =
  | { type: 'load'; provider: ScriptedProvider; scriptUrl: string }
  /** The order that was asked for; null where none could be made. */
  | { type: 'ordered'; request: number; orderId: string | null }
  | { type: 'open-widget'; options: CheckoutOptions }

/** What the checkout document tells the app. */
export type FromCheckout =
  | { type: 'here' }
  | { type: 'loaded' | 'failed'; provider: ScriptedProvider }
  | { type: 'height'; heightPx: number }
  | { type: 'order-wanted'; request: number }
  | { type: 'approved'; orderId: string }
  | { type: 'card-failed' }
  | { type: 'responded'; response: PaymentResponse }
  /** Nothing of it is on the screen any more. */
  | { type: 'widget-closed' }

/** Providers' scripts post messages too: ours stand under a name of their own. */
const name = 'sokoCheckout'

export const wrapped = (message: ToCheckout | FromCheckout) => ({ [name]: message })

/** Our message in what arrived from `source` within this origin; null for all else. */
export function unwrapped<Message extends ToCheckout | FromCheckout>(
  { origin, source, data }: MessageEvent<unknown>,
  from: Window | null,
): Message | null {
  if (origin !== window.location.origin || source !== from || from === null) return null
  if (typeof data !== 'object' || data === null) return null
  return ((data as Record<string, unknown>)[name] as Message | undefined) ?? null
}
