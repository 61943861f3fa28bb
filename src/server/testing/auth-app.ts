import { type Auth, type AuthParts, createAuth, findSession } from '../auth/auth.ts'
import { mountAuth } from '../auth/routes.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { openDb } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import type { HttpApp } from '../platform/http.ts'
import { createHttp } from '../platform/http-server.ts'
import { createLog } from '../platform/log.ts'
import { answerTheRest } from '../platform/not-found.ts'
import { createNotices, type Notices } from '../platform/notices.ts'
import { guardOrigin } from '../platform/origin-guard.ts'
import { createRateLimits } from '../platform/rate-limit.ts'
import { createSealer } from '../platform/sealer.ts'
import { createStreamPlaces } from '../platform/stream-places.ts'
import { createUserEvents } from '../platform/user-events.ts'
import { cheapHasher } from './cheap-hasher.ts'
import type { TestDatabase } from './database.ts'

export interface AuthApp {
  app: HttpApp
  auth: Auth
  notices: Notices
  close(): Promise<void>
}

const noProviders: AuthParts['byProvider'] = {
  signIn: async () => {
    throw new AppError('not_found')
  },
  vouchFor: async () => null,
  disconnectAll: async () => [],
}

/** Accounts alone, over a test's database, rate limits on. */
export async function authApp(
  database: TestDatabase,
  overrides: Partial<AuthParts> & {
    trustedProxies?: readonly string[]
    clock?: Clock
    /** Puts more than accounts into the app. */
    alsoMount?: (app: HttpApp, auth: Auth) => void
  } = {},
): Promise<AuthApp> {
  const { trustedProxies = [], clock = systemClock, alsoMount, ...authOverrides } = overrides
  const log = createLog('silent')
  const notices = createNotices(database.connection, log)
  await notices.ready()
  const publicUrl = 'http://soko.test'
  const app = createHttp({
    db: openDb(database.pool),
    log,
    clock,
    findSession,
    publicUrl,
    trustedProxies,
    isProduction: false,
  })
  guardOrigin(app)
  const auth = createAuth({
    rateLimits: createRateLimits(database.pool, true),
    streamPlaces: createStreamPlaces(true),
    userEvents: createUserEvents(notices),
    publicUrl,
    supportEmail: 'support@soko.test',
    sealer: createSealer('the secret of a test'),
    phoneRule: 'ghana',
    onRegistered: async () => undefined,
    byProvider: noProviders,
    hasher: cheapHasher(),
    inEvenTime: (_, work) => work(),
    ...authOverrides,
  })
  mountAuth(app, auth)
  alsoMount?.(app, auth)
  answerTheRest(app, { answer: () => false })
  await app.fastify.ready()
  return {
    app,
    auth,
    notices,
    async close() {
      await app.fastify.close()
      await notices.close()
    },
  }
}
