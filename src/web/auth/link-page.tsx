import { Suspense, use } from 'react'
import { Link } from 'wouter'
import { ApiError } from '../platform/api-error.ts'
import { errorWords } from '../platform/error-text.ts'
import { primaryLink } from '../ui/button.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { AuthPage } from './auth-page.tsx'

interface LinkPageProps {
  code: string
  /** Posts the code and answers the words to show: opening the link alone, as mail scanners do, uses nothing up. */
  post: (code: string) => Promise<string>
  /** Headings: while it is under way, when it is done, and when it was refused. */
  headings: { waiting: string; done: string; refused: string }
  /** Where to go from here. */
  next: { href: string; label: string }
}

interface Outcome {
  isDone: boolean
  message: string
}

/** One call per code and page load, however often React draws the page. */
const calls = new Map<string, Promise<Outcome>>()

function outcomeOf({ code, post }: LinkPageProps): Promise<Outcome> {
  const made =
    calls.get(code) ??
    post(code).then(
      message => ({ isDone: true, message }),
      (error: unknown) => {
        const said = error instanceof ApiError && error.status > 0 && error.status < 500 ? error.message : ''
        return { isDone: false, message: said || errorWords(error) }
      },
    )
  calls.set(code, made)
  return made
}

/** What a mailed link does once it is opened, from the wait to its outcome. */
export function LinkPage(props: LinkPageProps) {
  const { waiting } = props.headings
  return (
    <Suspense
      fallback={
        <AuthPage heading={waiting} lead="One moment.">
          <Waiting words={waiting} />
        </AuthPage>
      }
    >
      <Opened {...props} />
    </Suspense>
  )
}

function Opened(props: LinkPageProps) {
  const { isDone, message } = use(outcomeOf(props))
  const { headings, next } = props
  return (
    <AuthPage heading={isDone ? headings.done : headings.refused} lead={message}>
      <Link className={primaryLink} href={next.href}>
        {next.label}
      </Link>
    </AuthPage>
  )
}
