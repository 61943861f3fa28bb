import { useEffect, useSyncExternalStore } from 'react'
import type { SocialOptions, socialOptions } from '../../contract/social.ts'
import { call } from '../platform/api.ts'
import { noteOffered } from '../platform/outside-script.ts'

let known: SocialOptions | null = null
let asked: Promise<void> | undefined
const listeners = new Set<() => void>()

/** Asks anew: the answer brings a nonce that nobody has used. Throws ApiError. */
export async function freshSocialOptions(): Promise<SocialOptions> {
  return call<typeof socialOptions>({ method: 'GET', path: '/social/options' })
}

/** Reads once a page load which providers are offered; a call that fails leaves the screens without them. */
export function fetchSocialOptions(): Promise<void> {
  asked ??= freshSocialOptions().then(
    options => {
      known = options
      noteOffered([options.google?.script_url, options.facebook?.script_url])
      for (const listener of listeners) listener()
    },
    () => {
      asked = undefined
    },
  )
  return asked
}

/** The providers offered; null until they are known. */
export function useSocialOptions(): SocialOptions | null {
  useEffect(() => {
    void fetchSocialOptions()
  }, [])
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => known,
  )
}
