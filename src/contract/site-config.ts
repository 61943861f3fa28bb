import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What differs from one installation to another; the app is built once for all of them. No secret among it. */
export const siteConfig = z.object({
  production: z.boolean(),
  /** Where the calls go: ends in /api. */
  api_url: z.string(),
  site_url: z.string(),
  /** The cookie in which a site that embeds the chat box remembers whether it was open. */
  chat_cookie: z.string(),
  /** null: not offered here. */
  facebook_app_id: z.nullable(z.string()),
  google_client_id: z.nullable(z.string()),
  payment_client_id: z.nullable(z.string()),
})
export type SiteConfig = z.output<typeof siteConfig>

export const getSiteConfig = endpoint({
  method: 'GET',
  path: '/front/config',
  summary: 'The values of this installation that the app needs to know',
  access: 'public',
  answer: siteConfig,
})
