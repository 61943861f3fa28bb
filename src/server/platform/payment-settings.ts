import * as z from 'zod/mini'
import { isLoopbackName } from './own-names.ts'

/** What one provider's account needs; null: our own stand-in outside production, not offered in it. */
export interface PaymentSettings {
  express: Readonly<{
    currency: string
    /** Below the provider's address; the token follows as its query. */
    checkoutPath: string
    account: Readonly<{ merchantId: string; apiKey: string; url: string }> | null
  }>
  paypal: Readonly<{
    currency: string
    account: Readonly<{ clientId: string; clientSecret: string; webhookId: string; url: string }> | null
  }>
  flutterwave: Readonly<{
    currency: string
    /** Ways to pay in its widget, separated by commas. */
    options: string
    /** Whether a webhook with the bare hash, as older ones have it, is taken as a hint. */
    acceptsPlainHash: boolean
    account: Readonly<{ publicKey: string; secretKey: string; secretHash: string; url: string }> | null
  }>
  /** Where what browsers tell of a payment is passed on to; null: nowhere. */
  trackingUrl: string | null
  seller: Readonly<Seller>
}

/** Who sells, as receipts name them; empty texts where nothing is set. */
export interface Seller {
  name: string
  address: string
  taxNumber: string
}

/** No key has a space in it: one that does was pasted wrong. */
const key = z.optional(z.string().check(z.regex(/^\S+$/, 'must have no spaces')))
const address = z.optional(
  z
    .string()
    .check(
      z.refine(
        value => URL.canParse(value) && /^https?:\/\/[^?#]+$/.test(value),
        'must be an http:// or https:// address without a query',
      ),
    ),
)
const currency = (usual: string) =>
  z._default(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be three capital letters, e.g. GHS')), usual)

/** Short enough that a receipt stays one page. */
const printed = (atMost: number) =>
  z._default(z.string().check(z.maxLength(atMost, `must have at most ${atMost} characters`)), '')

/** The settings of payments, as `config.ts` has them all. */
export const paymentSettings = {
  /** The merchant id at expressPay; its stand-in without it, and in production no such way to pay. */
  EXPRESSPAY_MERCHANT_ID: key,
  /** The key of its API. */
  EXPRESSPAY_API_KEY: key,
  /** Where expressPay is, if not https://expresspaygh.com; its own sandbox is https://sandbox.expresspaygh.com. */
  EXPRESSPAY_URL: address,
  /** The path of its hosted checkout. */
  EXPRESSPAY_CHECKOUT_PATH: z._default(
    z.string().check(z.regex(/^\/[\w./-]*$/, 'must be a path, e.g. /api/checkout.php')),
    '/api/checkout.php',
  ),
  /** The currency it is asked to take: products with a price in it can be bought there. */
  EXPRESSPAY_CURRENCY: currency('GHS'),
  /** The client id of the app at PayPal; its stand-in without it, and in production no payment by card. */
  PAYPAL_CLIENT_ID: key,
  /** The secret of that app. */
  PAYPAL_CLIENT_SECRET: key,
  /** The id of the webhook that was made for it there. */
  PAYPAL_WEBHOOK_ID: key,
  /** Where PayPal's API is, if not https://api-m.paypal.com; its own sandbox is https://api-m.sandbox.paypal.com. */
  PAYPAL_URL: address,
  /** The currency PayPal is asked to take; it takes no GHS. */
  PAYPAL_CURRENCY: currency('USD'),
  /** The public key at Flutterwave; its stand-in without it, and in production no such way to pay. */
  FLUTTERWAVE_PUBLIC_KEY: key,
  /** The secret key, of the same mode (test or live). */
  FLUTTERWAVE_SECRET_KEY: key,
  /** The secret hash that was chosen for its webhooks. */
  FLUTTERWAVE_SECRET_HASH: key,
  /** Where Flutterwave's API is, if not https://api.flutterwave.com. */
  FLUTTERWAVE_URL: address,
  /** The currency it is asked to take. */
  FLUTTERWAVE_CURRENCY: currency('GHS'),
  /** Ways to pay in its widget, separated by commas. */
  FLUTTERWAVE_PAYMENT_OPTIONS: z._default(
    z.string().check(z.regex(/^[a-z0-9_]+(?:, ?[a-z0-9_]+)*$/, 'must be names separated by commas')),
    'card, mobilemoneyghana, ussd',
  ),
  /** on, or off: whether a webhook of Flutterwave with the bare secret hash, as older ones have it, is taken as a hint. */
  FLUTTERWAVE_PLAIN_HASH: z._default(z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }), 'on'),
  /** Where what browsers tell of a payment is passed on to; without it that stays here. */
  PAYMENT_TRACKING_URL: address,
  /** Who sells, as receipts name them under their head; without it they name nobody. */
  SELLER_NAME: printed(80),
  /** Their address, on one line. */
  SELLER_ADDRESS: printed(160),
  /** Their tax number, e.g. a TIN or a VAT number. */
  SELLER_TAX_NUMBER: printed(40),
}

