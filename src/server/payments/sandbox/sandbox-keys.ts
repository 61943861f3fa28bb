import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { PaymentProvider } from '../../../contract/payments.ts'
import type { Config } from '../../platform/config.ts'
import { localSecret } from '../../platform/local-secret.ts'
import { isTestKey } from '../../platform/payment-settings.ts'

/** Where the stand-ins are, below each address of this server. */
export const sandboxPath = '/sandbox'

/** Who the product says it is to its stand-ins, and what those sign with: made once for each installation. */
export interface SandboxKeys {
  express: { merchantId: string; apiKey: string }
  paypal: { clientId: string; clientSecret: string; webhookId: string }
  flutterwave: { publicKey: string; secretKey: string; secretHash: string }
}

type Settings = Pick<Config, 'isProduction' | 'payments' | 'dataDir' | 'installationSecret'>

/** Whether any provider is set with keys that move money. */
export function hasLiveKeys({ payments }: Pick<Config, 'payments'>): boolean {
  const { express, paypal, flutterwave } = payments
  const leadsTo = (account: { url: string } | null, hosts: readonly string[]) =>
    account !== null && hosts.includes(new URL(account.url).hostname)
  return (
    leadsTo(express.account, ['expresspaygh.com', 'www.expresspaygh.com']) ||
    leadsTo(paypal.account, ['api-m.paypal.com', 'api.paypal.com']) ||
    (flutterwave.account !== null && !isTestKey(flutterwave.account.secretKey))
  )
}

/** Whom the stand-ins stand in for: all that are not set; nobody in production or beside keys that move money. */
export function paymentStandIns(config: Pick<Config, 'isProduction' | 'payments'>): PaymentProvider[] {
  if (config.isProduction || hasLiveKeys(config)) return []
  const { express, paypal, flutterwave } = config.payments
  const accounts = { express: express.account, paypal: paypal.account, flutterwave: flutterwave.account }
  return (['express', 'paypal', 'flutterwave'] as const).filter(name => accounts[name] === null)
}

/** @throws Error in production and beside keys that move money: credits must not be had there for nothing */
export function sandboxKeys(config: Settings): SandboxKeys {
  if (config.isProduction) throw new Error('There is no stand-in for a payment provider in production')
  if (hasLiveKeys(config)) throw new Error('There is no stand-in for a payment provider beside live keys')
  const root =
    config.installationSecret ??
    localSecret(join(config.dataDir, 'payment-stand-in'), () => randomBytes(32).toString('base64url'))
  const made = (name: string) =>
    createHmac('sha256', root).update(`payment stand-in: ${name}`).digest('base64url').slice(0, 32)
  return {
    express: { merchantId: 'stand-in', apiKey: made('express') },
    paypal: { clientId: 'stand-in', clientSecret: made('paypal'), webhookId: 'STAND-IN' },
    flutterwave: {
      publicKey: 'FLWPUBK_TEST-stand-in',
      secretKey: `FLWSECK_TEST-${made('flutterwave')}`,
      secretHash: made('flutterwave webhook'),
    },
  }
}
