import { clipText } from '../../../contract/clip-text.ts'
import { majorText } from '../currency.ts'
import {
  type Finding,
  type ProviderAdapter,
  ProviderError,
  type Reach,
  type Started,
  type ToAsk,
  type ToStart,
} from '../provider.ts'
import { fieldsOf, refusalOf, textIn, wordsOf } from './call-provider.ts'
import { ownPage, type PayPages } from './own-page.ts'
import { declinedIssues, findingOf, issueIn, passingIssues } from './paypal-order.ts'
import { createPaypalCalls } from './paypal-token.ts'
import { createPaypalWebhook } from './paypal-webhook.ts'

export interface PaypalSettings {
  clientId: string
  clientSecret: string
  webhookId: string
  /** Where the API is; without a slash at its end. */
  url: string
  /** Where the browser gets the script from; the client id follows as its query. */
  scriptUrl: string
  payPages: PayPages
  currency: string
  isSandbox: boolean
}

const json = { 'content-type': 'application/json' }
/** A last word on whose order it is comes from the order itself, so all of it is wanted back. */
const whole = { prefer: 'return=representation' }

/**
 * PayPal Orders v2: an order is made here, approved by the payer at the card button or on PayPal's page, and captured here.
 * Each step has its own id, so that one that is sent again is not done again.
 */
export function createPaypal(settings: PaypalSettings, reach: Reach): ProviderAdapter {
  const { clientId, scriptUrl, payPages, currency, isSandbox } = settings
  const call = createPaypalCalls(settings, reach)
  const parseNotification = createPaypalWebhook(settings, call, reach.clock)

  async function query(asked: ToAsk): Promise<Finding> {
    const what = 'PayPal order'
    const path = `/v2/checkout/orders/${encodeURIComponent(asked.providerRef)}`
    const answer = await call({ what, path, method: 'GET' })
    if (answer.status !== 200) throw refusalOf(what, answer.status)
    return findingIn(what, answer.json, asked)
  }

  return {
    name: 'paypal',
    label: 'PayPal',
    currency,
    isSandbox,
    method: {
      provider: 'paypal',
      is_sandbox: isSandbox,
      script_url: `${scriptUrl}?${scriptQuery(clientId, currency)}`,
      public_key: clientId,
    },
    query,
    parseNotification,

    async start(purchase): Promise<Started> {
      const what = 'PayPal create order'
      const answer = await call({
        what,
        path: '/v2/checkout/orders',
        method: 'POST',
        headers: { ...json, ...whole, 'paypal-request-id': `${purchase.attemptId}:create` },
        body: JSON.stringify(orderFor(purchase)),
      })
      if (answer.status !== 201 && answer.status !== 200) throw refusedBy(what, answer.status, answer.json)
      const order = fieldsOf(answer.json)
      const providerRef = textIn(order.id)
      if (providerRef === null || !/^[\w-]{1,64}$/.test(providerRef))
        throw new ProviderError('malformed', `${what}: no order`)
      const links = Array.isArray(order.links) ? order.links.map(fieldsOf) : []
      const approve = links.find(({ rel }) => rel === 'approve' || rel === 'payer-action')
      return { providerRef, redirectUrl: ownPage(what, approve?.href, payPages) }
    },

    async capture(asked): Promise<Finding> {
      const what = 'PayPal capture'
      const answer = await call({
        what,
        path: `/v2/checkout/orders/${encodeURIComponent(asked.providerRef)}/capture`,
        method: 'POST',
        headers: { ...json, ...whole, 'paypal-request-id': `${asked.attemptId}:capture` },
        body: '{}',
      })
      if (answer.status === 201 || answer.status === 200) return findingIn(what, answer.json, asked)
      const issue = issueIn(answer.json)
      if (answer.status === 422 && passingIssues.has(issue)) return waiting(await query(asked), issue)
      if (answer.status === 422 && declinedIssues.has(issue)) return declined(await query(asked), issue)
      throw refusedBy(what, answer.status, answer.json)
    },

    async refund(asked): Promise<Finding> {
      const what = 'PayPal refund'
      if (asked.transactionId === null) throw new ProviderError('rejected', `${what}: nothing was captured`)
      const answer = await call({
        what,
        path: `/v2/payments/captures/${encodeURIComponent(asked.transactionId)}/refund`,
        method: 'POST',
        headers: { ...json, ...whole, 'paypal-request-id': `${asked.attemptId}:refund` },
        body: '{}',
      })
      const isRepeated = answer.status === 422 && issueIn(answer.json) === 'CAPTURE_FULLY_REFUNDED'
      if (answer.status !== 201 && answer.status !== 200 && !isRepeated)
        throw refusedBy(what, answer.status, answer.json)
      const found = await query(asked)
      const isDone = isRepeated || fieldsOf(answer.json).status === 'COMPLETED'
      return isDone ? { ...found, state: 'refunded' } : found
    },
  }
}

/** The card button alone: no other of its parts are fetched. */
const scriptQuery = (clientId: string, currency: string) =>
  new URLSearchParams({
    'client-id': clientId,
    currency,
    intent: 'capture',
    components: 'buttons,funding-eligibility',
  }).toString()

/** Bound to no way of paying, so that the card button and PayPal's own page both take it. */
function orderFor({ attemptId, reference, price, productName, returnUrl }: ToStart): object {
  const back = `${returnUrl}?${new URLSearchParams({ 'order-id': reference })}`
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: reference,
        custom_id: attemptId,
        invoice_id: reference,
        description: clipText(productName, 127),
        amount: { currency_code: price.currency, value: majorText(price) },
      },
    ],
    application_context: {
      return_url: back,
      cancel_url: back,
      user_action: 'PAY_NOW',
      shipping_preference: 'NO_SHIPPING',
    },
  }
}

function findingIn(what: string, order: unknown, asked: ToAsk): Finding {
  const fields = fieldsOf(order)
  if (textIn(fields.status) === null) throw new ProviderError('malformed', `${what}: no order`)
  return findingOf(fields, asked)
}

/** An approval that could not be captured yet is not offered for capture again at once. */
const waiting = (found: Finding, issue: string): Finding =>
  found.state === 'approved' ? { ...found, state: 'pending', words: wordsOf(issue) } : found

const declined = (found: Finding, issue: string): Finding =>
  found.state === 'approved' || found.state === 'pending'
    ? { ...found, state: 'declined', words: wordsOf(issue) }
    : found

function refusedBy(what: string, status: number, body: unknown): ProviderError {
  const { fault } = refusalOf(what, status)
  const debugId = textIn(fieldsOf(body).debug_id) ?? ''
  const trace = /^\w{1,40}$/.test(debugId) ? ` (${debugId})` : ''
  return new ProviderError(fault, `${what}: answered ${status} ${issueIn(body)}${trace}`)
}
