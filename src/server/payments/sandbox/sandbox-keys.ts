import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { PaymentProvider } from '../../../contract/payments.ts'
import type { Config } from '../../platform/config.ts'
import { localSecret } from '../../platform/local-secret.ts'
import { hasLiveAccount } from '../../platform/payment-settings.ts'
import { type StandInSettings, standInsOf } from '../../platform/stand-ins.ts'

/** Where the stand-ins are, below each address of this server. */
export const sandboxPath = '/sandbox'

/** Who the product says it is to its stand-ins, and what those sign with: made once for each installation. */
export interface SandboxKeys {
  express: { merchantId: string; apiKey: string }
  paypal: { clientId: string; clientSecret: string; webhookId: string }
  flutterwave: { publicKey: string; secretKey: string; secretHash: string }
}

type Settings = StandInSettings & Pick<Config, 'dataDir' | 'installationSecret'>

/** Whom the stand-ins stand in for: all that are not set, where nobody else reaches this server and no money moves. */
export const paymentStandIns = (config: StandInSettings): readonly PaymentProvider[] =>
  standInsOf(config).payments

/** @throws Error where nobody is stood in for: credits must not be had there for nothing */
export function sandboxKeys(config: Settings): SandboxKeys {
  const none = 'There is no stand-in for a payment provider'
  if (config.isProduction) throw new Error(`${none} in production`)
  if (hasLiveAccount(config.payments)) throw new Error(`${none} beside live keys`)
  if (paymentStandIns(config).length === 0) throw new Error(`${none} here: all are set, or others reach it`)
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
