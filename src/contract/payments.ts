import * as z from 'zod/mini'
import { dayRange } from './day-range.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'

/** Who takes the money. `express` is the hosted checkout, `paypal` the card button, `flutterwave` the checkout widget. */
export const paymentProviders = ['express', 'paypal', 'flutterwave'] as const
export const paymentProvider = z.enum(paymentProviders)
export type PaymentProvider = (typeof paymentProviders)[number]

/**
 * How far a purchase has come. `paid` and `credited` are written together; `review` waits for a person. Late proof of
 * payment still credits what is declined, cancelled or expired; credited ends only in refunded or reversed.
 */
export const purchaseStates = [
  'created',
  'redirected',
  'pending',
  'paid',
  'credited',
  'declined',
  'cancelled',
  'expired',
  'review',
  'refunded',
  'reversed',
] as const
export type PurchaseState = (typeof purchaseStates)[number]

/** A price in major units, e.g. 120.5 GHS. */
const price = z.object({ provider: paymentProvider, currency: z.string(), amount: z.number() })

export const topUpProduct = z.object({
  id: z.string(),
  name: z.string(),
  /** The first of its prices, in major units. */
  cash_amount: z.number(),
  currency: z.string(),
  credit_amount: z.number(),
  description: z.string(),
  /** One for each provider that takes it. */
  prices: z.array(price),
})
export type TopUpProduct = z.output<typeof topUpProduct>

/** A way to pay that this installation offers. */
export const paymentMethod = z.object({
  provider: paymentProvider,
  /** No money moves: the provider is our own stand-in, or our account there is one to test with. */
  is_sandbox: z.boolean(),
  /** Where the browser gets the provider's script; null where it needs none. */
  script_url: z.nullable(z.string()),
  /** PayPal's client id, Flutterwave's public key; null where there is none. Never a secret. */
  public_key: z.nullable(z.string()),
})
export type PaymentMethod = z.output<typeof paymentMethod>

export const getTopUpProducts = endpoint({
  method: 'GET',
  path: '/accounts/topup/products',
  summary: 'What can be bought, at what price and how it can be paid',
  access: 'session',
  answer: z.object({ products: z.array(topUpProduct), methods: z.array(paymentMethod) }),
})

const page = {
  ...dayRange,
  cursor: z.optional(z.string()),
  limit: z.optional(z.string().check(z.regex(new RegExp(`^(?:[1-9]\\d?|${limits.pageMaxRows})$`)))),
}

export const topUpEntry = z.object({
  id: z.string(),
  created_at: z.string(),
  /** In major units of the currency. */
  amount: z.number(),
  currency: z.string(),
  source: z.string(),
  credit_product: z.object({ name: z.string() }),
  credit_amount: z.number(),
  status: z.enum(['Pending', 'Successful', 'Failed', 'Refunded']),
  /** Our own reference, the one the provider knows too. */
  ref: z.string(),
  type: z.literal('credit'),
  has_receipt: z.boolean(),
})
export type TopUpEntry = z.output<typeof topUpEntry>

export const getTopUpHistory = endpoint({
  method: 'GET',
  path: '/accounts/topup/history',
  summary: 'What was bought and how it went, newest first; all of it, or that of some days (X-Timezone)',
  access: 'session',
  query: z.object(page),
  answer: z.object({
    history: z.object({ data: z.array(topUpEntry), next_cursor: z.nullable(z.string()) }),
  }),
})

const fileQuery = z.object({ ...dayRange, format: z.enum(['csv', 'xlsx']) })

export const exportTopUpHistory = endpoint({
  method: 'GET',
  path: '/accounts/topup/history/export',
  summary: 'The top-ups as a file',
  access: 'session',
  kind: 'file',
  query: fileQuery,
  answer: z.string(),
})

export const exportUsageHistory = endpoint({
  method: 'GET',
  path: '/accounts/usage/history/export',
  summary: 'The usage as a file',
  access: 'session',
  kind: 'file',
  query: fileQuery,
  answer: z.string(),
})

export const topUpReceipt = endpoint({
  method: 'GET',
  path: '/accounts/topup/:id/receipt',
  summary: 'The receipt of a credited top-up, as a PDF',
  access: 'session',
  kind: 'file',
  params: z.object({ id: z.uuid() }),
  answer: z.string(),
})

const detail = z.string().check(z.trim(), z.maxLength(limits.fieldMaxLength))
export const billingDetails = z.object({ company: detail, tax_number: detail })

