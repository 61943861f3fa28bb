import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../platform/clock.ts'
import { createHintLimits } from '../hint-limits.ts'
import { type Notification, ProviderError } from '../provider.ts'
import { fieldsOf, idIn, refusalOf, textIn } from './call-provider.ts'
import { firstOf } from './paypal-order.ts'
import type { AuthorisedCall } from './paypal-token.ts'

export interface WebhookSettings {
  webhookId: string
  /** Where the API is. */
  url: string
  isSandbox: boolean
}

/** So many checks run at a time, and so many wait: forged events cost PayPal no more, real ones are sent again. */
const checksAtOnce = 8
const waitingAtMost = 64
/** So many checks a minute may fail before PayPal is not asked for their senders any more. */
const failed = { perNetwork: 60, inAll: 240 }

const bad = (reason: string): Notification => ({ authenticity: 'bad', reason })

/**
 * Reads PayPal's events. Whether one is genuine is asked of PayPal, with the very bytes that came: an event that was
 * parsed and written again is another one.
 */
export function createPaypalWebhook(
  { webhookId, url, isSandbox }: WebhookSettings,
  call: AuthorisedCall,
  clock: Clock,
) {
  const failures = createHintLimits(() => clock.now().getTime(), failed)
  const turns = takeTurns(checksAtOnce, waitingAtMost)

  return async (raw: Buffer, headers: IncomingHttpHeaders, network = ''): Promise<Notification> => {
    const signed = signatureIn(headers)
    if (!signed) return bad('no signature')
    if (!isCertOf(signed.cert_url, url)) return bad('a certificate from elsewhere')
    const event = eventIn(raw)
    if (!event) return bad('no event')
    // Taken before it is known how the check ends: of many at once none is asked for nothing.
    const uncount = failures.take(network)
    const isRight = await turns(() => isGenuine(raw, signed)).catch(error => {
      uncount()
      throw error
    })
    if (!isRight) return bad('wrong signature')
    uncount()
    return readEvent(event, isSandbox)
  }

  async function isGenuine(raw: Buffer, signed: Signature): Promise<boolean> {
    const what = 'PayPal signature check'
    const fields = JSON.stringify({ ...signed, webhook_id: webhookId })
    const answer = await call({
      what,
      path: '/v1/notifications/verify-webhook-signature',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat([Buffer.from(`${fields.slice(0, -1)},"webhook_event":`), raw, Buffer.from('}')]),
    })
    // It refuses what cannot be a signature of its own.
    if (answer.status === 400 || answer.status === 422) return false
    if (answer.status !== 200) throw refusalOf(what, answer.status)
    return fieldsOf(answer.json).verification_status === 'SUCCESS'
  }
}

interface Signature {
  auth_algo: string
  cert_url: string
  transmission_id: string
  transmission_sig: string
  transmission_time: string
}

function signatureIn(headers: IncomingHttpHeaders): Signature | null {
  const of = (name: string) => {
    const value = headers[`paypal-${name}`]
    return typeof value === 'string' && /^[\x21-\x7e]{1,2000}$/.test(value) ? value : ''
  }
  const signed = {
    auth_algo: of('auth-algo'),
    cert_url: of('cert-url'),
    transmission_id: of('transmission-id'),
    transmission_sig: of('transmission-sig'),
    transmission_time: of('transmission-time'),
  }
  return Object.values(signed).includes('') ? null : signed
}

/** PayPal's own hosts over https; beside them only where the API itself is said to be. */
function isCertOf(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin, username } = new URL(address)
  if (username !== '') return false
  const isPaypals = hostname === 'paypal.com' || hostname.endsWith('.paypal.com')
  return (protocol === 'https:' && isPaypals) || origin === new URL(apiUrl).origin
}

/** One JSON object with an id and a type; anything else is no event, and is not embedded anywhere. */
function eventIn(raw: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
    const event = fieldsOf(JSON.parse(text))
    return idIn(event.id) !== null && idIn(event.event_type) !== null ? event : null
  } catch {
    return null
  }
}

const paymentTypes =
  /^(?:PAYMENT\.CAPTURE\.|CHECKOUT\.ORDER\.|CHECKOUT\.PAYMENT-APPROVAL\.|CUSTOMER\.DISPUTE\.)/
const moneyBackTypes = /^PAYMENT\.CAPTURE\.(?:REFUNDED|REVERSED)$|^CUSTOMER\.DISPUTE\./

/** Orders, captures, refunds and disputes each name the purchase at another place. */
function readEvent(event: Readonly<Record<string, unknown>>, isSandbox: boolean): Notification {
  const type = idIn(event.event_type) ?? ''
  const resource = fieldsOf(event.resource)
  const unit = firstOf(resource.purchase_units)
  const disputed = firstOf(resource.disputed_transactions)
  const related = fieldsOf(fieldsOf(resource.supplementary_data).related_ids)
  const isOrder = type.startsWith('CHECKOUT.ORDER.')
  return {
    authenticity: 'signed',
    eventId: idIn(event.id) ?? '',
    type,
    reference: idIn(resource.invoice_id) ?? idIn(unit.invoice_id) ?? idIn(disputed.invoice_number),
    providerRef: isOrder ? idIn(resource.id) : (idIn(related.order_id) ?? idIn(resource.order_id)),
    transactionId: captureOf(type, resource) ?? idIn(disputed.seller_transaction_id),
    isForeign: isOfOtherMode(event, isSandbox),
    isAboutPayment: paymentTypes.test(type),
    saysMoneyWentBack: moneyBackTypes.test(type),
  }
}

/** A refund has an id of its own, and a link up to the capture it is of. */
function captureOf(type: string, resource: Readonly<Record<string, unknown>>): string | null {
  if (!type.startsWith('PAYMENT.CAPTURE.')) return null
  const links = Array.isArray(resource.links) ? resource.links.map(fieldsOf) : []
  const up = textIn(links.find(({ rel }) => rel === 'up')?.href)
  const [, capture] = /\/captures\/([\w-]{1,64})$/.exec(up ?? '') ?? []
  if (capture) return capture
  return /\.(?:REFUNDED|REVERSED)$/.test(type) ? null : idIn(resource.id)
}

/** Its own links say whether an event is of the sandbox or of live payments. */
function isOfOtherMode({ links }: Readonly<Record<string, unknown>>, isSandbox: boolean): boolean {
  const hosts = (Array.isArray(links) ? links : [])
    .map(link => textIn(fieldsOf(link).href))
    .filter(href => href !== null && URL.canParse(href))
    .map(href => new URL(href ?? '').hostname)
    .filter(host => host.endsWith('.paypal.com'))
  return hosts.some(host => host.endsWith('.sandbox.paypal.com') !== isSandbox)
}

/** Runs so much at a time, lets so much wait, and sends the rest away. */
function takeTurns(atOnce: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new ProviderError('unavailable', 'PayPal signature check: too many wait')
      await new Promise<void>(resolve => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The turn is handed on, so nobody gets between.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
