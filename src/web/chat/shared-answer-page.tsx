import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { SharedAnswer, sharedAnswer } from '../../contract/shares.ts'
import { call } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import { appName } from '../platform/config.ts'
import { errorWords } from '../platform/error-text.ts'
import { paths } from '../platform/paths.ts'
import { ThemeSwitch } from '../platform/theme-switch.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Mark } from '../ui/mark.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { AnswerSheet, UnreadableSheet } from './answer-sheet.tsx'
import { Evidence } from './evidence.tsx'
import styles from './shared-answer-page.module.css'
import { answerOfDocument } from './shown-answer.ts'

interface SharedAnswerPageProps {
  code: string
  /** Stands in the page's place where the link leads nowhere. */
  missing: ReactNode
}

/** An answer behind a link, as its owner sees it, with the rows of its figures; nothing can be asked or changed here. */
export function SharedAnswerPage({ code, missing }: SharedAnswerPageProps) {
  const shared = useQuery({
    queryKey: ['shared', code],
    queryFn: ({ signal }) =>
      call<typeof sharedAnswer>({ method: 'GET', path: '/shared/:code', params: { code }, signal }),
  })
  if (shared.error instanceof ApiError && shared.error.code === 'not_found') return missing
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <title>{`${shared.data?.question ?? 'Shared answer'} · ${appName}`}</title>
      {shared.data ? (
        <Shown code={code} shared={shared.data} />
      ) : (
        <Frame>
          {shared.isError ? (
            <div className={styles.failed} role="alert">
              <p>{errorWords(shared.error)}</p>
              <Button onClick={() => void shared.refetch()}>Try again</Button>
            </div>
          ) : (
            <Waiting words="Loading the answer" />
          )}
        </Frame>
      )}
    </>
  )
}

function Shown({ code, shared }: { code: string; shared: SharedAnswer }) {
  const [claimId, setClaimId] = useState<string | null>(null)
  const { question, document, answered_at: answeredAt } = shared
  if (!document)
    return (
      <Frame>
        <UnreadableSheet question={question} />
      </Frame>
    )
  const answer = answerOfDocument(document)
  const print = () =>
    void import('./print-answer.tsx').then(m => m.printAnswer({ turnId: code, question, answer, answeredAt }))
  return (
    <div className={styles.page} data-evidence={claimId !== null}>
      <Frame onPrint={print}>
        <AnswerSheet
          turnId={code}
          question={question}
          answer={answer}
          answeredAt={answeredAt}
          openClaim={claimId}
          onClaim={setClaimId}
        />
      </Frame>
      {claimId !== null && <Evidence turnId={code} claimId={claimId} onClose={() => setClaimId(null)} />}
    </div>
  )
}

function Frame({ onPrint, children }: { onPrint?: () => void; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Link className={styles.brand} href={paths.home}>
          <Mark size={24} />
          {appName}
        </Link>
        <span className={styles.what}>Shared answer</span>
        {onPrint && (
          <Button look="ghost" onClick={onPrint}>
            <Icon name="printer" />
            Print
          </Button>
        )}
        <ThemeSwitch />
      </header>
      <main className={styles.main} id="main">
        {children}
      </main>
    </div>
  )
}
