import type {
  capturePaypalOrder,
  createExpressOrder,
  createFlutterwaveOrder,
  createPaypalOrder,
  verifyFlutterwave,
} from '../../contract/payments.ts'
import { call } from '../platform/api.ts'
import { keptBeforeOrder } from './before-order.ts'
import { underPressKey } from './press-key.ts'

async function order<Answer>(press: string, start: (key: string) => Promise<Answer>): Promise<Answer> {
  await keptBeforeOrder()
  return underPressKey(press, start)
}

/** Starts a purchase at the hosted checkout. */
export const orderByExpress = (productId: string) =>
  order(`express ${productId}`, idempotency_key =>
    call<typeof createExpressOrder>({
      method: 'POST',
      path: '/payments/express/create-order',
      body: { id: productId, idempotency_key },
    }),
  )

/** Starts a purchase by card. */
export const orderByCard = (productId: string) =>
  order(`paypal ${productId}`, idempotency_key =>
    call<typeof createPaypalOrder>({
      method: 'POST',
      path: '/payments/paypal/orders',
      body: { id: productId, idempotency_key },
    }),
  )

/** Takes the money of a card order that was approved. */
export const captureCardOrder = (orderId: string) =>
  call<typeof capturePaypalOrder>({
    method: 'POST',
    path: '/payments/paypal/orders/:id/capture',
    params: { id: orderId },
    body: {},
  })

/** Starts a purchase in the checkout widget. */
export const orderByWidget = (productId: string) =>
  order(`flutterwave ${productId}`, idempotency_key =>
    call<typeof createFlutterwaveOrder>({
      method: 'POST',
      path: '/payments/flutterwave/create-order',
      body: { id: productId, idempotency_key },
    }),
  )

/** Asks what became of a purchase in the checkout widget. */
export const verifyWidgetOrder = (txRef: string, transactionId: string | null) =>
  call<typeof verifyFlutterwave>({
    method: 'POST',
    path: '/payments/flutterwave/verify',
    body: { tx_ref: txRef, transaction_id: transactionId },
  })
