import { isIP } from 'node:net'
import * as z from 'zod/mini'
import type { PhoneRule } from '../../contract/registration.ts'
import { demandEncryption, mailNeedsTls } from './outbound-tls.ts'
import { demandWholePayments, type PaymentSettings, paymentSettings, paymentsIn } from './payment-settings.ts'
import { StartError } from './start-error.ts'

/** Who answers: the analyst that ships with the product, or a model of a provider. */
export type ModelChoice =
  | { provider: 'built-in' }
  | { provider: 'openai' | 'anthropic' | 'google' | 'openai-compatible'; model: string }

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface Config {
  isProduction: boolean
  port: number
  host: string
  dataDir: string
  /** null: the embedded PostgreSQL. */
  databaseUrl: string | null
  databasePoolSize: number
  /** Without a slash at its end. */
  publicUrl: string
  /** Where this very instance is reached on this machine. */
  ownUrl: string
  /** null: mails stay in the local mailbox. */
  smtpUrl: string | null
  /** Whether a mail may leave over TLS only. */
  mailNeedsTls: boolean
  mailFrom: string
  supportEmail: string
  /** null: a file in the data folder holds it. */
  installationSecret: string | null
  model: ModelChoice
  modelDeep: ModelChoice
  openaiCompatibleUrl: string | null
  providerKeys: Readonly<Record<'openai' | 'anthropic' | 'google' | 'openai-compatible', string | null>>
  /** null: the local stand-in outside production, nothing in it. */
  google: Readonly<{ clientId: string; certsUrl: string }> | null
  /** null: as for Google. */
  facebook: Readonly<{ appId: string; appSecret: string; graphUrl: string }> | null
  facebookGraphVersion: string
  /** null: the local stand-in, and in production no CRM. */
  zoho: Readonly<{
    accountsUrl: string
    clientId: string
    clientSecret: string
    refreshToken: string
    lastPromptField: string | null
    lastAnswerField: string | null
  }> | null
  areRateLimitsOn: boolean
  trustedProxies: readonly string[]
  phoneRule: PhoneRule
  starterCredits: number
  frontSettingsFile: string | null
  chatCookie: string
  payments: Readonly<PaymentSettings>
  logLevel: LogLevel
}

const text = z.string().check(z.minLength(1))
const wholeNumber = (from: number, to: number, said: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, said)),
    z.pipe(z.transform<string, number>(Number), z.number().check(z.gte(from, said), z.lte(to, said))),
  )
const address = (protocols: readonly string[], said: string) =>
  z
    .string()
    .check(z.refine(value => URL.canParse(value) && protocols.includes(new URL(value).protocol), said))

const model = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^(?:built-in|(?:openai|anthropic|google|openai-compatible)\/\S+)$/,
        "must be 'built-in' or openai|anthropic|google|openai-compatible/<model>",
      ),
    ),
  z.transform((choice: string): ModelChoice => {
    if (choice === 'built-in') return { provider: 'built-in' }
    const slash = choice.indexOf('/')
    const provider = choice.slice(0, slash) as Exclude<ModelChoice['provider'], 'built-in'>
    return { provider, model: choice.slice(slash + 1) }
  }),
)

const fieldName = z.string().check(z.regex(/^[A-Za-z]\w{0,49}$/, 'must be the API name of a field'))

