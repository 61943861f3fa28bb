import { useMemo } from 'react'
import { unreadableAnswer } from '../../contract/unreadable-answer.ts'
import { AnswerView } from '../analyst/analyst.tsx'
import { formatDateTime } from '../platform/format.ts'
import styles from './answer-sheet.module.css'
import type { ShownAnswer } from './shown-answer.ts'

interface AnswerSheetProps {
  /** The turn's id, or the code of a link to its answer. */
  turnId: string
  question: string
  answer: ShownAnswer
  /** When it was answered, as an ISO time; null while that is not known. */
  answeredAt: string | null
  openClaim?: string | null
  onClaim?: (claimId: string) => void
}

const nothing = () => {}

/** One question with its answer, on a sheet of its own: what it took, when, and from which data stands below it. */
export function AnswerSheet(props: AnswerSheetProps) {
  const { turnId, question, answer, answeredAt, openClaim = null, onClaim = nothing } = props
  // Nobody can ask on from here.
  const read = useMemo(
    () => ({ ...answer, blocks: answer.blocks.filter(block => block.type !== 'followups') }),
    [answer],
  )
  return (
    <article className={styles.sheet}>
      <Question text={question} />
      <AnswerView turnId={turnId} answer={read} openClaim={openClaim} onClaim={onClaim} onAsk={nothing} />
      <dl className={styles.facts}>
        {answer.plan_words.map(({ label, value }) => (
          <Fact key={label} label={label} value={value} />
        ))}
        {answeredAt && <Fact label="Answered" value={formatDateTime(answeredAt)} />}
        {answer.data_version && <Fact label="Data version" value={answer.data_version} />}
      </dl>
    </article>
  )
}

/** The sheet of a stored answer that could not be shown: its question, and that it is so. */
export function UnreadableSheet({ question }: { question: string }) {
  return (
    <article className={styles.sheet}>
      <Question text={question} />
      <p>{unreadableAnswer}</p>
    </article>
  )
}

function Question({ text }: { text: string }) {
  return (
    <h1 className={styles.question}>
      <span className="visually-hidden">The question: </span>
      {text}
    </h1>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
