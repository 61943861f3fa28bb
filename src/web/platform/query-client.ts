import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** A refusal that ends sooner is waited for: the reader would only press 'Try again'. */
const waitedMaxSeconds = 5

/** Only what may pass by itself is tried again, and not for long. */
const mayPass = (failures: number, error: Error) =>
  failures < 2 &&
  (!(error instanceof ApiError) || error.status === 0 || error.status >= 500 || passesSoon(error))

const passesSoon = ({ status, retryAfterSeconds }: ApiError) =>
  status === 429 && retryAfterSeconds !== undefined && retryAfterSeconds <= waitedMaxSeconds

function retryDelayMs(failures: number, error: Error): number {
  const askedSeconds = (error instanceof ApiError && error.retryAfterSeconds) || 0
  return 1_000 * Math.max(2 ** failures, Math.min(askedSeconds, waitedMaxSeconds))
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayPass, retryDelay: retryDelayMs, staleTime: 30_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
