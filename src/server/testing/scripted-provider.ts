import { createHmac, randomUUID } from 'node:crypto'
import type { PaymentProvider } from '../../contract/payments.ts'
import {
  type Finding,
  type Notification,
  type ProviderAdapter,
  ProviderError,
  type ProviderFault,
  type ToStart,
} from '../payments/provider.ts'

/** What a provider has written down of one purchase. */
export interface Booked {
  purchase: ToStart
  providerRef: string
  finding: Finding
}

export interface ScriptedProvider extends ProviderAdapter {
  /** How often each call came in. */
  calls: { start: number; query: number; capture: number; refund: number }
  /** Every order, by our reference. */
  orders: Map<string, Booked>
  /** While set, every call fails so. */
  fault: ProviderFault | null
  /** Waits before an answer, so that calls overlap. */
  delayMs: number
  /** What a query says of an order from now on: paid as ordered but for what is given. */
  say(reference: string, finding?: Partial<Finding>): void
  /** The body and headers of a signed notification. */
  notice(fields: Partial<NoticeFields>): { body: string; headers: Record<string, string> }
}

interface NoticeFields {
  id: string
  type: string
  reference: string | null
  providerRef: string | null
  transactionId: string | null
  isForeign: boolean
  isAboutPayment: boolean
  saysMoneyWentBack: boolean
}

export interface ScriptedSettings {
  name?: PaymentProvider
  currency?: string
  isSandbox?: boolean
  /** Whether it has a step of capturing; then a paid order is first approved. */
  captures?: boolean
  refunds?: boolean
  signs?: boolean
}

const secret = 'a secret of the scripted provider'
const signatureOf = (raw: string | Buffer) => createHmac('sha256', secret).update(raw).digest('base64')

/** A provider that answers as a test tells it to, over no network at all. */
export function scriptedProvider(settings: ScriptedSettings = {}): ScriptedProvider {
  const { name = 'express', currency = 'GHS', isSandbox = true } = settings
  const { captures = false, refunds = false, signs = true } = settings
  const orders = new Map<string, Booked>()
  const calls = { start: 0, query: 0, capture: 0, refund: 0 }
  const reached = async (call: keyof typeof calls) => {
    calls[call] += 1
    if (provider.delayMs > 0) await new Promise(resolve => setTimeout(resolve, provider.delayMs))
    if (provider.fault) throw new ProviderError(provider.fault, `The ${name} of a test is ${provider.fault}`)
  }
  const booked = (reference: string): Booked => {
    const found = orders.get(reference)
    if (!found) throw new ProviderError('not_found', 'No such order')
    return found
  }
  const provider: ScriptedProvider = {
    ...{ name, currency, isSandbox, orders, calls },
    label: name,
    method: { provider: name, is_sandbox: isSandbox, script_url: null, public_key: null },
    fault: null,
    delayMs: 0,
    async start(purchase) {
      await reached('start')
      const { reference, price, buyer } = purchase
      const providerRef = name === 'flutterwave' ? reference : `${name}-${randomUUID()}`
      const finding: Finding = {
        ...{ reference, providerRef, money: price, state: 'pending', words: 'nothing yet' },
        ...{ isOtherMerchant: false, transactionId: null },
      }
      orders.set(reference, { purchase, providerRef, finding })
      const redirectUrl = `https://${name}.test/pay/${providerRef}`
      if (name !== 'flutterwave') return { providerRef, redirectUrl }
      const checkout = {
        ...{ public_key: 'PUBLIC', tx_ref: reference, amount: price.amountMinor / 100, currency },
        payment_options: 'card, mobilemoneyghana, ussd',
        customer: { email: buyer.email, name: buyer.name, phone_number: buyer.phone },
        customizations: { title: 'Soko', description: purchase.productName },
      }
      return { providerRef, redirectUrl, checkout }
    },
    async query({ reference }) {
      await reached('query')
      return booked(reference).finding
    },
    async parseNotification(raw, headers): Promise<Notification> {
      const isSigned = headers['x-signature'] === signatureOf(raw)
      if (signs && !isSigned) return { authenticity: 'bad', reason: 'The signature is wrong' }
      const { id, ...fields } = JSON.parse(raw.toString()) as NoticeFields
      return { authenticity: signs ? 'signed' : 'unsigned', eventId: id, ...fields }
    },
    say(reference, finding = {}) {
      const order = booked(reference)
      const paid = { state: 'paid' as const, transactionId: `tx-${reference}`, words: 'paid' }
      order.finding = { ...order.finding, ...paid, ...finding }
    },
    notice(fields) {
      const body = JSON.stringify({
        ...{ id: randomUUID(), type: 'payment', reference: null, providerRef: null, transactionId: null },
        ...{ isForeign: false, isAboutPayment: true, saysMoneyWentBack: false, ...fields },
      })
      const headers: Record<string, string> = signs ? { 'x-signature': signatureOf(body) } : {}
      return { body, headers }
    },
  }
  if (captures)
    provider.capture = async ({ reference }) => {
      await reached('capture')
      if (booked(reference).finding.state === 'approved') provider.say(reference)
      return booked(reference).finding
    }
  if (refunds)
    provider.refund = async ({ reference }) => {
      await reached('refund')
      provider.say(reference, { state: 'refunded', words: 'refunded' })
      return booked(reference).finding
    }
  return provider
}

/** One of each kind: without a capture, with one, and with a widget. */
export const scriptedProviders = () => {
  const express = scriptedProvider({ signs: false })
  const paypal = scriptedProvider({ name: 'paypal', currency: 'USD', captures: true, refunds: true })
  const flutterwave = scriptedProvider({ name: 'flutterwave' })
  const all = [express, paypal, flutterwave]
  return { express, paypal, flutterwave, map: new Map(all.map(one => [one.name, one])) }
}
