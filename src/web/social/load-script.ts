import { loadScript as loadPageScript } from '../platform/load-script.ts'
import { isOutside, noteOutsideScript } from '../platform/outside-script.ts'
import { SocialError } from './social-messages.ts'

/** Loads a provider's script once a page; one that failed is tried again. */
export async function loadScript(provider: string, url: string): Promise<void> {
  if (isOutside(url)) noteOutsideScript()
  try {
    await loadPageScript(url)
  } catch {
    throw new SocialError(`There was an issue loading the ${provider} authentication script.`)
  }
}
