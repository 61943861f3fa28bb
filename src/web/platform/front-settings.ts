import { useEffect, useSyncExternalStore } from 'react'
import type { FrontSettings, getFrontSettings } from '../../contract/front-settings.ts'
import { call } from './api.ts'
import { storageKeys } from './config.ts'
import { isRecord, readStored, writeStored } from './storage.ts'

const isFrontSettings = (value: unknown): value is FrontSettings =>
  isRecord(value) &&
  isRecord(value.tagline) &&
  typeof value.tagline.text === 'string' &&
  [value.tnc, value.privacy].every(text => isRecord(text) && typeof text.content === 'string') &&
  Array.isArray(value.clients)

let known: FrontSettings | null | undefined
let asked: Promise<void> | undefined
const listeners = new Set<() => void>()

function current(): FrontSettings | null {
  if (known === undefined) known = readStored(storageKeys.frontSettings, isFrontSettings)
  return known
}

/** Reads the settings once a page load; what was cached stands until then, and stays when the call fails. */
export function fetchFrontSettings(): Promise<void> {
  asked ??= refresh()
  return asked
}

async function refresh() {
  try {
    known = await call<typeof getFrontSettings>({ method: 'GET', path: '/front/settings' })
    writeStored(storageKeys.frontSettings, known)
    for (const listener of listeners) listener()
  } catch {
    asked = undefined
  }
}

/** The operator's words and clients for the public screens; null until they were read for the first time. */
export function useFrontSettings(): FrontSettings | null {
  useEffect(() => {
    void fetchFrontSettings()
  }, [])
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
}
