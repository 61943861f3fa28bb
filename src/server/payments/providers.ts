import type { PaymentProvider } from '../../contract/payments.ts'
import { type ProviderAdapter, ProviderError } from './provider.ts'
import type { Attempt } from './tables.ts'

/** The ways to pay that this installation offers, in the order in which they are shown. */
export type Providers = ReadonlyMap<PaymentProvider, ProviderAdapter>

/**
 * The adapter that an attempt was started with. A sandbox's attempt is never asked of a live provider, nor the other way.
 * @throws ProviderError('misconfigured') where the settings have changed so that there is none
 */
export function adapterOf(
  providers: Providers,
  attempt: Pick<Attempt, 'provider' | 'isSandbox'>,
): ProviderAdapter {
  const adapter = providers.get(attempt.provider)
  if (adapter?.isSandbox === attempt.isSandbox) return adapter
  const kind = attempt.isSandbox ? 'its sandbox' : 'a live account'
  throw new ProviderError('misconfigured', `${attempt.provider} is not set up with ${kind} any more`)
}
