import { memo, useCallback, useState } from 'react'
import { late } from '../ui/late.tsx'
import { Bone } from '../ui/spinner.tsx'
import type { ExchangeActions } from './exchange-actions.ts'
import type { ShownAnswer } from './shown-answer.ts'

const load = () => import('../analyst/analyst.tsx')
const AnswerView = late(() => load().then(m => m.AnswerView), <AnswerBones />)
const AnswerFooter = late(() => load().then(m => m.AnswerFooter))

const ShareDialog = late(() => import('./share-dialog.tsx').then(m => m.ShareDialog))

/** Fetches what draws an answer and its charts, so that the first one appears at once. */
export async function fetchAnswerParts(): Promise<void> {
  const charts = load().then(
    m => m.fetchCharts(),
    () => {},
  )
  await Promise.all([AnswerView.fetch(), AnswerFooter.fetch(), charts])
}

interface AnswerProps {
  turnId: string
  question: string
  /** When it was answered, as an ISO time; null for one that came just now. */
  answeredAt: string | null
  answer: ShownAnswer
  /** More is to come. */
  isWriting: boolean
  credits: number | null
  openClaim: string | null
  actions: ExchangeActions
}

/** An answer as a document, fetched with its charts when the first one is shown. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { turnId, question, answeredAt, answer, isWriting, credits, openClaim, actions } = props
  const [isSharing, setSharing] = useState(false)
  const share = useCallback(() => setSharing(true), [])
  const print = useCallback(
    () =>
      void import('./print-answer.tsx').then(m => m.printAnswer({ turnId, question, answer, answeredAt })),
    [turnId, question, answer, answeredAt],
  )
  const openClaimHere = useCallback(
    (claimId: string) => actions.openClaim(turnId, claimId),
    [actions, turnId],
  )
  return (
    <>
      <AnswerView
        turnId={turnId}
        answer={answer}
        openClaim={openClaim}
        onClaim={openClaimHere}
        onAsk={actions.ask}
      />
      {!isWriting && (
        <AnswerFooter turnId={turnId} answer={answer} credits={credits} onShare={share} onPrint={print} />
      )}
      {isSharing && <ShareDialog turnId={turnId} onClose={() => setSharing(false)} />}
    </>
  )
})

function AnswerBones() {
  return (
    <>
      <Bone width="92%" height={24} />
      <Bone height={96} />
      <Bone height={240} />
    </>
  )
}