const schema = z.object(paymentSettings)
type Settings = z.output<typeof schema>
type Name = keyof Settings

/** Of each provider: what it cannot do without, and what has no use without that. */
const belonging = [
  { needed: ['EXPRESSPAY_MERCHANT_ID', 'EXPRESSPAY_API_KEY'], further: ['EXPRESSPAY_URL'] },
  { needed: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'], further: ['PAYPAL_URL'] },
  {
    needed: ['FLUTTERWAVE_PUBLIC_KEY', 'FLUTTERWAVE_SECRET_KEY', 'FLUTTERWAVE_SECRET_HASH'],
    further: ['FLUTTERWAVE_URL'],
  },
] as const satisfies readonly { needed: readonly Name[]; further: readonly Name[] }[]

/**
 * Half of what a provider needs ends the start: a purchase could be begun there and never proved, or a webhook be taken
 * from anybody. So does an account that moves no money in production, or beside one that does: anybody could buy there
 * for nothing.
 */
export function demandWholePayments(
  settings: Settings,
  isProduction: boolean,
  demand: (holds: boolean, line: string) => void,
): void {
  for (const { needed, further } of belonging) {
    const set = [...needed, ...further].filter(name => settings[name] !== undefined)
    for (const name of needed)
      demand(set.length === 0 || settings[name] !== undefined, `Setting ${name} is needed for ${set[0]}`)
    for (const name of further)
      demand(
        !isProduction || isEncrypted(settings[name]),
        `Setting ${name} must be an https:// address in production`,
      )
  }
  for (const name of ['SELLER_ADDRESS', 'SELLER_TAX_NUMBER'] as const)
    demand(settings[name] === '' || settings.SELLER_NAME !== '', `Setting SELLER_NAME is needed for ${name}`)
  const { FLUTTERWAVE_PUBLIC_KEY: open, FLUTTERWAVE_SECRET_KEY: secret } = settings
  demand(
    open === undefined || secret === undefined || isTestKey(open) === isTestKey(secret),
    'Setting FLUTTERWAVE_SECRET_KEY must be of the same mode (test or live) as FLUTTERWAVE_PUBLIC_KEY',
  )
  const modes = [...accountModes(paymentsIn(settings))]
  const test = modes.find(([, mode]) => mode === 'test')?.[0]
  const live = modes.find(([, mode]) => mode === 'live')?.[0]
  demand(!isProduction || test === undefined, `Setting ${test} must not be of a test mode in production`)
  demand(
    test === undefined || live === undefined,
    `Settings ${test} and ${live} must be of the same mode (test or live)`,
  )
  demand(
    !isProduction || isEncrypted(settings.PAYMENT_TRACKING_URL),
    'Setting PAYMENT_TRACKING_URL must be an https:// address in production',
  )
}

const isEncrypted = (url: string | undefined) => url?.startsWith('https:') ?? true

/** Whether a key of Flutterwave moves no money. */
export const isTestKey = (flutterwaveKey: string): boolean => /^FLW[A-Z]+_TEST-/.test(flutterwaveKey)

/** What an account is of: a provider's own place for tests, this very machine, or else one where money moves. */
type PaymentMode = 'test' | 'own' | 'live'

const testHosts = /(?:^|\.)sandbox\.(?:expresspaygh|paypal)\.com$/

/** By its address alone: what is not known to be for tests moves money. */
export function modeAt(url: string): PaymentMode {
  const host = new URL(url).hostname.replace(/\.$/, '')
  if (testHosts.test(host)) return 'test'
  return isLoopbackName(host) ? 'own' : 'live'
}

/** The modes of the accounts that are set, by the setting that says so. */
function accountModes({ express, paypal, flutterwave }: Readonly<PaymentSettings>): Map<Name, PaymentMode> {
  const modes = new Map<Name, PaymentMode>()
  if (express.account) modes.set('EXPRESSPAY_URL', modeAt(express.account.url))
  if (paypal.account) modes.set('PAYPAL_URL', modeAt(paypal.account.url))
  if (flutterwave.account)
    modes.set('FLUTTERWAVE_SECRET_KEY', isTestKey(flutterwave.account.secretKey) ? 'test' : 'live')
  return modes
}

/** Whether any account is set where money moves. */
export const hasLiveAccount = (payments: Readonly<PaymentSettings>): boolean =>
  [...accountModes(payments).values()].includes('live')

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** Payments as the settings have them; the providers' own addresses where none are given. */
export function paymentsIn(settings: Settings): Readonly<PaymentSettings> {
  const { EXPRESSPAY_MERCHANT_ID: merchantId, EXPRESSPAY_API_KEY: apiKey } = settings
  const {
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
    PAYPAL_WEBHOOK_ID: webhookId,
  } = settings
  const { FLUTTERWAVE_PUBLIC_KEY: publicKey, FLUTTERWAVE_SECRET_KEY: secretKey } = settings
  const { FLUTTERWAVE_SECRET_HASH: secretHash } = settings
  const at = (name: 'EXPRESSPAY_URL' | 'PAYPAL_URL' | 'FLUTTERWAVE_URL', own: string) => ({
    url: withoutSlash(settings[name] ?? own),
  })
  return Object.freeze({
    express: Object.freeze({
      currency: settings.EXPRESSPAY_CURRENCY,
      checkoutPath: settings.EXPRESSPAY_CHECKOUT_PATH,
      account:
        merchantId && apiKey
          ? Object.freeze({ merchantId, apiKey, ...at('EXPRESSPAY_URL', 'https://expresspaygh.com') })
          : null,
    }),
    paypal: Object.freeze({
      currency: settings.PAYPAL_CURRENCY,
      account:
        clientId && clientSecret && webhookId
          ? Object.freeze({
              clientId,
              clientSecret,
              webhookId,
              ...at('PAYPAL_URL', 'https://api-m.paypal.com'),
            })
          : null,
    }),
    flutterwave: Object.freeze({
      currency: settings.FLUTTERWAVE_CURRENCY,
      options: settings.FLUTTERWAVE_PAYMENT_OPTIONS,
      acceptsPlainHash: settings.FLUTTERWAVE_PLAIN_HASH === 'on',
      account:
        publicKey && secretKey && secretHash
          ? Object.freeze({
              publicKey,
              secretKey,
              secretHash,
              ...at('FLUTTERWAVE_URL', 'https://api.flutterwave.com'),
            })
          : null,
    }),
    trackingUrl: settings.PAYMENT_TRACKING_URL ?? null,
    seller: Object.freeze({
      name: settings.SELLER_NAME,
      address: settings.SELLER_ADDRESS,
      taxNumber: settings.SELLER_TAX_NUMBER,
    }),
  })
}
