import { QueryClientProvider } from '@tanstack/react-query'
import { SharedAnswerPage } from '../chat/shared-answer-page.tsx'
import { queryClient } from '../platform/query-client.ts'
import { DeadEndPage } from './dead-end-page.tsx'

/** /shared/{code}: an answer that somebody shared, for whoever has the link. */
export function SharedPage({ params }: { params: Record<string, string | undefined> }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SharedAnswerPage code={params.code ?? ''} missing={<DeadEndPage kind="unshared" />} />
    </QueryClientProvider>
  )
}
