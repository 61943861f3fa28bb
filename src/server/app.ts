import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { FrontSettings } from '../contract/front-settings.ts'
import type { Suggestions } from '../contract/suggestions.ts'
import type { AccountParts } from './account/account.ts'
import { mountAccount } from './account/routes.ts'
import { type Analyst, renderHtml } from './analyst/analyst.ts'
import {
  type Auth,
  canonicalEmail,
  createAuth,
  everySignIn,
  findAccountById,
  findSession,
  keepAccount,
  mailReceiver,
  type PasswordHasher,
  readUser,
} from './auth/auth.ts'
import { mountAuth } from './auth/routes.ts'
import {
  askedByRef,
  type Chat,
  createChat,
  eraseConversations,
  everyAnswer,
  everyConversation,
  everyShare,
} from './chat/chat.ts'
import { mountChat } from './chat/routes.ts'
import {
  createStarter,
  type Starter,
  usageHistory,
  type WarningParts,
  warnOfLowBalance,
} from './credits/credits.ts'
import { mountCredits } from './credits/routes.ts'
import type { QueryRunner } from './insights/insights.ts'
import { mountInsights } from './insights/routes.ts'
import {
  createProviders,
  createReceipts,
  everyBilling,
  everyReceipt,
  forgetBuyer,
  mountSandbox,
  type PaymentParts,
  type Providers,
  paymentPolicy,
  paymentStandIns,
  purchasedByRef,
  type Receipts,
  settleOpen,
  topUpHistory,
} from './payments/payments.ts'
import { mountPayments } from './payments/routes.ts'
import { mountApiDocs } from './platform/api-docs.ts'
import type { Clock } from './platform/clock.ts'
import { compressAnswers } from './platform/compression.ts'
import type { Config } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { openDb } from './platform/db.ts'
import type { DiskSpace } from './platform/disk-space.ts'
import { alarmAtUntrustedProxy } from './platform/forwarded-alarm.ts'
import { mountHealth } from './platform/health.ts'
import { guardHost, keepDevLocal } from './platform/host-guard.ts'
import type { HttpApp } from './platform/http.ts'
import { createHttp } from './platform/http-server.ts'
import { mountLocalMailbox } from './platform/local-mailbox.ts'
import { mountLocalStyle } from './platform/local-page.ts'
import { localSecret } from './platform/local-secret.ts'
import type { Logger } from './platform/log.ts'
import type { MakeFile } from './platform/mail-worker.ts'
import { answerTheRest } from './platform/not-found.ts'
import type { Notices } from './platform/notices.ts'
import { guardOrigin } from './platform/origin-guard.ts'
import { itemsOf } from './platform/pages.ts'
import { createRateLimits } from './platform/rate-limit.ts'
import { createSealer } from './platform/sealer.ts'
import { restrictPages, type SpecialPages } from './platform/secure-headers.ts'
import { mountSiteConfig } from './platform/site-config.ts'
import { standInsOf } from './platform/stand-ins.ts'
import { createStreamPlaces } from './platform/stream-places.ts'
import { createUserEvents } from './platform/user-events.ts'
import { serveWebFiles } from './platform/web-files.ts'
import { mountProfile } from './profile/routes.ts'
import { mountSettings } from './settings/routes.ts'
import { createFrontSettings, readyPaper } from './settings/settings.ts'
import { mountSocial } from './social/routes.ts'
import {
  createSocial,
  createStandIn,
  disconnectAll,
  everyIdentity,
  identityNames,
  outsidePolicy,
  type StandIn,
  socialSources,
} from './social/social.ts'
import { mountSupport } from './support/routes.ts'
import { type Crm, crmOf, everyTicket, mountLocalCrm } from './support/support.ts'

export interface AppParts {
  config: Config
  frontSettings: FrontSettings
  suggestions: Suggestions
  /** Answers queries of the query language. */
  queries: QueryRunner
  pool: Pool
  /** Connections for expensive calls; `pool` serves them too without it. */
  expensivePool?: Pool
  log: Logger
  /** Whether there is no room to store anything; without it there always is. */
  disk?: Pick<DiskSpace, 'isFull'>
  clock: Clock
  notices: Notices
  analyst: Analyst
  /** Who takes money, in place of those of the settings. */
  providers?: Providers
  /** Of another cost, for tests. */
  hasher?: PasswordHasher
  /** Where the built app lies. */
  webFolder: string
}

