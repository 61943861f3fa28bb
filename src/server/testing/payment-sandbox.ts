import { mkdtempSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { PaymentProvider } from '../../contract/payments.ts'
import { createProviders } from '../payments/adapters/create-providers.ts'
import type { ProviderAdapter, ToStart } from '../payments/provider.ts'
import { makeReference } from '../payments/reference.ts'
import { mountSandbox } from '../payments/sandbox/sandbox.ts'
import { systemClock } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { openDb } from '../platform/db.ts'
import { createHttp } from '../platform/http-server.ts'
import { createLog } from '../platform/log.ts'
import type { TestDatabase } from './database.ts'
import { freePort } from './server-process.ts'

export interface ReceivedNotice {
  provider: string
  raw: Buffer
  headers: IncomingHttpHeaders
}

export interface PaymentSandbox {
  config: Config
  adapter(provider: PaymentProvider): ProviderAdapter
  /** What the webhook received, oldest first. */
  notices: ReceivedNotice[]
  /** What the webhook answers from now on; 200 at first. */
  answerWebhook(status: number): void
  /** Opens an address as a browser does that follows no redirect. */
  open(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; location: string; text: string }>
  close(): Promise<void>
}

/** The stand-ins for the three providers over a real socket, without the product behind their webhook. */
export async function paymentSandbox(database: TestDatabase, fetcher = fetch): Promise<PaymentSandbox> {
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'soko-payments-')),
  })
  const http = createHttp({
    db: openDb(database.pool),
    log: createLog('silent'),
    clock: systemClock,
    findSession: () => Promise.reject(new Error('Nobody signs in here')),
    publicUrl: config.publicUrl,
    trustedProxies: [],
    isProduction: false,
  })
  const notices: ReceivedNotice[] = []
  let status = 200
  mountSandbox(http, config)
  void http.fastify.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, raw: Buffer) => raw)
    scope.post('/api/payments/:provider/webhook', async (request, reply) => {
      const { provider } = request.params as { provider: string }
      notices.push({ provider, raw: request.body as Buffer, headers: request.headers })
      return reply.code(status).send({ status: 'taken' })
    })
  })
  await http.fastify.listen({ host: config.host, port: config.port })
  const providers = createProviders(config, { fetch: fetcher, clock: systemClock })
  return {
    config,
    notices,
    adapter(provider) {
      const adapter = providers.get(provider)
      if (!adapter) throw new Error(`There is no ${provider}`)
      return adapter
    },
    answerWebhook(next) {
      status = next
    },
    async open(url, form) {
      const answer = await fetch(url, {
        redirect: 'manual',
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      return {
        status: answer.status,
        location: answer.headers.get('location') ?? '',
        text: await answer.text(),
      }
    },
    close: () => http.fastify.close(),
  }
}

/** A purchase for 150.00 GHS, unless said otherwise. */
export const aPurchase = (config: Pick<Config, 'publicUrl'>, more: Partial<ToStart> = {}): ToStart => ({
  attemptId: crypto.randomUUID(),
  reference: makeReference(),
  price: { amountMinor: 15_000, currency: 'GHS' },
  productName: 'Starter',
  buyer: { email: 'ama@example.com', name: 'Ama Owusu', phone: '0241234567' },
  returnUrl: `${config.publicUrl}/app`,
  notifyUrl: `${config.publicUrl}/api/payments/express/webhook`,
  ...more,
})