const isNetwork = (entry: string) => {
  const [ip = '', bits] = entry.split('/')
  const version = isIP(ip)
  if (version === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
const networks = z.pipe(
  z.transform((list: string) =>
    list === 'none'
      ? []
      : list
          .split(',')
          .map(entry => entry.trim())
          .filter(entry => entry !== ''),
  ),
  z.array(z.string().check(z.refine(isNetwork, 'must be addresses or networks, separated by commas'))),
)

/** Every setting: its name, what it is for (the line of `.env.example`), and what it accepts. */
const schema = z.object({
  /** development, test or production, which demands DATABASE_URL, SMTP_URL, an https PUBLIC_URL and the like. */
  NODE_ENV: z._default(
    z.enum(['development', 'test', 'production'], { error: 'must be development, test or production' }),
    'development',
  ),
  /** The port the app and its API listen on. */
  PORT: z._default(wholeNumber(0, 65_535, 'must be a port from 0 to 65535'), 3000),
  /** The address to listen on; 0.0.0.0 for every network card, without the stand-ins for Google and Facebook then. */
  HOST: z._default(text, '127.0.0.1'),
  /** Where the embedded database, the panel and local secrets are kept. */
  DATA_DIR: z._default(text, './var'),
  /** PostgreSQL 15 or later; the embedded one without it. */
  DATABASE_URL: z.optional(address(['postgres:', 'postgresql:'], 'must be a postgres:// address')),
  /** Connections to PostgreSQL this server holds at most; three in ten of them serve searches, histories and files. */
  DATABASE_POOL_SIZE: z._default(wholeNumber(2, 500, 'must be from 2 to 500'), 20),
  /** Where people reach the product; links in mails start with it. Outside production other names with a dot are refused. */
  PUBLIC_URL: z.optional(address(['http:', 'https:'], 'must be an http:// or https:// address')),
  /** The mail server; without it, and outside production, mails stay at /dev/mail, for this machine alone. */
  SMTP_URL: z.optional(address(['smtp:', 'smtps:'], 'must be an smtp:// or smtps:// address')),
  /** The sender of mails; needed in production. */
  MAIL_FROM: z.optional(z.string().check(z.regex(/^[^\r\n]*@[^\r\n]+$/, 'must be an e-mail address'))),
  /** Where requests for support go; needed in production. */
  SUPPORT_EMAIL: z.optional(z.string().check(z.regex(/^\S+@\S+$/, 'must be an e-mail address'))),
  /** What stored secrets are sealed under, the same on all instances; a file in DATA_DIR holds one without it. Keep it. */
  INSTALLATION_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  /** Who answers quick questions: built-in, or openai|anthropic|google|openai-compatible/<model>. */
  MODEL: z._default(model, { provider: 'built-in' }),
  /** Who answers Deep Research; the same choices. */
  MODEL_DEEP: z._default(model, { provider: 'built-in' }),
  /** The base address of an OpenAI-compatible server, e.g. http://localhost:11434/v1. */
  OPENAI_COMPATIBLE_URL: z.optional(address(['http:', 'https:'], 'must be an http:// or https:// address')),
  /** The key of that server, where it wants one. */
  OPENAI_COMPATIBLE_API_KEY: z.optional(text),
  /** The key for openai/<model>. */
  OPENAI_API_KEY: z.optional(text),
  /** The key for anthropic/<model>. */
  ANTHROPIC_API_KEY: z.optional(text),
  /** The key for google/<model>. */
  GOOGLE_API_KEY: z.optional(text),
  /** The client id of sign-in by Google; a local stand-in without it, and none where others may reach the server. */
  GOOGLE_CLIENT_ID: z.optional(z.string().check(z.regex(/^[\w.-]+$/, 'must be a client id'))),
  /** Where Google's signing keys are read, if not at Google itself. */
  GOOGLE_CERTS_URL: z.optional(address(['http:', 'https:'], 'must be an http:// or https:// address')),
  /** The app id of sign-in by Facebook; a local stand-in without it, and none where others may reach the server. */
  FACEBOOK_APP_ID: z.optional(z.string().check(z.regex(/^\d+$/, 'must be an app id'))),
  /** The secret of that app. */
  FACEBOOK_APP_SECRET: z.optional(text),
  /** Where Facebook's Graph is asked, if not at Facebook itself. */
  FACEBOOK_GRAPH_URL: z.optional(address(['http:', 'https:'], 'must be an http:// or https:// address')),
  /** The version of the Graph, for the server and the browser. */
  FACEBOOK_GRAPH_VERSION: z._default(
    z.string().check(z.regex(/^v\d+\.\d+$/, 'must be a version, e.g. v25.0')),
    'v25.0',
  ),
  /** The client id at Zoho CRM, which takes requests for support as leads; a local stand-in without it, and in production none. */
  ZOHO_CLIENT_ID: z.optional(text),
  /** The secret of that client. */
  ZOHO_CLIENT_SECRET: z.optional(text),
  /** Its refresh token, of the scope ZohoCRM.modules.leads.CREATE. */
  ZOHO_REFRESH_TOKEN: z.optional(text),
  /** The accounts server of the data centre, if not https://accounts.zoho.com. */
  ZOHO_ACCOUNTS_URL: z.optional(address(['http:', 'https:'], 'must be an http:// or https:// address')),
  /** The API name of the Leads field for the last question; without it the question is not sent there. */
  ZOHO_LAST_PROMPT_FIELD: z.optional(fieldName),
  /** The API name of the Leads field for its answer; without it the answer is not sent there. */
  ZOHO_LAST_ANSWER_FIELD: z.optional(fieldName),
  /** on, or off outside production, so that benchmarks and checks can run. */
  RATE_LIMITS: z._default(z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }), 'on'),
  /** Addresses or networks, separated by commas, whose X-Forwarded-For is believed; or none. Needed in production. */
  TRUSTED_PROXIES: z.optional(networks),
  /** on, or off: whether a model, mail or database off this machine may be spoken to without TLS. */
  ALLOW_INSECURE_OUTBOUND: z._default(z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }), 'off'),
  /** Which phone numbers registration accepts: ghana (ten digits, Ghanaian prefixes) or international. */
  PHONE_RULE: z._default(
    z.enum(['ghana', 'international'], { error: "must be 'ghana' or 'international'" }),
    'ghana',
  ),
  /** Credits a new account starts with. */
  STARTER_CREDITS: z._default(wholeNumber(0, 1_000_000, 'must be a whole number up to 1000000'), 100),
  /** A JSON file with the tagline, terms, privacy, clients and fonts of the public screens. */
  FRONT_SETTINGS_FILE: z.optional(text),
  /** The cookie in which a site that embeds the chat box remembers whether it was open. */
  CHAT_COOKIE: z._default(
    z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, _ and -')),
    'soko_chat_box',
  ),
  ...paymentSettings,
  /** How much is logged: fatal, error, warn, info, debug, trace or silent. */
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be a level of the log',
    }),
    'info',
  ),
})

