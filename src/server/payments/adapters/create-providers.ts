import type { PaymentProvider } from '../../../contract/payments.ts'
import type { Config } from '../../platform/config.ts'
import { isTestKey, modeAt } from '../../platform/payment-settings.ts'
import type { ProviderAdapter, Reach } from '../provider.ts'
import { paymentStandIns, type SandboxKeys, sandboxKeys, sandboxPath } from '../sandbox/sandbox-keys.ts'
import { createExpress } from './express.ts'
import { createFlutterwave } from './flutterwave.ts'
import { createPaypal } from './paypal.ts'

/**
 * Every provider that can be paid by, with the account of the settings; outside production, and where no keys move money,
 * our own stand-in takes the place of each that is not set.
 */
export function createProviders(config: Config, reach: Reach): ReadonlyMap<PaymentProvider, ProviderAdapter> {
  const standIns = paymentStandIns(config)
  const keys = standIns.length > 0 ? sandboxKeys(config) : null
  const made = [
    expressOf(config, reach) ?? (keys && standInExpress(config, keys, reach)),
    paypalOf(config, reach) ?? (keys && standInPaypal(config, keys, reach)),
    flutterwaveOf(config, reach) ?? (keys && standInFlutterwave(config, keys, reach)),
  ]
  return new Map(made.filter(adapter => adapter !== null).map(adapter => [adapter.name, adapter]))
}

function expressOf({ payments: { express } }: Config, reach: Reach): ProviderAdapter | null {
  const { account, checkoutPath, currency } = express
  if (account === null) return null
  const checkoutUrl = `${account.url}${checkoutPath}`
  const isSandbox = modeAt(account.url) === 'test'
  return createExpress({ ...account, checkoutUrl, currency, isSandbox }, reach)
}

function paypalOf({ payments: { paypal } }: Config, reach: Reach): ProviderAdapter | null {
  const { account, currency } = paypal
  if (account === null) return null
  const { origin } = new URL(account.url)
  const isSandbox = modeAt(account.url) === 'test'
  // One script for both: the client id says which.
  const scriptUrl = 'https://www.paypal.com/sdk/js'
  const payPages = { hosts: ['paypal.com'], origins: [origin] }
  return createPaypal({ ...account, scriptUrl, payPages, currency, isSandbox }, reach)
}

function flutterwaveOf({ payments: { flutterwave } }: Config, reach: Reach): ProviderAdapter | null {
  const { account, ...rest } = flutterwave
  if (account === null) return null
  const isSandbox = isTestKey(account.secretKey)
  const scriptUrl = 'https://checkout.flutterwave.com/v3.js'
  const hosts = ['flutterwave.com', ...(isSandbox ? ['dev-flutterwave.com'] : [])]
  const payPages = { hosts, origins: [new URL(account.url).origin] }
  return createFlutterwave({ ...account, ...rest, scriptUrl, payPages, isSandbox }, reach)
}

/** Where a stand-in is: the server asks itself, a browser comes by the public address. */
const standInAt = ({ ownUrl, publicUrl }: Config, provider: PaymentProvider) => ({
  url: `${ownUrl}${sandboxPath}/${provider}`,
  open: `${publicUrl}${sandboxPath}/${provider}`,
  payPages: { hosts: [], origins: [new URL(publicUrl).origin] },
})

function standInExpress(config: Config, keys: SandboxKeys, reach: Reach): ProviderAdapter {
  const { url, open } = standInAt(config, 'express')
  const { currency } = config.payments.express
  const checkoutUrl = `${open}/api/checkout.php`
  return createExpress({ ...keys.express, url, checkoutUrl, currency, isSandbox: true }, reach)
}

function standInPaypal(config: Config, keys: SandboxKeys, reach: Reach): ProviderAdapter {
  const { url, payPages } = standInAt(config, 'paypal')
  const { currency } = config.payments.paypal
  // From whichever address the app is open at: its pages load scripts from their own alone.
  const scriptUrl = `${sandboxPath}/paypal/sdk.js`
  return createPaypal({ ...keys.paypal, url, scriptUrl, payPages, currency, isSandbox: true }, reach)
}

function standInFlutterwave(config: Config, keys: SandboxKeys, reach: Reach): ProviderAdapter {
  const { url, payPages } = standInAt(config, 'flutterwave')
  const { account: _, ...rest } = config.payments.flutterwave
  const scriptUrl = `${sandboxPath}/flutterwave/v3.js`
  return createFlutterwave({ ...keys.flutterwave, ...rest, url, scriptUrl, payPages, isSandbox: true }, reach)
}
