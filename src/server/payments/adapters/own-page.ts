import { ProviderError } from '../provider.ts'

/** Where a provider may send a payer: pages of its own hosts, and of origins that are trusted by name. */
export interface PayPages {
  /** Names under which all hosts are the provider's, e.g. 'paypal.com'. */
  hosts: readonly string[]
  /** E.g. of a stand-in. */
  origins: readonly string[]
}

/**
 * The address of a page to pay at, as a provider's answer has it.
 * @throws ProviderError('malformed') for any other address: a payer is sent nowhere else
 */
export function ownPage(what: string, address: unknown, { hosts, origins }: PayPages): string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null
  const isHosts = hosts.some(host => url?.hostname === host || url?.hostname.endsWith(`.${host}`))
  if (url && ((url.protocol === 'https:' && isHosts) || origins.includes(url.origin))) return url.href
  throw new ProviderError('malformed', `${what}: no page to pay at`)
}
