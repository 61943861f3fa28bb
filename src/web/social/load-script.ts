import { isOutside, noteOutsideScript } from '../platform/outside-script.ts'
import { trustedScriptUrl } from '../platform/trust.ts'
import { SocialError } from './social-messages.ts'

/** A blocker or a dead network may say nothing at all. */
const patienceMs = 10_000

const loads = new Map<string, Promise<void>>()

/** Loads a provider's script once a page, however often it is wanted; one that failed is tried again. */
export function loadScript(provider: string, url: string): Promise<void> {
  const known = loads.get(url)
  if (known) return known
  const load = fetchScript(provider, url)
  loads.set(url, load)
  load.catch(() => loads.delete(url))
  return load
}

function fetchScript(provider: string, url: string): Promise<void> {
  if (isOutside(url)) noteOutsideScript()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new SocialError(`There was an issue loading the ${provider} authentication script.`))
    }
    const timer = setTimeout(fail, patienceMs)
    script.async = true
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    script.src = trustedScriptUrl(url)
    document.head.append(script)
  })
}