export interface App {
  http: HttpApp
  auth: Auth
  chat: Chat
  /** Takes requests for support; null where there is none. */
  crm: Crm | null
  /** For the mail about a low balance. */
  warning: WarningParts
  payments: PaymentParts
  /** Makes the files that go with mails. */
  makeFile: MakeFile
  /** What jobs run with. */
  base: Context
  isReady: boolean
}

/** Puts the product together: features over the platform, each endpoint of the contract once. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, pool, log, clock, notices, disk } = parts
  const isDiskFull = () => disk?.isFull ?? false
  const { publicUrl, trustedProxies, isProduction, phoneRule } = config
  const db = openDb(pool)
  const base: Context = { db, user: null, log, clock, requestId: 'server' }
  const expensiveDb = openDb(parts.expensivePool ?? pool)
  const http = createHttp({
    ...{ db, expensiveDb, log, clock, findSession },
    ...{ publicUrl, trustedProxies, isProduction },
  })
  alarmAtUntrustedProxy(http)
  restrictPages(http, specialPages(config))
  guardHost(http)
  guardOrigin(http)
  keepDevLocal(http)
  await compressAnswers(http)

  const starter = createStarter(installationSecret(config), config.starterCredits)
  const auth = createAuth({
    rateLimits: createRateLimits(pool, config.areRateLimitsOn),
    streamPlaces: createStreamPlaces(config.areRateLimitsOn),
    userEvents: createUserEvents(notices),
    publicUrl,
    supportEmail: config.supportEmail,
    sealer: createSealer(installationSecret(config)),
    phoneRule,
    onRegistered: async (ctx, userId) => starter.grant(ctx, userId, await namesOf(ctx, userId)),
    byProvider: {
      signIn: (ctx, input) => social.signIn(ctx, input),
      vouchFor: (ctx, registrant) => social.vouchFor(ctx, registrant),
      disconnectAll,
    },
    ...(parts.hasher && { hasher: parts.hasher }),
  })
  mountAuth(http, auth)
  const local = standInsOf(config)
  const standIn = local.signIn ? standInFor(config) : null
  const social = createSocial(socialSources(config, standIn), auth)
  mountSocial(http, social)
  standIn?.mount(http)
  mountProfile(http, auth.rateLimits)
  const settings = createFrontSettings(notices, parts.frontSettings)
  mountSettings(http, settings)
  mountSiteConfig(http, config)
  mountInsights(http, {
    ...{ suggestions: parts.suggestions, queries: parts.queries },
    rateLimits: auth.rateLimits,
  })
  const crm = config.zoho === null && !local.crm ? null : crmOf(base, config.zoho, config.ownUrl)
  mountSupport(http, {
    rateLimits: auth.rateLimits,
    supportEmail: config.supportEmail,
    hasCrm: crm !== null,
    emailOf: async (ctx, userId) => (await readUser(ctx, userId)).email,
  })
  mountCredits(http, { askedByRef, purchasedByRef, rateLimits: auth.rateLimits })
  const warning: WarningParts = { publicUrl, receiverOf: (ctx, userId) => mailReceiver(ctx, userId) }
  const onSpent = (ctx: Context, userId: string) => warnOfLowBalance(ctx, warning, userId)
  const chat = createChat({
    ...{ base, notices, analyst: parts.analyst, renderHtml, onSpent },
    rateLimits: auth.rateLimits,
    isDiskFull,
  })
  mountChat(http, chat, {
    rateLimits: auth.rateLimits,
    streamPlaces: auth.streamPlaces,
    isDisabled: async (ctx, userId) => (await findAccountById(ctx, userId))?.status === 'disabled',
  })
  const receipts = createReceipts({
    buyerOf: keepAccount,
    publicUrl,
    supportEmail: config.supportEmail,
    seller: config.payments.seller,
  })
  const payments: PaymentParts = {
    providers: parts.providers ?? createProviders(config, { fetch, clock }),
    rateLimits: auth.rateLimits,
    publicUrl,
    trackingUrl: config.payments.trackingUrl,
    receipts,
    buyerOf: async (ctx, userId) => {
      const { email, name, phone } = await readUser(ctx, userId)
      return { email, name, phone: phone ?? '' }
    },
    keepBuyer: async (ctx, userId) => (await keepAccount(ctx, userId)) !== null,
  }
  mountPayments(http, { ...payments, receipts })
  if (paymentStandIns(config).length > 0) mountSandbox(http, config)
  mountAccount(http, accountParts({ auth, chat, starter, payments }))

  const makeFile = fileMaker(base, receipts)
  const app: App = { http, auth, chat, crm, warning, payments, makeFile, base, isReady: false }
  mountApiDocs(http)
  mountHealth(http, () => app.isReady, isDiskFull)
  if (local.mailbox || local.crm) mountLocalStyle(http)
  if (local.mailbox) mountLocalMailbox(http, makeFile)
  if (local.crm) mountLocalCrm(http)
  const papers = {
    '/tos': async () => readyPaper(await settings.read(base), 'tnc'),
    '/privacy': async () => readyPaper(await settings.read(base), 'privacy'),
  }
  answerTheRest(http, await serveWebFiles(http, parts.webFolder, papers))
  return app
}

/** The files that go with mails, by who makes them. */
const fileMaker =
  (base: Context, receipts: Receipts): MakeFile =>
  async ({ kind, id }) => {
    if (kind !== 'receipt') throw new Error(`Nothing makes a file of the kind ${kind}`)
    return receipts.file(base, id)
  }

