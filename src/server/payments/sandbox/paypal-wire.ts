import { createHmac, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { majorText } from '../currency.ts'
import type { Money } from '../provider.ts'
import type { SandboxOrder } from './orders.ts'
import { sandboxPath } from './sandbox-keys.ts'
import type { SandboxParts } from './sandbox-parts.ts'

/** Amounts, orders, captures and events as PayPal writes them. */
const amountOf = (money: Money) => ({ currency_code: money.currency, value: majorText(money) })

const captureStatuses: Readonly<Record<SandboxOrder['state'], string | null>> = {
  open: null,
  approved: null,
  cancelled: null,
  pending: 'PENDING',
  paid: 'COMPLETED',
  declined: 'DECLINED',
  refunded: 'REFUNDED',
}
const orderStatuses = { open: 'CREATED', approved: 'APPROVED', cancelled: 'VOIDED' } as const

export function paypalCapture(order: SandboxOrder, apiUrl: string) {
  const { id, transactionId, reference, details, paid, asked, state, createdAt } = order
  return {
    id: transactionId,
    status: captureStatuses[state],
    ...(state === 'pending' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: amountOf(paid ?? asked),
    final_capture: true,
    invoice_id: reference,
    custom_id: details.customId,
    supplementary_data: { related_ids: { order_id: id } },
    create_time: createdAt,
    links: [
      { href: `${apiUrl}/v2/payments/captures/${transactionId}`, rel: 'self', method: 'GET' },
      { href: `${apiUrl}/v2/checkout/orders/${id}`, rel: 'up', method: 'GET' },
    ],
  }
}

/** @param isUnknown whether the approval has not reached it yet */
export function paypalOrder(
  order: SandboxOrder,
  urls: { apiUrl: string; openUrl: string },
  isUnknown = false,
) {
  const { apiUrl, openUrl } = urls
  const { id, reference, details, asked, createdAt } = order
  const state = isUnknown ? 'open' : order.state
  const hasCapture = captureStatuses[state] !== null
  return {
    id,
    intent: 'CAPTURE',
    status:
      state === 'open' || state === 'approved' || state === 'cancelled' ? orderStatuses[state] : 'COMPLETED',
    purchase_units: [
      {
        reference_id: reference,
        custom_id: details.customId,
        invoice_id: reference,
        description: details.product,
        amount: amountOf(asked),
        payee: { merchant_id: 'STANDIN' },
        ...(hasCapture && { payments: { captures: [paypalCapture(order, apiUrl)] } }),
      },
    ],
    create_time: createdAt,
    links: [
      { href: `${apiUrl}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
      { href: `${openUrl}/checkoutnow?token=${id}`, rel: 'approve', method: 'GET' },
      { href: `${apiUrl}/v2/checkout/orders/${id}/capture`, rel: 'capture', method: 'POST' },
    ],
  }
}

export const paypalRefund = (
  { transactionId, reference, details, paid, asked }: SandboxOrder,
  apiUrl: string,
) => ({
  id: `R${transactionId}`,
  status: 'COMPLETED',
  amount: amountOf(paid ?? asked),
  invoice_id: reference,
  custom_id: details.customId,
  links: [{ href: `${apiUrl}/v2/payments/captures/${transactionId}`, rel: 'up', method: 'GET' }],
})

/** What the webhook is told of an order. */
export function paypalNotice(order: SandboxOrder, { ownUrl }: Pick<SandboxParts, 'ownUrl'>): string {
  const apiUrl = `${ownUrl}${sandboxPath}/paypal`
  const id = `WH-${randomUUID().toUpperCase()}`
  const isOrder = order.state === 'approved'
  const isRefund = order.state === 'refunded'
  const resource = isOrder
    ? paypalOrder(order, { apiUrl, openUrl: apiUrl })
    : isRefund
      ? paypalRefund(order, apiUrl)
      : paypalCapture(order, apiUrl)
  return JSON.stringify({
    id,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: isOrder ? 'checkout-order' : isRefund ? 'refund' : 'capture',
    event_type: isOrder ? 'CHECKOUT.ORDER.APPROVED' : `PAYMENT.CAPTURE.${captureStatuses[order.state]}`,
    resource,
    links: [{ href: `${apiUrl}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' }],
  })
}

/** Over the same text as the real one's, under a key of the installation in place of a certificate. */
export function paypalSignature(
  { id, time, raw }: { id: string; time: string; raw: string },
  { clientSecret, webhookId }: SandboxParts['keys']['paypal'],
): string {
  const text = `${id}|${time}|${webhookId}|${crc32(raw)}`
  return createHmac('sha256', clientSecret).update(text).digest('base64')
}

export function paypalHeaders(
  raw: string,
  noticeId: string,
  { keys, ownUrl }: Pick<SandboxParts, 'keys' | 'ownUrl'>,
): Record<string, string> {
  const time = new Date().toISOString()
  return {
    'content-type': 'application/json',
    'paypal-transmission-id': noticeId,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': paypalSignature({ id: noticeId, time, raw }, keys.paypal),
    'paypal-cert-url': `${ownUrl}${sandboxPath}/paypal/v1/notifications/certs/STAND-IN`,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}
