import { useQuery } from '@tanstack/react-query'
import type { getTopUpProducts } from '../../contract/payments.ts'
import { call } from '../platform/api.ts'

export const topUpsKey = ['payments', 'top-ups'] as const

/** What can be bought here, and how it can be paid. */
export const useProducts = () =>
  useQuery({
    queryKey: ['payments', 'products'],
    queryFn: ({ signal }) =>
      call<typeof getTopUpProducts>({ method: 'GET', path: '/accounts/topup/products', signal }),
    staleTime: 0,
  })
