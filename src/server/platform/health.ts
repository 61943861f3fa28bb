import { sql } from 'drizzle-orm'
import type { HttpApp } from './http.ts'

const databaseWaitMs = 2_000

/** `/healthz`: the process answers. `/readyz`: send it traffic: 503 while it starts, drains, or can store nothing. */
export function mountHealth(app: HttpApp, isReady: () => boolean, isDiskFull: () => boolean): void {
  app.fastify.get('/healthz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.fastify.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    const status = await statusOf(app, isReady(), isDiskFull())
    if (status !== 'ready') reply.code(503)
    return { status }
  })
}

async function statusOf(app: HttpApp, isReady: boolean, isDiskFull: boolean): Promise<string> {
  if (app.isDraining) return 'draining'
  if (!isReady) return 'starting'
  return isDiskFull ? 'disk full' : databaseStatus(app)
}

/** A database that is silent for two seconds counts as none. */
export async function databaseStatus(app: HttpApp): Promise<'ready' | 'no database'> {
  const isThere = app.parts.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  const isLate = new Promise<boolean>(resolve => {
    setTimeout(() => resolve(false), databaseWaitMs).unref()
  })
  return (await Promise.race([isThere, isLate])) ? 'ready' : 'no database'
}
