import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Context } from './context.ts'
import type { Logger } from './log.ts'

type OnNotice = (payload: string) => void

interface Listener {
  onNotice: OnNotice
  onGap: (() => void) | undefined
}

export interface Notices {
  /**
   * Hears every notice on `channel` (letters and underscores) from any instance. `onGap` is called when notices may have
   * been missed: the connection was away for a while, or did not yet listen. Returns how to stop listening.
   */
  listen(channel: string, onNotice: OnNotice, onGap?: () => void): () => void
  /** Resolves once the listening connection stands. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** A database that takes a connection and says nothing must not be waited for for ever. */
const connectMaxMs = 10_000

/** Sends a notice when the context's transaction commits (at once outside one). At most 7,999 bytes. */
export async function notify(ctx: Context, channel: string, payload: string): Promise<void> {
  await ctx.db.execute(sql`select pg_notify(${channel}, ${payload})`)
}

/** One connection that listens for all of this process, and comes back by itself when it is lost. */
export function createNotices(connection: pg.ClientConfig, log: Logger): Notices {
  const channels = new Map<string, Set<Listener>>()
  let client: pg.Client | null = null
  let isClosed = false
  let isFirst = true
  /** One statement at a time on the one connection; where it broke, `connect` listens to all channels anew. */
  let listening: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: connectMaxMs,
      application_name: 'soko notices',
    })
    const lost = new Promise<void>(resolve => {
      fresh.on('error', () => resolve())
      fresh.on('end', () => resolve())
    })
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) call(() => listener.onNotice(payload ?? ''))
    })
    try {
      await fresh.connect()
      for (const channel of channels.keys()) await fresh.query(`listen ${channel}`)
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
    client = fresh
    if (isClosed) await fresh.end()
    void lost.then(() => recover(fresh))
    if (!isFirst)
      for (const listeners of channels.values()) for (const one of listeners) call(() => one.onGap?.())
    isFirst = false
  }

  /** Listens to one more channel; what was sent since somebody wanted to hear it may have been missed. */
  async function listenLate(channel: string): Promise<void> {
    if (!client) return
    await client.query(`listen ${channel}`)
    for (const one of channels.get(channel) ?? []) call(() => one.onGap?.())
  }

  function call(heard: () => void): void {
    try {
      heard()
    } catch (error) {
      log.error({ err: error }, 'A listener to notices failed')
    }
  }

  async function recover(lostClient: pg.Client): Promise<void> {
    client = null
    if (isClosed) return
    log.warn('The connection for notices was lost')
    await lostClient.end().catch(() => undefined)
    for (let waitMs = 50; !isClosed; waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        await connect()
        return
      } catch {
        await sleep(waitMs)
      }
    }
  }

  const first = connect()
  // Whoever needs it awaits `ready()`; until then a refusal must not end the process.
  first.catch(() => undefined)

  return {
    listen(channel, onNotice, onGap) {
      if (!/^[a-z_]+$/.test(channel)) throw new Error(`Not a channel name: ${channel}`)
      const listener: Listener = { onNotice, onGap }
      const listeners = channels.get(channel) ?? new Set()
      listeners.add(listener)
      if (!channels.has(channel)) {
        channels.set(channel, listeners)
        listening = listening.then(() => listenLate(channel)).catch(() => undefined)
      }
      return () => {
        listeners.delete(listener)
      }
    },
    ready: () => first,
    async close() {
      isClosed = true
      await client?.end().catch(() => undefined)
    },
  }
}
