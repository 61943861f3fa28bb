import type { PageApart } from './page-apart.ts'

/** Where providers' scripts run, in a frame of the app. */
export const checkoutPage: PageApart = {
  folder: 'src/web/payments/checkout',
  file: 'checkout.html',
  address: '/checkout',
}
