import { navigate } from 'wouter/use-browser-location'
import type { PurchaseState, verifyExpress } from '../../contract/payments.ts'
import { call } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import { showNotice } from '../ui/notice.tsx'
import { verifyWidgetOrder } from './purchase-calls.ts'
import { purchaseWords } from './purchase-words.ts'
import { isFirstTelling } from './told-orders.ts'
import { announceTopUp, refreshTopUps } from './top-up-news.ts'

/** A provider sent the browser back: what its address names, and how that is asked about. */
type Return =
  | { by: 'order'; orderId: string; token: string }
  | { by: 'transaction'; txRef: string; transactionId: string | null }

const ownNames = ['order-id', 'token', 'PayerID', 'tx_ref', 'transaction_id', 'status']

/** What of an address says that a provider sent the browser back; null where it says no such thing. */
export function readReturn(search: string): Return | null {
  // Some providers put a second '?' into an address that had one.
  const query = new URLSearchParams(search.replaceAll('?', '&'))
  const orderId = query.get('order-id')
  const token = query.get('token')
  if (orderId && token) return { by: 'order', orderId, token }
  const txRef = query.get('tx_ref')
  return txRef ? { by: 'transaction', txRef, transactionId: query.get('transaction_id') } : null
}

/** The same search without what the provider put into it. */
export function withoutReturn(search: string): string {
  const query = new URLSearchParams(search.replaceAll('?', '&'))
  for (const name of ownNames) query.delete(name)
  return query.size > 0 ? `?${query}` : ''
}

/**
 * Where this page was opened by a provider's return: cleans the address, has the purchase settled, and says how it went.
 * `onBuy` follows a wish to try again.
 */
export function takeReturn(onBuy: () => void): void {
  const { pathname, search, hash } = window.location
  const found = readReturn(search)
  if (!found) return
  navigate(pathname + withoutReturn(search) + hash, { replace: true })
  void tellOf(found, onBuy)
}

async function tellOf(found: Return, onBuy: () => void): Promise<void> {
  const sinceMs = performance.now()
  try {
    const { state } = await settle(found)
    if (state === 'credited') {
      const orderId = found.by === 'order' ? found.orderId : found.txRef
      // A return that the browser replays brings nothing new.
      await (isFirstTelling(orderId) ? announceTopUp(sinceMs) : refreshTopUps())
    } else
      say(purchaseWords[state], endedUnpaid.has(state) ? { label: 'Buy Credits', run: onBuy } : undefined)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') say(foreign)
    // A lost session has been told of by then.
    else if (!(error instanceof ApiError) || ![401, 403, 409].includes(error.status)) say(unasked)
  }
}

const endedUnpaid: ReadonlySet<PurchaseState> = new Set(['declined', 'cancelled', 'expired'])

const say = (text: string, action?: { label: string; run: () => void }) =>
  showNotice(text, { durationMs: 10_000, ...(action && { action }) })
const foreign = 'That payment does not belong to this account, so nothing was changed.'
const unasked =
  'We could not ask about your payment just now. If you have paid, the credits come by themselves.'

const retryMs = [1_000, 4_000]

/** Asks again where that may help, and not for long: the server goes on by itself. */
async function settle(found: Return): Promise<{ state: PurchaseState }> {
  for (const waitMs of retryMs) {
    try {
      return await ask(found)
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error
      await new Promise(resolve => setTimeout(resolve, waitMs))
    }
  }
  return ask(found)
}

const ask = (found: Return): Promise<{ state: PurchaseState }> =>
  found.by === 'order'
    ? call<typeof verifyExpress>({
        method: 'POST',
        path: '/payments/express/verify',
        body: { orderId: found.orderId, token: found.token },
      })
    : verifyWidgetOrder(found.txRef, found.transactionId)
