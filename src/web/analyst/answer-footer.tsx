import { memo, useId, useState } from 'react'
import { modelledLabel } from '../../contract/modelled-label.ts'
import { copyText } from '../platform/copy-text.ts'
import { formatCredits } from '../platform/format.ts'
import { Icon } from '../ui/icon.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import styles from './answer-footer.module.css'
import type { AnswerParts } from './answer-parts.ts'
import { answerText } from './answer-text.ts'
import { type FileFormat, saveFile } from './save-file.ts'

interface AnswerFooterProps {
  turnId: string
  answer: AnswerParts
  /** What it cost; null while that is not known. */
  credits: number | null
  onShare: () => void
  onPrint: () => void
}

/** What can be done with a finished answer, what it took, and what it cost. */
export const AnswerFooter = memo(function AnswerFooter(props: AnswerFooterProps) {
  const { turnId, answer, credits, onShare, onPrint } = props
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const entries = downloads(turnId, answer)
  return (
    <footer className={styles.footer}>
      <div className={styles.bar}>
        <button type="button" className={styles.action} onClick={() => void copy(answer)}>
          <Icon name="copy" size={14} />
          Copy
        </button>
        {entries.length > 0 && (
          <MenuButton label="Download this answer" className={styles.action} entries={entries}>
            <Icon name="down" size={14} />
            Download
          </MenuButton>
        )}
        {answer.tables.length > 0 && (
          <>
            <button type="button" className={styles.action} aria-haspopup="dialog" onClick={onShare}>
              <Icon name="link" size={14} />
              Share
            </button>
            <button type="button" className={styles.action} onClick={onPrint}>
              <Icon name="printer" size={14} />
              Print
            </button>
          </>
        )}
        {answer.plan_words.length > 0 && (
          <button
            type="button"
            className={styles.action}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            What it took
          </button>
        )}
        {credits !== null && (
          <span className={styles.cost}>{credits === 0 ? 'No charge' : formatCredits(credits)}</span>
        )}
      </div>
      {isOpen && (
        <dl id={panelId} ref={showWhole} className={styles.plan}>
          {answer.plan_words.map(({ label, value }) => (
            <div key={label} className={styles.line}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </footer>
  )
})

/** What opens below the edge of the view is brought into it. */
const showWhole = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' })

function copy(answer: AnswerParts): Promise<void> {
  const isModelled = answer.tables.some(table => table.modelled)
  const text = answerText(answer.blocks)
  return copyText(isModelled ? `${text}\n\n${modelledLabel}` : text)
}

const labels: Record<FileFormat, string> = {
  csv: 'All rows as CSV',
  xlsx: 'All rows as Excel',
  svg: 'First chart as SVG',
  png: 'First chart as PNG',
}

function downloads(turnId: string, answer: AnswerParts) {
  const hasChart = answer.blocks.some(block => block.type === 'chart')
  const formats: FileFormat[] =
    answer.tables.length === 0 ? [] : ['csv', 'xlsx', ...(hasChart ? (['svg', 'png'] as const) : [])]
  const headline = answer.blocks.find(block => block.type === 'headline')
  const name = headline?.spans.map(span => span.text).join('') ?? 'answer'
  return formats.map(format => ({
    kind: 'action' as const,
    label: labels[format],
    run: () => void saveFile({ turnId, format, name }),
  }))
}
