import { hashKey, useQuery } from '@tanstack/react-query'
import type { getCredits } from '../../contract/credits.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { call } from '../platform/api.ts'
import { queryClient } from '../platform/query-client.ts'

type Credits = AnswerOf<typeof getCredits>
const creditsKey = ['credits'] as const

/** The balance and the most a question costs; read on load, every 15 s while the page is seen, and after each reply. */
export const useCredits = () =>
  useQuery({
    queryKey: creditsKey,
    queryFn: ({ signal }) => call<typeof getCredits>({ method: 'GET', path: '/accounts/credits', signal }),
    refetchInterval: limits.creditsRefreshMs,
    staleTime: 0,
  })

export const refreshCredits = () => queryClient.invalidateQueries({ queryKey: creditsKey })

/** A balance the server told of its own accord. What is being read may be older, and is not waited for. */
export function noteBalance(credits: number): void {
  if (queryClient.getQueryData(creditsKey))
    void queryClient.cancelQueries({ queryKey: creditsKey, exact: true })
  queryClient.setQueryData<Credits>(creditsKey, known => (known ? { ...known, credits } : known))
}

/** Calls `onRise` each time the balance is learnt to be higher than it was known to be; gives back the way to stop. */
export function watchRises(onRise: () => void): () => void {
  let known = queryClient.getQueryData<Credits>(creditsKey)?.credits
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== hashKey(creditsKey)) return
    const credits = (query.state.data as Credits | undefined)?.credits
    const hasRisen = known !== undefined && credits !== undefined && credits > known
    known = credits
    if (hasRisen) onRise()
  })
}

/** Low: under the share of the usual spend that the server names, as in its mail. */
export const isLow = ({ credits, low_below }: Credits) => credits < low_below

/** Whether a mail tells of a low balance, as the server has it now. */
export function noteWarning(byMail: boolean): void {
  queryClient.setQueryData<Credits>(creditsKey, known =>
    known ? { ...known, warns_by_mail: byMail } : known,
  )
}
