import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { base32 } from './base32.ts'

/** RFC 6238 as every authenticator does it unless told otherwise: SHA-1, six digits, a new code every 30 seconds. */
const stepMs = 30_000
const digits = 6
/** Clocks of phones and the time it takes to type: one step before and after count too. */
const leewaySteps = 1

/** 160 random bits, the length RFC 4226 recommends. */
export const makeTotpSecret = (): Buffer => randomBytes(20)

export const stepAt = (time: Date): number => Math.floor(time.getTime() / stepMs)

/** The code of a step: six digits. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 15
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, around a time; null for none. */
export function stepOfCode(secret: Buffer, code: string, time: Date): number | null {
  const now = stepAt(time)
  let found: number | null = null
  for (let step = now - leewaySteps; step <= now + leewaySteps; step += 1) {
    const own = Buffer.from(totpCode(secret, step))
    const given = Buffer.from(code)
    if (own.length === given.length && timingSafeEqual(own, given)) found = step
  }
  return found
}

/** What the QR code says: no more than authenticators need, so that a small picture of it is easy to read. */
export function totpUri(secret: Buffer, account: string): string {
  const label = `Soko:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Soko`
}
