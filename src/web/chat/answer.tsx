import { memo, useCallback } from 'react'
import { late } from '../ui/late.tsx'
import { Bone } from '../ui/spinner.tsx'
import type { ExchangeActions } from './exchange-actions.ts'
import type { ShownAnswer } from './shown-answer.ts'

const load = () => import('../analyst/analyst.tsx')
const AnswerView = late(() => load().then(m => m.AnswerView), <AnswerBones />)
const AnswerFooter = late(() => load().then(m => m.AnswerFooter))

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
  answer: ShownAnswer
  /** More is to come. */
  isWriting: boolean
  credits: number | null
  openClaim: string | null
  actions: ExchangeActions
}

/** An answer as a document, fetched with its charts when the first one is shown. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { turnId, answer, isWriting, credits, openClaim, actions } = props
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
      {!isWriting && <AnswerFooter turnId={turnId} answer={answer} credits={credits} />}
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
