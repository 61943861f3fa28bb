import { storageKeys } from './config.ts'
import { isRecord, readStored, writeStored } from './storage.ts'

interface KnownZone {
  zone: string
  offsets: string
}

const isKnownZone = (value: unknown): value is KnownZone =>
  isRecord(value) && typeof value.zone === 'string' && typeof value.offsets === 'string'

/** Minutes from UTC now and in both halves of the year: zones that agree in these have the same days. */
function currentOffsets(): string {
  const now = new Date()
  const year = now.getFullYear()
  return [now, new Date(year, 0), new Date(year, 6)].map(date => date.getTimezoneOffset()).join(' ')
}

let known: KnownZone | null | undefined

/**
 * The reader's IANA time zone. Asking the browser for its name takes a phone 50 ms, before anything is drawn, its offsets
 * nothing: the name is asked for once, and again when they have changed.
 */
export function timeZone(): string {
  const offsets = currentOffsets()
  if (known === undefined) known = readStored(storageKeys.timeZone, isKnownZone)
  if (known?.offsets !== offsets) {
    known = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, offsets }
    writeStored(storageKeys.timeZone, known)
  }
  return known.zone
}
