import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { messages } from '../../contract/messages.ts'
import { fetchAnswerParts } from '../chat/answer.tsx'
import { ChatPage } from '../chat/chat-page.tsx'
import { fetchThread, titleOf, useHistory } from '../chat/queries.ts'
import { useWaiting } from '../chat/use-turns.ts'
import { useTopUpNews } from '../payments/use-top-up-news.ts'
import { appName } from '../platform/config.ts'
import { paths } from '../platform/paths.ts'
import { queryClient } from '../platform/query-client.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { late } from '../ui/late.tsx'
import { DeadEndPage } from './dead-end-page.tsx'
import { Header } from './header.tsx'
import { keepInStep } from './keep-in-step.ts'
import { Sidebar } from './sidebar.tsx'
import styles from './workspace-page.module.css'

const Credits = late(() => import('./credits.tsx').then(m => m.Credits))
const Dialog = late(() => import('../ui/dialog.tsx').then(m => m.Dialog))
const ContactSupport = late(() => import('./contact-support.tsx').then(m => m.ContactSupport))
const Settings = late(() => import('./settings.tsx').then(m => m.Settings))
const TopUpComplete = late(() => import('../payments/top-up-complete.tsx').then(m => m.TopUpComplete))
const ConfirmDialog = late(() => import('../ui/confirm-dialog.tsx').then(m => m.ConfirmDialog))

/** A provider's checkout sent the browser back here. */
function settleReturn(onBuy: () => void) {
  if (/[?&](?:order-id|tx_ref)=/.test(window.location.search))
    void import('../payments/returned-purchase.ts').then(m => m.takeReturn(onBuy))
}

/** Fetches a conversation and what draws its answers. */
export async function prepareConversation(sessionKey: string): Promise<void> {
  await Promise.all([fetchThread(sessionKey), fetchAnswerParts()])
}

/** /app is a new chat, /app/chat/{session_key} a known one; anything else below /app is nothing. */
export function WorkspacePage({ params }: { params: Record<string, string | undefined> }) {
  const rest = params['*'] ?? ''
  const sessionKey = /^chat\/([^/]+)\/?$/.exec(rest)?.[1] ?? null
  if (rest !== '' && sessionKey === null) return <DeadEndPage kind="missing" />
  return (
    <QueryClientProvider client={queryClient}>
      <Workspace sessionKey={sessionKey} />
    </QueryClientProvider>
  )
}

function Workspace({ sessionKey }: { sessionKey: string | null }) {
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'menu' | 'support' | 'account' | 'credits' | 'logout' | null>(null)
  const title = useTitle(sessionKey)
  const news = useTopUpNews()
  useEffect(keepInStep, [])
  useEffect(() => settleReturn(() => setOpen('credits')), [])
  useEffect(() => whenIdle(() => void fetchAnswerParts()), [])

  const close = () => setOpen(null)
  const sidebar = (
    <Sidebar
      sessionKey={sessionKey}
      onOpen={close}
      onDeleted={() => navigate(paths.app)}
      onAccount={() => setOpen('account')}
      onCredits={() => setOpen('credits')}
      onLogout={() => setOpen('logout')}
    />
  )

  return (
    <div className={styles.workspace}>
      <title>{`${title} · ${appName}`}</title>
      <div className={styles.side}>{sidebar}</div>
      <ChatPage
        sessionKey={sessionKey}
        onBuy={() => setOpen('credits')}
        header={
          <Header
            title={title}
            onMenu={() => setOpen('menu')}
            onSupport={() => setOpen('support')}
            onAccount={() => setOpen('account')}
            onCredits={() => setOpen('credits')}
            onLogout={() => setOpen('logout')}
          />
        }
      />
      {open === 'menu' && (
        <Dialog title="Menu" form="drawer" bare onClose={close}>
          {sidebar}
        </Dialog>
      )}
      {open === 'support' && <ContactSupport sessionKey={sessionKey} onClose={close} />}
      {open === 'account' && <Settings onClose={close} onLogout={() => navigate(paths.logout)} />}
      {open === 'credits' && <Credits onClose={close} />}
      {open === 'logout' && (
        <ConfirmDialog
          question={messages.logoutQuestion}
          confirm="Yes"
          widthPx={280}
          onClose={close}
          onConfirm={() => navigate(paths.logout)}
        />
      )}
      {news.isShown && <TopUpComplete onClose={news.close} />}
    </div>
  )
}

/** The open conversation's name, as the history knows it; one just begun is called by its question. */
function useTitle(sessionKey: string | null): string {
  const { data } = useHistory()
  const asked = useWaiting(sessionKey)?.question
  const known = Object.values(data ?? {})
    .flat()
    .find(one => one.session_key === sessionKey)
  if (known) return titleOf(known)
  return sessionKey === null ? 'New Chat' : (asked ?? 'Chat')
}
