import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Unfolded } from '../analyst/analyst.tsx'
import { appName } from '../platform/config.ts'
import { onNextFrame } from '../platform/next-frame.ts'
import { AnswerSheet } from './answer-sheet.tsx'
import styles from './print-answer.module.css'
import type { ShownAnswer } from './shown-answer.ts'

export interface Printed {
  turnId: string
  question: string
  answer: ShownAnswer
  answeredAt: string | null
}

/** Longest wait for charts to be drawn. */
const drawnWithinMs = 3_000

/**
 * Prints one answer: draws it beside the page at the width of a sheet of paper, all of it unfolded, and lets the style
 * sheet put it in the page's place while it is printed.
 */
export async function printAnswer(printed: Printed): Promise<void> {
  const host = document.createElement('div')
  host.className = styles.host ?? ''
  document.body.append(host)
  const root = createRoot(host)
  const { question } = printed
  root.render(
    <StrictMode>
      <p className={styles.brand}>{appName}</p>
      <Unfolded value>
        <AnswerSheet {...printed} />
      </Unfolded>
    </StrictMode>,
  )
  await drawn(host, printed.answer.blocks.filter(block => block.type === 'chart').length)
  const titleBefore = document.title
  // Browsers name the file after the page.
  document.title = `${question.slice(0, 80)} · ${appName}`
  document.documentElement.dataset.printing = 'answer'
  window.addEventListener(
    'afterprint',
    () => {
      delete document.documentElement.dataset.printing
      document.title = titleBefore
      root.unmount()
      host.remove()
    },
    { once: true },
  )
  window.print()
}

/** Waits until the charts stand, or long enough. */
function drawn(host: HTMLElement, chartsCount: number): Promise<void> {
  const until = performance.now() + drawnWithinMs
  return new Promise(resolve => {
    const look = () => {
      const isWhole =
        host.querySelector('article') && host.querySelectorAll('figure svg').length >= chartsCount
      if (isWhole || performance.now() > until) onNextFrame(resolve)
      else onNextFrame(look)
    }
    look()
  })
}
