import type { Context } from '../../platform/context.ts'
import type { TellOf } from './orders.ts'
import type { SandboxKeys } from './sandbox-keys.ts'

/** What each provider's stand-in is made of. */
export interface SandboxParts {
  ctx: Context
  keys: SandboxKeys
  /** The path they all lie below. */
  place: string
  /** Where a browser reaches this server; without a slash at its end. */
  publicUrl: string
  /** Where it reaches itself. */
  ownUrl: string
  tell: TellOf
  /** Sends at once what an order has to tell. */
  tellNow(orderId: string): Promise<void>
  /** Something is due. */
  wake(): void
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The fields of a form or of JSON that was sent; none where it was neither. */
export const sentFields = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
