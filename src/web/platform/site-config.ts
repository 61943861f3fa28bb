import type { getSiteConfig, SiteConfig } from '../../contract/site-config.ts'
import { call } from './api.ts'

let asked: Promise<SiteConfig> | undefined

/** What this installation is told apart by, read once a page load when it is first wanted. Throws ApiError. */
export function siteConfig(): Promise<SiteConfig> {
  asked ??= call<typeof getSiteConfig>({ method: 'GET', path: '/front/config' }).catch(error => {
    asked = undefined
    throw error
  })
  return asked
}
