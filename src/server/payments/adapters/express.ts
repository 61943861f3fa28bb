import { createHash } from 'node:crypto'
import { clipText } from '../../../contract/clip-text.ts'
import { majorText } from '../currency.ts'
import {
  type Finding,
  type Notification,
  type ProviderAdapter,
  ProviderError,
  type Reach,
  type Started,
  type ToAsk,
  type ToStart,
} from '../provider.ts'
import { callProvider, fieldsOf, idIn, refusalOf, textIn, wordsOf } from './call-provider.ts'
import { moneyIn } from './decimal-money.ts'

export interface ExpressSettings {
  merchantId: string
  apiKey: string
  /** Where the server asks; without a slash at its end. */
  url: string
  /** Where the browser is sent, with the token as its query. */
  checkoutUrl: string
  currency: string
  isSandbox: boolean
}

/**
 * expressPay Ghana: a form to `submit.php` makes a token, the payer goes to the hosted checkout with it, and `query.php`
 * tells what became of it. It signs nothing, so whatever comes from outside is a reason to ask and no more.
 */
export function createExpress(settings: ExpressSettings, reach: Reach): ProviderAdapter {
  const { merchantId, apiKey, url, checkoutUrl, currency, isSandbox } = settings

  /** The credentials go in the body, so no body is ever logged. */
  async function post(what: string, path: string, fields: Readonly<Record<string, string>>) {
    const answer = await callProvider(reach, {
      what,
      url: `${url}${path}`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ 'merchant-id': merchantId, 'api-key': apiKey, ...fields }).toString(),
    })
    if (answer.status !== 200) throw refusalOf(what, answer.status)
    const read = fieldsOf(answer.json)
    if (Object.keys(read).length === 0) throw new ProviderError('malformed', `${what}: no JSON object`)
    return read
  }

  return {
    name: 'express',
    label: 'expressPay',
    currency,
    isSandbox,
    method: { provider: 'express', is_sandbox: isSandbox, script_url: null, public_key: null },

    async start(purchase): Promise<Started> {
      const what = 'expressPay submit'
      const answer = await post(what, '/api/submit.php', submitFields(purchase))
      refuseBadStatus(what, answer)
      const token = idIn(answer.token)
      const echoed = textIn(of(answer, 'order-id'))
      if (token === null) throw new ProviderError('malformed', `${what}: no token`)
      if (echoed !== null && echoed !== purchase.reference)
        throw new ProviderError('malformed', `${what}: answers another order`)
      return { providerRef: token, redirectUrl: `${checkoutUrl}?token=${encodeURIComponent(token)}` }
    },

    async query({ providerRef }: ToAsk): Promise<Finding> {
      const what = 'expressPay query'
      const answer = await post(what, '/api/query.php', { token: providerRef })
      if (answer.result === undefined) refuseBadStatus(what, answer)
      const result = textIn(answer.result)
      if (result === null) throw new ProviderError('malformed', `${what}: no result`)
      const merchant = textIn(of(answer, 'merchant-id'))
      const words = wordsOf('result', result, of(answer, 'result-text'))
      const state = stateOf(result, words)
      // A payment that is not said to be this one is none of it.
      const unnamed = state === 'paid' ? '' : null
      return {
        state,
        reference: textIn(of(answer, 'order-id')) ?? unnamed,
        providerRef: textIn(answer.token) ?? unnamed,
        money: moneyIn(answer.amount, answer.currency),
        isOtherMerchant: merchant !== null && merchant !== merchantId,
        // Some ways to pay come without a number of their own; the token is as unique.
        transactionId: idIn(of(answer, 'transaction-id')) ?? (state === 'paid' ? providerRef : null),
        words,
      }
    },

    async parseNotification(raw): Promise<Notification> {
      const form = new URLSearchParams(raw.toString())
      const reference = form.get('order-id') ?? form.get('order_id')
      const token = form.get('token')
      const merchant = form.get('merchant-id') ?? form.get('merchant_id')
      return {
        authenticity: 'unsigned',
        // The post holds nothing but these: a later one for the same order looks the same.
        eventId: createHash('sha256')
          .update(JSON.stringify([reference, token]))
          .digest('base64url'),
        type: 'post-url',
        reference: idIn(reference),
        providerRef: idIn(token),
        transactionId: null,
        isForeign: merchant !== null && merchant !== merchantId,
        isAboutPayment: true,
        saysMoneyWentBack: false,
      }
    },
  }
}

/** Its answers mix hyphens and underscores. */
const of = (answer: Readonly<Record<string, unknown>>, name: string): unknown =>
  answer[name] ?? answer[name.replaceAll('-', '_')]

/** Exactly 1 or '1' is success: `true` is not. */
function refuseBadStatus(what: string, { status }: Readonly<Record<string, unknown>>): void {
  if (status === 1 || status === '1') return
  const said = textIn(status)
  if (said === '2') throw new ProviderError('misconfigured', `${what}: the merchant id or key is refused`)
  if (said === '4')
    throw new ProviderError('misconfigured', `${what}: this server's address is not on its list`)
  if (said === '3') throw new ProviderError('rejected', `${what}: the request is refused`)
  throw new ProviderError('malformed', `${what}: no known status`)
}

/** 3 is said before anybody paid as well, so only 2 is an end. */
function stateOf(result: string, words: string): Finding['state'] {
  if (result === '1') return 'paid'
  if (result === '2') return /cancel/i.test(words) ? 'cancelled' : 'declined'
  return 'pending'
}

/** What is too long is cut where it may be, and left out where half of it would be another. */
function submitFields(purchase: ToStart): Record<string, string> {
  const { reference, price, productName, buyer, returnUrl, notifyUrl } = purchase
  const [first = '', ...rest] = buyer.name.trim().split(/\s+/)
  const phone = internationalDigits(buyer.phone)
  const email = buyer.email.length <= 64 ? buyer.email : ''
  const fields = {
    firstname: clipText(first, 32),
    lastname: clipText(rest.join(' '), 64),
    email,
    username: email,
    phonenumber: phone,
    accountnumber: phone || reference,
    currency: price.currency,
    amount: majorText(price),
    'order-id': reference,
    'order-desc': clipText(productName, 256),
    'redirect-url': returnUrl,
    'post-url': notifyUrl,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/** 0241234567 and +233 24 123 4567 are 233241234567: a number without a country is Ghana's. */
function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  const whole = /^0\d{9}$/.test(digits) ? `233${digits.slice(1)}` : digits.replace(/^00/, '')
  return whole.length <= 15 ? whole : ''
}