type Settings = z.output<typeof schema>

/** What a child process of ours needs, on Windows too. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']

/** The environment of a child process that works on data: none of the settings, and no secret. */
export const childEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(passedOn.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])))

/** The names of all settings, for `.env.example` to be compared with. */
export const settingNames = Object.keys(schema.shape)

/** Whether a start is one of production, also where its settings cannot be read. */
export const isProductionStart = (env: NodeJS.ProcessEnv = process.env): boolean =>
  env.NODE_ENV === 'production'

/**
 * Reads the settings; an empty one counts as not set.
 * @throws StartError with one line that names the setting and never its value
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(settingNames.flatMap(name => (env[name] ? [[name, env[name]]] : [])))
  const read = schema.safeParse(set)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new StartError(`Setting ${String(issue?.path[0])} ${issue?.message ?? 'is not valid'}`)
  }
  const settings = read.data
  demandWhatBelongsTogether(settings)
  return Object.freeze(configOf(settings))
}

const neededInProduction = [
  'DATABASE_URL',
  'SMTP_URL',
  'TRUSTED_PROXIES',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
] as const

function demandWhatBelongsTogether(settings: Settings): void {
  const demand = (holds: boolean, line: string) => {
    if (!holds) throw new StartError(line)
  }
  if (settings.NODE_ENV === 'production') {
    for (const name of neededInProduction)
      demand(settings[name] !== undefined, `Setting ${name} is needed in production`)
    demand(
      settings.PUBLIC_URL?.startsWith('https:') === true,
      'Setting PUBLIC_URL must be an https:// address in production',
    )
    demand(settings.RATE_LIMITS === 'on', 'Setting RATE_LIMITS must be on in production')
  }
  demandEncryption(settings, demand)
  demandWholeProviders(settings, demand)
  demandWholePayments(settings, settings.NODE_ENV === 'production', demand)
  const keyOf = {
    openai: ['OPENAI_API_KEY', settings.OPENAI_API_KEY],
    anthropic: ['ANTHROPIC_API_KEY', settings.ANTHROPIC_API_KEY],
    google: ['GOOGLE_API_KEY', settings.GOOGLE_API_KEY],
    'openai-compatible': ['OPENAI_COMPATIBLE_URL', settings.OPENAI_COMPATIBLE_URL],
  } as const
  for (const name of ['MODEL', 'MODEL_DEEP'] as const) {
    const { provider } = settings[name]
    if (provider === 'built-in') continue
    const [needed, value] = keyOf[provider]
    demand(value !== undefined, `Setting ${needed} is needed for ${name}=${provider}/…`)
  }
}

/** The first three are needed by each of them. */
const zohoNames = [
  'ZOHO_CLIENT_ID',
  'ZOHO_CLIENT_SECRET',
  'ZOHO_REFRESH_TOKEN',
  'ZOHO_ACCOUNTS_URL',
  'ZOHO_LAST_PROMPT_FIELD',
  'ZOHO_LAST_ANSWER_FIELD',
] as const

