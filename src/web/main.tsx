import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import './ui/tokens.css'
import './ui/base.css'
import { App } from './app/app.tsx'
import { fetchPageAt, workspacePage } from './app/routes.tsx'
import { onSessionLoss } from './platform/api.ts'
import { errorText } from './platform/error-text.ts'
import { takeUpHanded } from './platform/outside-script.ts'
import { paths } from './platform/paths.ts'
import { endSession, getSession, watchOtherTabs } from './platform/session-store.ts'
import { whenIdle } from './platform/when-idle.ts'
import { showNotice } from './ui/notice.tsx'

watchOtherTabs()

onSessionLoss(loss => {
  if (loss === 'superseded') {
    navigate(paths.sessionConflict, { replace: true })
    return
  }
  const { pathname, search, hash } = window.location
  const from = pathname + search + hash
  // Drafts stay: the same reader comes back to them.
  endSession({ forget: false })
  showNotice(errorText.session_expired, { durationMs: 5_000 })
  // A login leads to the home by itself.
  const isInside = from.startsWith(`${paths.app}/`) || from.startsWith(`${paths.app}?`)
  navigate(isInside ? paths.loginWithReturn(from) : paths.login, { replace: true })
})

/** Until then a screen is not missed while it is gathered, to be drawn whole and once; afterwards its place is shown. */
const unnoticedMs = 400

async function start(root: HTMLElement): Promise<void> {
  takeUpHanded()
  const soon = new Promise(resolve => setTimeout(resolve, unnoticedMs))
  await Promise.race([fetchPageAt(window.location.pathname, getSession()), soon])
  // As a transition it is drawn in slices: the page can answer in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  whenIdle(() => void workspacePage.fetch())
}

const root = document.getElementById('root')
if (root) void start(root)
