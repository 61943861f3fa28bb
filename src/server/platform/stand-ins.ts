import { type PaymentProvider, paymentProviders } from '../../contract/payments.ts'
import type { Config } from './config.ts'
import { isLoopbackName } from './own-names.ts'
import { hasLiveAccount } from './payment-settings.ts'

/** What a start has in place of outside services that are not set. */
export interface StandIns {
  /** Google and Facebook, where anybody is whoever they say: only where nobody else reaches this server. */
  signIn: boolean
  /** Both show what they got, and to this machine alone. */
  mailbox: boolean
  crm: boolean
  /** Whose payments move no money: none where one is set that does, since credits for nothing buy the same answers. */
  payments: readonly PaymentProvider[]
  /** Where mails and the CRM are read. */
  url: string
  /** What is off, and why; null where nothing is. */
  offLine: string | null
}

export type StandInSettings = Pick<
  Config,
  | 'isProduction'
  | 'host'
  | 'port'
  | 'publicUrl'
  | 'ownUrl'
  | 'smtpUrl'
  | 'zoho'
  | 'google'
  | 'facebook'
  | 'payments'
>

/** Which stand-ins a start has by its settings. Behind a proxy everybody comes from this machine, so there are none there. */
export function standInsOf(config: StandInSettings): StandIns {
  const { host, publicUrl, ownUrl, isProduction } = config
  const wanted = {
    signIn: !isProduction && (config.google === null || config.facebook === null),
    mailbox: !isProduction && config.smtpUrl === null,
    crm: !isProduction && config.zoho === null,
    payments: isProduction || hasLiveAccount(config.payments) ? [] : notSet(config.payments),
  }
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const isPublicHere = isLoopbackName(new URL(publicUrl).hostname)
  const isAlone = isPublicHere && isLoopbackName(host)
  const isUnproxied = isAlone || (isEverywhere && (isPublicHere || leadsToPort(publicUrl, config.port)))
  const has = {
    signIn: wanted.signIn && isAlone,
    mailbox: wanted.mailbox && isUnproxied,
    crm: wanted.crm && isUnproxied,
    payments: isUnproxied ? wanted.payments : [],
  }
  const off = [
    ...(wanted.signIn && !has.signIn ? ['sign-in by the stand-ins for Google and Facebook'] : []),
    ...(wanted.mailbox && !has.mailbox ? ['the local mailbox (set SMTP_URL to send mails)'] : []),
    ...(wanted.crm && !has.crm ? ['the stand-in for a CRM'] : []),
    ...(wanted.payments.length > has.payments.length ? ['the sandbox for payments'] : []),
  ]
  const why = isPublicHere ? `HOST is ${host}` : `PUBLIC_URL is ${publicUrl}`
  const rest = has.mailbox || has.crm ? '; what is below /dev answers this machine alone' : ''
  return {
    ...has,
    url: isPublicHere ? publicUrl : ownUrl,
    offLine:
      off.length === 0 ? null : `Off, since others may reach this server (${why}): ${off.join(', ')}${rest}`,
  }
}

const notSet = (payments: Config['payments']) =>
  paymentProviders.filter(provider => payments[provider].account === null)

/** Whether an address names this very port: one that a proxy on this machine could not have. */
function leadsToPort(url: string, port: number): boolean {
  const { protocol, port: named } = new URL(url)
  return protocol === 'http:' && Number(named || 80) === port
}
