import { navigate } from 'wouter/use-browser-location'
import { storageKeys } from './config.ts'
import { paths } from './paths.ts'
import { isRecord, readStored } from './storage.ts'

let isHere = false

/** Whether a script comes from another site. */
export const isOutside = (url: string): boolean => url.startsWith('https:')

/** From now on somebody else's script runs in this page. */
export function noteOutsideScript(): void {
  isHere = true
}

/** Whether any provider offered here has a script of another site; null until the server said which are offered. */
let isOffered: boolean | null = null

/** What is offered here, by the addresses of the providers' scripts. */
export function noteOffered(scriptUrls: readonly (string | undefined)[]): void {
  isOffered = scriptUrls.some(url => url !== undefined && isOutside(url))
}

/**
 * Goes to a signed-in screen. A page that lets others' scripts in, whether one came or not, stays behind: the session is
 * not for them to read. Where the browser keeps no session there is only this page to have it.
 */
export function enterApp(path: string): void {
  const isLoose = isHere || (isOffered !== false && letsProvidersIn())
  if (isLoose && readStored(storageKeys.session, isRecord)) window.location.replace(path)
  else navigate(path, { replace: true })
}

/** What one screen handed to the next stands here while the page is loaded anew: not every browser keeps it. */
const handedKey = 'soko_handed'

/** Loads the page anew, to be under the policy of its own address. */
export function loadAnew(): void {
  try {
    sessionStorage.setItem(handedKey, JSON.stringify(window.history.state))
  } catch {
    // Without a storage the reader types again.
  }
  window.location.reload()
}

/** Takes up what was handed over before the page was loaded anew. */
export function takeUpHanded(): void {
  try {
    const handed = sessionStorage.getItem(handedKey)
    if (handed === null) return
    sessionStorage.removeItem(handedKey)
    window.history.replaceState(JSON.parse(handed), '')
  } catch {
    // As if nothing had been handed over.
  }
}

/**
 * Whether this page was loaded under an address whose security policy lets providers' scripts in. The policy comes with
 * the page and stays with it, wherever the app goes from there.
 */
export function letsProvidersIn(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  if (!loaded) return false
  const path = new URL(loaded.name).pathname.replace(/(.)\/$/, '$1')
  return path === paths.login || path === paths.register
}
