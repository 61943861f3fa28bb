import { trustedScriptUrl } from './trust.ts'

/** A blocker or a dead network may say nothing at all. */
const patienceMs = 10_000

const loads = new Map<string, Promise<void>>()

/** Loads a script once a page, however often it is wanted; one that failed is tried again. */
export function loadScript(url: string): Promise<void> {
  const known = loads.get(url)
  if (known) return known
  const load = fetchScript(url)
  loads.set(url, load)
  load.catch(() => loads.delete(url))
  return load
}

function fetchScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`The script at ${url} did not load`))
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
