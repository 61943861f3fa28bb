import type { PaymentProvider } from '../../contract/payments.ts'

/** Providers as people know them, also those that are not set up any more. */
export const providerLabels: Readonly<Record<PaymentProvider, string>> = {
  express: 'expressPay',
  paypal: 'PayPal',
  flutterwave: 'Flutterwave',
}