/** Pages in which scripts of providers run: those of sign-in, and the one in a frame that payments are made in. */
const specialPages = (config: Config): SpecialPages => ({
  outside: [
    { paths: ['/login', '/register'], policies: outsidePolicy(config) },
    { paths: ['/checkout'], policies: paymentPolicy(config) },
  ],
  isFramed: path => path === '/checkout' || path.startsWith('/sandbox/'),
  hasPopups: config.payments.paypal.account !== null,
})

/** Google and Facebook on this machine, for want of their keys. */
const standInFor = ({ ownUrl, dataDir, facebookGraphVersion: graphVersion }: Config): StandIn =>
  createStandIn({ ownUrl, keyFile: join(dataDir, 'sign-in-stand-in'), graphVersion })

interface Rooms {
  auth: Auth
  chat: Chat
  starter: Starter
  payments: PaymentParts
}

/** What each room holds of an account, to be carried out, ended and erased. */
const accountParts = ({ auth, chat, starter, payments }: Rooms): AccountParts => ({
  auth,
  partsOfData: ctx => [
    { name: 'sign_ins', items: userId => everySignIn(ctx, userId) },
    { name: 'connected_accounts', items: userId => everyIdentity(ctx, userId) },
    { name: 'conversations', items: userId => everyConversation(ctx, userId) },
    { name: 'answers', items: userId => everyAnswer(ctx, userId) },
    { name: 'shared_links', items: userId => everyShare(ctx, userId) },
    { name: 'credit_entries', items: userId => itemsOf(cursor => usageHistory(ctx, { userId, cursor })) },
    { name: 'top_ups', items: userId => itemsOf(cursor => topUpHistory(ctx, { userId, cursor })) },
    { name: 'receipts', items: userId => everyReceipt(ctx, userId) },
    { name: 'billing_details', items: userId => everyBilling(ctx, userId) },
    { name: 'support_tickets', items: userId => everyTicket(ctx, userId) },
  ],
  settleUp: (ctx, userId) => settleOpen(ctx, payments, userId),
  endWork: (ctx, userId) => chat.endAll(ctx, userId),
  erase: async (ctx, userId) => {
    await forgetBuyer(ctx, userId)
    await starter.remember(ctx, await namesOf(ctx, userId))
    return eraseConversations(ctx, userId)
  },
})

/** By what a person is known who comes back to another account. */
async function namesOf(ctx: Context, userId: string): Promise<string[]> {
  const { email } = await readUser(ctx, userId)
  return [canonicalEmail(email), ...(await identityNames(ctx, userId))]
}

/** What stored secrets are sealed under: of the settings, else a file beside the data. */
const installationSecret = ({ installationSecret, dataDir }: Config): string =>
  installationSecret ??
  localSecret(join(dataDir, 'installation-secret'), () => randomBytes(32).toString('base64url'))
