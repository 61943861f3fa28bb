import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Notification } from '../provider.ts'
import { fieldsOf, idIn, textIn } from './call-provider.ts'

export interface FlutterwaveWebhookSettings {
  secretHash: string
  /** Whether an event that comes with the bare hash, and without a signature, is taken as a hint. */
  acceptsPlainHash: boolean
  isSandbox: boolean
}

const bad = (reason: string): Notification => ({ authenticity: 'bad', reason })

/** As long as the other, whatever is compared: how long it takes tells nothing. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** The signature of the very bytes, as `flutterwave-signature` has it. */
export const flutterwaveSignature = (raw: Buffer, secretHash: string): string =>
  createHmac('sha256', secretHash).update(raw).digest('base64')

/**
 * A signature that is there has to be right: the bare hash does not stand in for a wrong one. The hash is the same for every
 * event, so it says nothing of what is in this one: that is a hint, as if nothing were signed.
 */
export function readFlutterwaveEvent(
  raw: Buffer,
  headers: IncomingHttpHeaders,
  { secretHash, acceptsPlainHash, isSandbox }: FlutterwaveWebhookSettings,
): Notification {
  const signature = headers['flutterwave-signature']
  const plain = headers['verif-hash']
  if (signature !== undefined) {
    const isRight = typeof signature === 'string' && isSame(signature, flutterwaveSignature(raw, secretHash))
    if (!isRight) return bad('wrong signature')
  } else {
    if (!acceptsPlainHash || plain === undefined) return bad('no signature')
    if (typeof plain !== 'string' || !isSame(plain, secretHash)) return bad('wrong hash')
  }
  return readEvent(raw, { isSandbox, authenticity: signature === undefined ? 'unsigned' : 'signed' })
}

function readEvent(
  raw: Buffer,
  { isSandbox, authenticity }: { isSandbox: boolean; authenticity: 'signed' | 'unsigned' },
): Notification {
  const event = fieldsOf(parsed(raw))
  const type = idIn(event.event) ?? ''
  const data = fieldsOf(event.data)
  const id = idIn(data.id)
  const saysMoneyWentBack = /^(?:refund|chargeback)\b/.test(type)
  const status = idIn(data.status) ?? ''
  return {
    authenticity,
    // It has no id of its own; each state of a payment is told as one event.
    eventId: id === null ? hashOf(raw) : `${type}:${id}:${status}`,
    type: type || 'unreadable',
    reference: idIn(data.tx_ref),
    providerRef: idIn(data.tx_ref),
    transactionId: saysMoneyWentBack ? paymentOf(data) : id,
    // Payments of its test mode are marked so; with live keys they are none of ours.
    isForeign: !isSandbox && (textIn(data.flw_ref)?.startsWith('FLW-MOCK') ?? false),
    isAboutPayment: /^(?:charge|refund|chargeback)\b/.test(type),
    saysMoneyWentBack,
  }
}

/** A refund has an id of its own beside that of its payment, which is written in more than one way. */
const paymentOf = (data: Readonly<Record<string, unknown>>): string | null =>
  idIn(data.tx_id) ?? idIn(data.transaction_id) ?? idIn(data.TransactionId)

const hashOf = (raw: Buffer) => createHash('sha256').update(raw).digest('base64url')

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString()) as unknown
  } catch {
    return null
  }
}