/** Half of what an outside service needs is a mistake that would show only to whoever uses it. */
function demandWholeProviders(settings: Settings, demand: (holds: boolean, line: string) => void): void {
  const needs = (name: keyof Settings, needed: keyof Settings) =>
    demand(
      settings[name] === undefined || settings[needed] !== undefined,
      `Setting ${needed} is needed for ${name}`,
    )
  needs('GOOGLE_CERTS_URL', 'GOOGLE_CLIENT_ID')
  needs('FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET')
  needs('FACEBOOK_APP_SECRET', 'FACEBOOK_APP_ID')
  needs('FACEBOOK_GRAPH_URL', 'FACEBOOK_APP_ID')
  for (const name of zohoNames) for (const needed of zohoNames.slice(0, 3)) needs(name, needed)
  if (settings.NODE_ENV !== 'production') return
  for (const name of ['GOOGLE_CERTS_URL', 'FACEBOOK_GRAPH_URL', 'ZOHO_ACCOUNTS_URL'] as const) {
    const isSafe = settings[name]?.startsWith('https:') ?? true
    demand(isSafe, `Setting ${name} must be an https:// address in production`)
  }
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** Google and Facebook as the settings have them; their own addresses where none are given. */
function providersIn(settings: Settings): Pick<Config, 'google' | 'facebook' | 'facebookGraphVersion'> {
  const { GOOGLE_CLIENT_ID: clientId, FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = settings
  const certsUrl = settings.GOOGLE_CERTS_URL ?? 'https://www.googleapis.com/oauth2/v3/certs'
  const graphUrl = withoutSlash(settings.FACEBOOK_GRAPH_URL ?? 'https://graph.facebook.com')
  return {
    google: clientId === undefined ? null : Object.freeze({ clientId, certsUrl }),
    facebook:
      appId === undefined || appSecret === undefined ? null : Object.freeze({ appId, appSecret, graphUrl }),
    facebookGraphVersion: settings.FACEBOOK_GRAPH_VERSION,
  }
}

function zohoIn(settings: Settings): Config['zoho'] {
  const {
    ZOHO_CLIENT_ID: clientId,
    ZOHO_CLIENT_SECRET: clientSecret,
    ZOHO_REFRESH_TOKEN: refreshToken,
  } = settings
  if (clientId === undefined || clientSecret === undefined || refreshToken === undefined) return null
  return Object.freeze({
    ...{ clientId, clientSecret, refreshToken },
    accountsUrl: withoutSlash(settings.ZOHO_ACCOUNTS_URL ?? 'https://accounts.zoho.com'),
    lastPromptField: settings.ZOHO_LAST_PROMPT_FIELD ?? null,
    lastAnswerField: settings.ZOHO_LAST_ANSWER_FIELD ?? null,
  })
}

function configOf(settings: Settings): Config {
  return {
    isProduction: settings.NODE_ENV === 'production',
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    publicUrl: withoutSlash(settings.PUBLIC_URL ?? localAddress(settings)),
    ownUrl: localAddress(settings),
    smtpUrl: settings.SMTP_URL ?? null,
    mailNeedsTls:
      settings.SMTP_URL !== undefined &&
      settings.ALLOW_INSECURE_OUTBOUND === 'off' &&
      mailNeedsTls(settings.SMTP_URL),
    mailFrom: settings.MAIL_FROM ?? 'Soko <no-reply@soko.example>',
    supportEmail: settings.SUPPORT_EMAIL ?? 'support@soko.example',
    installationSecret: settings.INSTALLATION_SECRET ?? null,
    model: settings.MODEL,
    modelDeep: settings.MODEL_DEEP,
    openaiCompatibleUrl: settings.OPENAI_COMPATIBLE_URL ?? null,
    providerKeys: Object.freeze({
      openai: settings.OPENAI_API_KEY ?? null,
      anthropic: settings.ANTHROPIC_API_KEY ?? null,
      google: settings.GOOGLE_API_KEY ?? null,
      'openai-compatible': settings.OPENAI_COMPATIBLE_API_KEY ?? null,
    }),
    ...providersIn(settings),
    zoho: zohoIn(settings),
    areRateLimitsOn: settings.RATE_LIMITS === 'on',
    trustedProxies: Object.freeze(settings.TRUSTED_PROXIES ?? []),
    phoneRule: settings.PHONE_RULE,
    starterCredits: settings.STARTER_CREDITS,
    frontSettingsFile: settings.FRONT_SETTINGS_FILE ?? null,
    chatCookie: settings.CHAT_COOKIE,
    payments: paymentsIn(settings),
    logLevel: settings.LOG_LEVEL,
  }
}

/** Where a person on this machine reaches the server: a wildcard address is not one a browser can open. */
function localAddress({ HOST, PORT }: Settings): string {
  const isEverywhere = HOST === '0.0.0.0' || HOST === '::'
  const host = isEverywhere ? 'localhost' : isIP(HOST) === 6 ? `[${HOST}]` : HOST
  return `http://${host}:${PORT}`
}
