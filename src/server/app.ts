import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { FrontSettings } from '../contract/front-settings.ts'
import type { Suggestions } from '../contract/suggestions.ts'
import { type Analyst, renderHtml } from './analyst/analyst.ts'
import { type Auth, createAuth, findSession, readUser } from './auth/auth.ts'
import { mountAuth } from './auth/routes.ts'
import { askedByRef, type Chat, createChat } from './chat/chat.ts'
import { mountChat } from './chat/routes.ts'
import { grantStarter } from './credits/credits.ts'
import { mountCredits } from './credits/routes.ts'
import { mountInsights } from './insights/routes.ts'
import { mountApiDocs } from './platform/api-docs.ts'
import type { Clock } from './platform/clock.ts'
import { compressAnswers } from './platform/compression.ts'
import type { Config } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { openDb } from './platform/db.ts'
import { mountHealth } from './platform/health.ts'
import type { HttpApp } from './platform/http.ts'
import { createHttp } from './platform/http-server.ts'
import { mountLocalMailbox } from './platform/local-mailbox.ts'
import { localSecret } from './platform/local-secret.ts'
import type { Logger } from './platform/log.ts'
import { answerTheRest } from './platform/not-found.ts'
import type { Notices } from './platform/notices.ts'
import { guardOrigin } from './platform/origin-guard.ts'
import { createRateLimits } from './platform/rate-limit.ts'
import { createSealer } from './platform/sealer.ts'
import { secureHeaders } from './platform/secure-headers.ts'
import { mountSiteConfig } from './platform/site-config.ts'
import { createUserEvents } from './platform/user-events.ts'
import { serveWebFiles } from './platform/web-files.ts'
import { mountProfile } from './profile/routes.ts'
import { mountSettings } from './settings/routes.ts'
import { mountSupport } from './support/routes.ts'

export interface AppParts {
  config: Config
  frontSettings: FrontSettings
  suggestions: Suggestions
  pool: Pool
  log: Logger
  clock: Clock
  notices: Notices
  analyst: Analyst
  /** Where the built app lies. */
  webFolder: string
}

export interface App {
  http: HttpApp
  auth: Auth
  chat: Chat
  /** What jobs run with. */
  base: Context
  isReady: boolean
}

/** Puts the product together: features over the platform, each endpoint of the contract once. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, pool, log, clock, notices } = parts
  const { publicUrl, trustedProxies, isProduction, phoneRule } = config
  const db = openDb(pool)
  const base: Context = { db, user: null, log, clock, requestId: 'server' }
  const http = createHttp({ db, log, clock, findSession, publicUrl, trustedProxies, isProduction })
  await secureHeaders(http)
  guardOrigin(http)
  await compressAnswers(http)

  const auth = createAuth({
    rateLimits: createRateLimits(pool, config.areRateLimitsOn),
    userEvents: createUserEvents(notices),
    publicUrl,
    supportEmail: config.supportEmail,
    sealer: createSealer(installationSecret(config)),
    phoneRule,
    onRegistered: (ctx, userId) => grantStarter(ctx, userId, config.starterCredits),
  })
  mountAuth(http, auth)
  mountProfile(http, auth.rateLimits)
  mountSettings(http, parts.frontSettings)
  mountSiteConfig(http, config)
  mountInsights(http, parts.suggestions)
  mountSupport(http, {
    rateLimits: auth.rateLimits,
    supportEmail: config.supportEmail,
    emailOf: async (ctx, userId) => (await readUser(ctx, userId)).email,
  })
  mountCredits(http, askedByRef)
  const chat = createChat({ base, notices, analyst: parts.analyst, renderHtml })
  mountChat(http, chat, auth.rateLimits)

  const app: App = { http, auth, chat, base, isReady: false }
  mountApiDocs(http)
  mountHealth(http, () => app.isReady)
  if (!isProduction && config.smtpUrl === null) mountLocalMailbox(http)
  answerTheRest(http, await serveWebFiles(http, parts.webFolder))
  return app
}

/** What stored secrets are sealed under: of the settings, else a file beside the data. */
const installationSecret = ({ installationSecret, dataDir }: Config): string =>
  installationSecret ?? localSecret(join(dataDir, 'installation-secret'), () => randomBytes(32).toString('base64url'))
