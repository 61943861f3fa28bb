import { getSiteConfig, type SiteConfig } from '../../contract/site-config.ts'
import type { Config } from './config.ts'
import { type HttpApp, mount } from './http.ts'

/** Tells the app what differs from one installation to another. */
export function mountSiteConfig(app: HttpApp, config: Config): void {
  const told: SiteConfig = {
    production: config.isProduction,
    api_url: `${config.publicUrl}/api`,
    site_url: config.publicUrl,
    chat_cookie: config.chatCookie,
    facebook_app_id: config.facebook?.appId ?? null,
    google_client_id: config.google?.clientId ?? null,
    payment_client_id: config.payments.paypal.account?.clientId ?? null,
  }
  mount(app, getSiteConfig, async () => told)
}
