import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HttpApp } from '../platform/http.ts'
import { createHttp } from '../platform/http-server.ts'
import { mountSocial } from '../social/routes.ts'
import { createSocial, createStandIn, disconnectAll, type Social, type StandIn } from '../social/social.ts'
import { type AuthApp, authApp } from './auth-app.ts'
import { type FakeClock, fakeClock } from './clock.ts'
import type { TestDatabase } from './database.ts'
import { freePort } from './server-process.ts'

export interface SocialApp extends AuthApp {
  standIn: StandIn
  clock: FakeClock
  /** What the providers answer from: closed, they are away. */
  providers: HttpApp
}

/** Accounts and sign-in by provider over a test's database; the stand-ins answer on a socket of their own. */
export async function socialApp(database: TestDatabase): Promise<SocialApp> {
  const port = await freePort()
  const keyFile = join(mkdtempSync(join(tmpdir(), 'soko-social-')), 'key')
  const standIn = createStandIn({ ownUrl: `http://127.0.0.1:${port}`, keyFile, graphVersion: 'v25.0' })
  const clock = fakeClock(new Date().toISOString())
  let social: Social | undefined
  const mounted = () => {
    if (!social) throw new Error('Nothing is mounted yet')
    return social
  }
  const accounts = await authApp(database, {
    clock,
    byProvider: {
      signIn: (ctx, input) => mounted().signIn(ctx, input),
      vouchFor: (ctx, registrant) => mounted().vouchFor(ctx, registrant),
      disconnectAll,
    },
    alsoMount(app, auth) {
      social = createSocial(standIn, auth)
      mountSocial(app, social)
    },
  })
  const providers = createHttp({ ...accounts.app.parts })
  standIn.mount(providers)
  await providers.fastify.listen({ host: '127.0.0.1', port })
  return {
    ...accounts,
    standIn,
    clock,
    providers,
    async close() {
      await providers.fastify.close()
      await accounts.close()
    },
  }
}
