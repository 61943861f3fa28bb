import { storageKeys } from '../platform/config.ts'
import { getSession } from '../platform/session-store.ts'
import { readStored, removeStored, writeStored } from '../platform/storage.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const key = () => storageKeys.supportDraft(getSession()?.user.id ?? '')

/** The message to support that was typed and not sent; '' without one. Kept over reloads and ended sessions. */
export const readSupportDraft = (): string => readStored(key(), isText) ?? ''

export function keepSupportDraft(text: string): void {
  if (text === '') removeStored(key())
  else writeStored(key(), text)
}