export const getBillingDetails = endpoint({
  method: 'GET',
  path: '/accounts/billing',
  summary: 'What receipts say of the buyer beside the name',
  access: 'session',
  answer: billingDetails,
})

export const setBillingDetails = endpoint({
  method: 'PUT',
  path: '/accounts/billing',
  summary: 'Set what receipts from now on say of the buyer; an empty text leaves it out',
  access: 'session',
  body: billingDetails,
  answer: billingDetails,
})

/** The same key again is the same purchase; the header `Idempotency-Key` may carry it instead. */
const idempotencyKey = z.optional(z.nullable(z.uuid()))
/** A whole product may be sent, as the product specification has it: nothing of it counts but its id. */
const chosen = z.object({ id: z.string(), idempotency_key: idempotencyKey })

export const createExpressOrder = endpoint({
  method: 'POST',
  path: '/payments/express/create-order',
  summary: 'Start a purchase at the hosted checkout',
  access: 'session',
  body: chosen,
  answer: z.object({ status: z.literal('OK'), redirect_url: z.string() }),
})

/** Answered after settling was tried. */
const settled = z.object({ status: z.literal('OK'), state: z.enum(purchaseStates) })
export type SettledPurchase = z.output<typeof settled>

export const verifyExpress = endpoint({
  method: 'POST',
  path: '/payments/express/verify',
  summary:
    'Settle the purchase that a provider sent the browser back with; order id and token must both be ours',
  access: 'session',
  body: z.object({ orderId: z.string(), token: z.string() }),
  answer: settled,
})

const cardOrder = z.object({
  id: z.string(),
  /** Where a person may approve it without the button. */
  redirect_url: z.string(),
})

export const createPaypalOrderByGet = endpoint({
  method: 'GET',
  path: '/payments/paypal/create-order/:productId',
  summary: 'The card order of a product: the one still open for ten minutes, else a new one',
  access: 'session',
  params: z.object({ productId: z.string() }),
  answer: cardOrder,
})

export const createPaypalOrder = endpoint({
  method: 'POST',
  path: '/payments/paypal/orders',
  summary: 'Start a purchase by card',
  access: 'session',
  body: chosen,
  answer: cardOrder,
})

export const capturePaypalOrder = endpoint({
  method: 'POST',
  path: '/payments/paypal/orders/:id/capture',
  summary: 'Take the money of an approved card order, and settle',
  access: 'session',
  params: z.object({ id: z.string() }),
  body: z.object({}),
  answer: settled,
})

/** What the checkout widget is opened with. */
export const checkoutOptions = z.object({
  public_key: z.string(),
  tx_ref: z.string(),
  /** In major units. */
  amount: z.number(),
  currency: z.string(),
  /** Methods, separated by commas. */
  payment_options: z.string(),
  customer: z.object({ email: z.string(), name: z.string(), phone_number: z.string() }),
  customizations: z.object({ title: z.string(), description: z.string() }),
})
export type CheckoutOptions = z.output<typeof checkoutOptions>

export const createFlutterwaveOrder = endpoint({
  method: 'POST',
  path: '/payments/flutterwave/create-order',
  summary: 'Start a purchase in the checkout widget; redirect_url leads to the same on a page of its own',
  access: 'session',
  body: chosen,
  answer: z.object({ status: z.literal('OK'), redirect_url: z.string(), checkout: checkoutOptions }),
})

export const verifyFlutterwave = endpoint({
  method: 'POST',
  path: '/payments/flutterwave/verify',
  summary: 'Settle the purchase that the checkout widget spoke of',
  access: 'session',
  body: z.object({
    tx_ref: z.string(),
    transaction_id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  }),
  answer: settled,
})

export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/payments/:provider/webhook',
  summary: 'A provider tells of a payment: checked, stored, and taken as a hint to ask the provider',
  access: 'public',
  params: z.object({ provider: z.string() }),
  answer: z.object({ status: z.enum(['taken', 'known', 'ignored']) }),
})

/** What happened to a payment in the browser, for our own eyes. Never a cause of credits. */
export const trackingEvent = z.object({
  publicKey: z.string().check(z.maxLength(200)),
  language: z.string().check(z.maxLength(40)),
  version: z.string().check(z.maxLength(20)),
  title: z.string().check(z.maxLength(200)),
  message: z.string().check(z.maxLength(200)),
})
export type TrackingEvent = z.output<typeof trackingEvent>

export const trackPayment = endpoint({
  method: 'POST',
  path: '/payments/tracking',
  summary: 'Note what became of a payment in the browser',
  access: 'session',
  body: trackingEvent,
  answer: z.object({ status: z.literal('OK') }),
})
