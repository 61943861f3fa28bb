import type {
  capturePaypalOrder,
  createExpressOrder,
  createFlutterwaveOrder,
  createPaypalOrder,
  verifyFlutterwave,
} from '../../contract/payments.ts'
import { call } from '../platform/api.ts'
import { underPressKey } from './press-key.ts'

/** Starts a purchase at the hosted checkout. */
export const orderByExpress = (productId: string) =>
  underPressKey(`express ${productId}`, idempotency_key =>
    call<typeof createExpressOrder>({
      method: 'POST',
      path: '/payments/express/create-order',
      body: { id: productId, idempotency_key },
    }),
  )

/** Starts a purchase by card. */
export const orderByCard = (productId: string) =>
  underPressKey(`paypal ${productId}`, idempotency_key =>
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
  underPressKey(`flutterwave ${productId}`, idempotency_key =>
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
