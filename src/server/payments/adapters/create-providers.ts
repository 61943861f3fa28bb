import type { PaymentProvider } from '../../../contract/payments.ts'
import type { Config } from '../../platform/config.ts'
import type { ProviderAdapter, Reach } from '../provider.ts'
import { paymentStandIns, sandboxKeys, sandboxPath } from '../sandbox/sandbox-keys.ts'
import { createExpress } from './express.ts'

/**
 * Every provider that can be paid by, with the account of the settings; outside production, and where no keys move money,
 * our own stand-in takes the place of each that is not set.
 */
export function createProviders(config: Config, reach: Reach): ReadonlyMap<PaymentProvider, ProviderAdapter> {
  const adapters = [...accountsOf(config, reach), ...standInsOf(config, reach)]
  return new Map(adapters.map(adapter => [adapter.name, adapter]))
}

function accountsOf({ payments }: Config, reach: Reach): ProviderAdapter[] {
  const { express } = payments
  const found: ProviderAdapter[] = []
  if (express.account !== null) {
    const { url } = express.account
    const checkoutUrl = `${url}${express.checkoutPath}`
    const isSandbox = new URL(url).hostname === 'sandbox.expresspaygh.com'
    found.push(
      createExpress({ ...express.account, checkoutUrl, currency: express.currency, isSandbox }, reach),
    )
  }
  return found
}

/** The same adapters, pointed at this server. */
function standInsOf(config: Config, reach: Reach): ProviderAdapter[] {
  const wanted = paymentStandIns(config)
  if (wanted.length === 0) return []
  const keys = sandboxKeys(config)
  const { ownUrl, publicUrl, payments } = config
  const own = (provider: PaymentProvider) => `${ownUrl}${sandboxPath}/${provider}`
  const open = (provider: PaymentProvider) => `${publicUrl}${sandboxPath}/${provider}`
  const make: Partial<Record<PaymentProvider, () => ProviderAdapter>> = {
    express: () =>
      createExpress(
        {
          ...keys.express,
          url: own('express'),
          checkoutUrl: `${open('express')}/api/checkout.php`,
          currency: payments.express.currency,
          isSandbox: true,
        },
        reach,
      ),
  }
  return wanted.flatMap(provider => make[provider]?.() ?? [])
}
