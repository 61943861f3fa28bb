import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from './context.ts'
import { AppError } from './errors.ts'
import { sharedSecret } from './shared-secret.ts'

const macBytes = 16

/** The place in a list after which the next page starts, sealed for one user and one list. */
export async function sealCursor(ctx: Context, list: string, userId: string, after: number): Promise<string> {
  const mac = await macOf(ctx, list, userId, String(after))
  return Buffer.concat([mac, Buffer.from(String(after))]).toString('base64url')
}

/** @throws AppError('malformed') for a cursor that was not made for this user and list */
export async function openCursor(
  ctx: Context,
  list: string,
  userId: string,
  cursor: string,
): Promise<number> {
  const malformed = () => new AppError('malformed', { message: 'This cursor is not valid.' })
  if (!/^[A-Za-z0-9_-]{23,64}$/.test(cursor)) throw malformed()
  const bytes = Buffer.from(cursor, 'base64url')
  // Spare bits of the last character would let two texts stand for one cursor.
  if (bytes.toString('base64url') !== cursor) throw malformed()
  const after = bytes.subarray(macBytes).toString()
  if (!timingSafeEqual(bytes.subarray(0, macBytes), await macOf(ctx, list, userId, after))) throw malformed()
  return Number(after)
}

async function macOf(ctx: Context, list: string, userId: string, after: string): Promise<Buffer> {
  const key = await sharedSecret(ctx, 'cursors')
  return createHmac('sha256', key).update(`${list}\n${userId}\n${after}`).digest().subarray(0, macBytes)
}
