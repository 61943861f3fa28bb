import type { Config } from '../../platform/config.ts'
import type { OutsidePolicy } from '../../platform/secure-headers.ts'

const paypalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** As PayPal documents it, but for scripts within the page: its script sets styles in the page and needs no more. */
const paypalPolicy: OutsidePolicy = {
  'script-src': paypalHosts,
  'style-src': [...paypalHosts, "'unsafe-inline'"],
  'img-src': paypalHosts,
  'connect-src': paypalHosts,
  'frame-src': paypalHosts,
}

const flutterwaveHosts = ['https://*.flutterwave.com']

/** Its script draws the frame of the widget by styles in the page; where it reports about the page is left out. */
const flutterwavePolicy: OutsidePolicy = {
  'script-src': ['https://checkout.flutterwave.com'],
  'style-src': ["'unsafe-inline'"],
  'img-src': flutterwaveHosts,
  'connect-src': flutterwaveHosts,
  'frame-src': [...flutterwaveHosts, 'https://checkout-v3-ui-prod.f4b-flutterwave.com'],
}

/** What the page may load in which scripts of configured providers run; nothing for a stand-in, whose scripts are ours. */
export function paymentPolicy({ payments }: Pick<Config, 'payments'>): OutsidePolicy[] {
  return [
    ...(payments.paypal.account === null ? [] : [paypalPolicy]),
    ...(payments.flutterwave.account === null ? [] : [flutterwavePolicy]),
  ]
}
