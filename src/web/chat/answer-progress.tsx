import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './answer-progress.module.css'
import type { LiveTurn } from './live-turns.ts'

/** Where a turn stands, in a few words. */
export function progressWords(turn: LiveTurn): string {
  if (turn.phase === 'lost') return 'Connection lost. Picking the answer up again...'
  if (turn.stopping) return 'Stopping...'
  if (turn.phase === 'sending') return 'Sending...'
  const running = turn.view.steps.findLast(step => step.state === 'running')
  return running?.label ?? (turn.view.steps.length > 0 ? 'Writing the answer' : 'Reading the question')
}

/** What the analyst is doing, in words: the steps done, and the one at work. */
export function AnswerProgress({ turn }: { turn: LiveTurn }) {
  const hasBlocks = turn.view.blocks.length > 0
  const done = hasBlocks ? [] : turn.view.steps.filter(step => step.state !== 'running')
  return (
    <ul className={styles.steps}>
      {done.map(step => (
        <li key={step.id} className={styles.step} data-state={step.state}>
          <Icon name={step.state === 'failed' ? 'alert' : 'check'} size={14} />
          {step.label}
        </li>
      ))}
      <li className={styles.step} data-state="running">
        <Spinner size={14} />
        {progressWords(turn)}
      </li>
    </ul>
  )
}
