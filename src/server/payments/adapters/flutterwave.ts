import { clipText } from '../../../contract/clip-text.ts'
import type { CheckoutOptions } from '../../../contract/payments.ts'
import { majorNumber } from '../currency.ts'
import {
  type Finding,
  type ProviderAdapter,
  ProviderError,
  type Reach,
  type Started,
  type ToAsk,
  type ToStart,
} from '../provider.ts'
import { callProvider, fieldsOf, idIn, refusalOf, textIn, wordsOf } from './call-provider.ts'
import { moneyIn } from './decimal-money.ts'
import { readFlutterwaveEvent } from './flutterwave-webhook.ts'
import { ownPage, type PayPages } from './own-page.ts'

export interface FlutterwaveSettings {
  publicKey: string
  secretKey: string
  secretHash: string
  acceptsPlainHash: boolean
  /** Where the API is; without a slash at its end. */
  url: string
  scriptUrl: string
  payPages: PayPages
  currency: string
  /** Ways to pay, separated by commas. */
  options: string
  isSandbox: boolean
}

const title = 'Soko credits'

/**
 * Flutterwave v3: the payer pays in its widget or on the page of a payment link, both under our reference, and a
 * transaction is asked for by its number or by that reference.
 */
export function createFlutterwave(settings: FlutterwaveSettings, reach: Reach): ProviderAdapter {
  const { publicKey, secretKey, url, scriptUrl, payPages, currency, options, isSandbox } = settings
  const headers = { authorization: `Bearer ${secretKey}`, accept: 'application/json' }

  async function verify(path: string) {
    const what = 'Flutterwave verify'
    const answer = await callProvider(reach, { what, url: `${url}${path}`, method: 'GET', headers })
    const { status, data, message } = fieldsOf(answer.json)
    const isFound = answer.status === 200 && status === 'success'
    if (isFound) return fieldsOf(data)
    // Before anybody paid there is no transaction to be found.
    const isNone = answer.status === 404 || /no transaction/i.test(textIn(message) ?? '')
    if (isNone && status === 'error') return null
    if (answer.status === 200) throw new ProviderError('malformed', `${what}: no known status`)
    throw refusalOf(what, answer.status)
  }

  /** By its number where it is known and is of our reference; a browser may have named another. */
  async function find({ reference, transactionId }: ToAsk) {
    const byId = transactionId !== null && /^\d{1,20}$/.test(transactionId)
    const found = byId ? await verify(`/v3/transactions/${transactionId}/verify`) : null
    if (found?.tx_ref === reference) return found
    return verify(`/v3/transactions/verify_by_reference?${new URLSearchParams({ tx_ref: reference })}`)
  }

  return {
    name: 'flutterwave',
    label: 'Flutterwave',
    currency,
    isSandbox,
    method: {
      provider: 'flutterwave',
      is_sandbox: isSandbox,
      script_url: scriptUrl,
      public_key: publicKey,
    },

    async start(purchase): Promise<Started> {
      const what = 'Flutterwave payment'
      const checkout = checkoutFor(purchase, { publicKey, options })
      const { public_key: _, customer, ...same } = checkout
      const answer = await callProvider(reach, {
        what,
        url: `${url}/v3/payments`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...same,
          redirect_url: purchase.returnUrl,
          customer: { email: customer.email, name: customer.name, phonenumber: customer.phone_number },
        }),
      })
      if (answer.status !== 200) throw refusalOf(what, answer.status)
      const { status, data } = fieldsOf(answer.json)
      if (status === 'error') throw new ProviderError('rejected', `${what}: the request is refused`)
      if (status !== 'success') throw new ProviderError('malformed', `${what}: no known status`)
      const redirectUrl = ownPage(what, fieldsOf(data).link, payPages)
      return { providerRef: purchase.reference, redirectUrl, checkout }
    },

    async query(asked): Promise<Finding> {
      const found = await find(asked)
      if (!found) return nothingYet
      const status = textIn(found.status)
      if (status === null) throw new ProviderError('malformed', 'Flutterwave verify: no transaction')
      // What was asked for, without the fees that the payer may bear beside it.
      const money = moneyIn(found.amount, found.currency)
      const reference = textIn(found.tx_ref) ?? ''
      return {
        state: states[status.toLowerCase()] ?? 'pending',
        reference,
        providerRef: reference,
        money,
        isOtherMerchant: false,
        transactionId: idIn(found.id),
        words: wordsOf('status', status),
      }
    },

    parseNotification: async (raw, headers) => readFlutterwaveEvent(raw, headers, settings),
  }
}

const nothingYet: Finding = {
  state: 'pending',
  reference: null,
  providerRef: null,
  money: null,
  isOtherMerchant: false,
  transactionId: null,
  words: 'no transaction yet',
}

/** The payment's own status; the answer's only says that it was found. */
const states: Readonly<Record<string, Finding['state']>> = {
  successful: 'paid',
  failed: 'declined',
  cancelled: 'cancelled',
}

function checkoutFor(
  { reference, price, productName, buyer }: ToStart,
  { publicKey, options }: { publicKey: string; options: string },
): CheckoutOptions {
  return {
    public_key: publicKey,
    tx_ref: reference,
    amount: majorNumber(price),
    currency: price.currency,
    payment_options: options,
    customer: { email: buyer.email, name: clipText(buyer.name, 100), phone_number: buyer.phone },
    customizations: { title, description: clipText(productName, 100) },
  }
}
