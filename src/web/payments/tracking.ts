import type { TrackingEvent, trackPayment } from '../../contract/payments.ts'
import { call } from '../platform/api.ts'

/** What the events say of who sends them. */
export const trackingClient = {
  language: 'Angular V3',
  version: '1.2.1',
  /** What it reports of the time an answer took: to itself alone, since the message of an event is always '0'. */
  reportedResponseTimeMs: 10_000,
} as const

interface Tracked {
  publicKey: string
  /** Methods, separated by commas. */
  paymentOptions: string
  /** Of the payment response: 'successful' means success. */
  status: string
}

/** What is noted of a payment response. */
export function trackingEventOf({ publicKey, paymentOptions, status }: Tracked): TrackingEvent {
  const options = paymentOptions.split(',').filter(option => option.trim() !== '')
  const [only = 'Dashboard'] = options
  const offered = options.length > 1 ? 'Multiple' : only.trim()
  return {
    publicKey,
    language: trackingClient.language,
    version: trackingClient.version,
    title: `Initiate-Charge-${offered}${status === 'successful' ? '' : '-error'}`,
    message: '0',
  }
}

/** Notes a payment response; what becomes of the note is nobody's concern. */
export function trackResponse(tracked: Tracked): void {
  call<typeof trackPayment>({
    method: 'POST',
    path: '/payments/tracking',
    body: trackingEventOf(tracked),
  }).catch(() => {})
}
