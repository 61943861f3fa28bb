import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Only what may pass by itself is tried again, and not for long. */
const mayPass = (failures: number, error: Error) =>
  failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayPass, staleTime: 30_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
