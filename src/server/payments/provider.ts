import type { IncomingHttpHeaders } from 'node:http'
import type { CheckoutOptions, PaymentMethod, PaymentProvider } from '../../contract/payments.ts'
import type { Clock } from '../platform/clock.ts'

/** Money as providers and the database have it: a whole number of the currency's smallest unit. */
export interface Money {
  amountMinor: number
  /** ISO 4217. */
  currency: string
}

/** What a provider is told of a purchase. */
export interface ToStart {
  attemptId: string
  /** Ours: 15 characters of base32. */
  reference: string
  price: Money
  productName: string
  buyer: { email: string; name: string; phone: string }
  /** Where the browser comes back to; without a query. */
  returnUrl: string
  /** Where the provider tells of the payment. */
  notifyUrl: string
}

export interface Started {
  /** What the provider calls it from now on: expressPay's token, PayPal's order id, Flutterwave's tx_ref. */
  providerRef: string
  /** Where a person pays. */
  redirectUrl: string
  /** For a widget in our own page. */
  checkout?: CheckoutOptions
}

/** What asking about a purchase needs. */
export interface ToAsk {
  attemptId: string
  reference: string
  providerRef: string
  /** The provider's own number of the payment, once it was told. */
  transactionId: string | null
}

/**
 * What the provider says when asked. `approved`: the payer agreed and the money is still to be captured. `pending` is
 * everything that is not a plain end.
 */
export interface Finding {
  state: 'pending' | 'approved' | 'paid' | 'declined' | 'cancelled' | 'refunded' | 'reversed'
  /** As the provider has them, to be compared with ours; null where its answer held none. */
  reference: string | null
  providerRef: string | null
  money: Money | null
  /** Whether the answer names another merchant than ours. */
  isOtherMerchant: boolean
  transactionId: string | null
  /** The provider's own word for the state, for the record: no body, nothing personal. */
  words: string
}

/**
 * What arrived at the webhook. `bad`: signed, and the signature is missing or wrong. `unsigned`: the provider signs
 * nothing, so it proves nothing.
 */
export type Notification =
  | { authenticity: 'bad'; reason: string }
  | {
      authenticity: 'signed' | 'unsigned'
      /** The same event again has the same id. */
      eventId: string
      type: string
      /** Our reference or the provider's own; null where the event names neither. Refunds may have one of their own. */
      reference: string | null
      providerRef: string | null
      /** Of the payment itself, also where the event is about what became of it. */
      transactionId: string | null
      /** Whether the event says of itself that it is of another mode (test, live) or merchant than ours. */
      isForeign: boolean
      /** False for types that say nothing about a payment. */
      isAboutPayment: boolean
      /** Whether it tells of a refund, a reversal or a dispute. Never true of what anybody could have sent. */
      saysMoneyWentBack: boolean
    }

export type ProviderFault = 'misconfigured' | 'rejected' | 'unavailable' | 'malformed' | 'not_found'

/** Why a provider could not be asked. `message` is for the log: never shown, and it holds no body. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly fault: ProviderFault
  constructor(fault: ProviderFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/**
 * A provider's protocol and nothing else: no database, no credits.
 * Every call throws ProviderError, and nothing else, when it could not be carried out.
 */
export interface ProviderAdapter {
  name: PaymentProvider
  /** As top-up histories name it, e.g. 'expressPay'. */
  label: string
  /** The currency it is asked to take. */
  currency: string
  isSandbox: boolean
  method: PaymentMethod
  start(purchase: ToStart): Promise<Started>
  query(purchase: ToAsk): Promise<Finding>
  /** Takes the money of an approved order; asked again it answers the same. Only where the provider needs it. */
  capture?(purchase: ToAsk): Promise<Finding>
  /** Gives the whole payment back; asked again it answers the same. Where the provider has a call for it. */
  refund?(purchase: ToAsk): Promise<Finding>
  /**
   * Reads the very bytes that arrived, from a caller's canonical network.
   * @throws AppError('rate_limited') too, where a check costs the provider and the network's failed too often
   */
  parseNotification(raw: Buffer, headers: IncomingHttpHeaders, network?: string): Promise<Notification>
}

/** What adapters reach the world with; tests hand in their own. */
export interface Reach {
  fetch: typeof fetch
  clock: Clock
}
