import type { ComponentType } from 'react'
import type { Session } from '../../contract/auth.ts'
import type { thread } from '../../contract/chat.ts'
import type { sharedAnswer } from '../../contract/shares.ts'
import type { SocialEntry } from '../auth/social-visitor.ts'
import { type Call, callEarly, type RawCall } from '../platform/api.ts'
import { fetchFrontSettings } from '../platform/front-settings.ts'
import { late } from '../ui/late.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { accessTo } from './access.ts'

type Page = ComponentType<{ params: Record<string, string | undefined> }>

const latePage = (load: () => Promise<Page>) => late(load, <Waiting words="Loading" />)

interface RouteRow {
  path: string
  /** Who may open it: anyone, those signed out, those signed in. */
  access: 'public' | 'signed-out' | 'signed-in'
  /** Any one of these roles is enough; none asked by default. */
  roles?: readonly string[]
  page: ReturnType<typeof latePage>
  /** What the screen asks the server for at once, by its address: asked while the screen itself is being fetched. */
  firstCalls?: (path: string) => RawCall[]
  /** Gathers what else the screen at an address is drawn from, so that it is drawn whole and once. */
  prepare?: (path: string) => Promise<void>
}

/** What follows a sign-in: fetched ahead while the reader types. */
const loadWorkspace = () => import('./workspace-page.tsx')
export const workspacePage = latePage(() => loadWorkspace().then(m => m.WorkspacePage))

const loadSocialEntry = () => import('../social/social-entry.tsx').then(m => m.SocialEntry)

/** A sign-in screen, with the buttons of the providers on it. */
const signInPage = (load: () => Promise<ComponentType<{ social: SocialEntry }>>) =>
  latePage(async () => {
    const [Screen, social] = await Promise.all([load(), loadSocialEntry()])
    return () => <Screen social={social} />
  })

const loginPage = signInPage(() => import('../auth/login-page.tsx').then(m => m.LoginPage))

/** The operator's words, and which providers there are. */
const prepareSignIn = async () => {
  const options = import('../social/social-options.ts').then(m => m.fetchSocialOptions())
  await Promise.all([fetchFrontSettings(), options])
}

/** Every screen, in the order it is tried. Each is fetched when first opened. */
export const routes: readonly RouteRow[] = [
  {
    path: '/login',
    access: 'signed-out',
    page: loginPage,
    prepare: prepareSignIn,
  },
  {
    path: '/register',
    access: 'signed-out',
    page: signInPage(() => import('../auth/register-page.tsx').then(m => m.RegisterPage)),
    prepare: prepareSignIn,
  },
  {
    path: '/verify/:code',
    access: 'public',
    page: latePage(() => import('../auth/verify-page.tsx').then(m => m.VerifyPage)),
  },
  {
    path: '/confirm_email/:code',
    access: 'public',
    page: latePage(() => import('../auth/confirm-email-page.tsx').then(m => m.ConfirmEmailPage)),
  },
  {
    path: '/auth/connect/:code',
    access: 'public',
    page: latePage(() => import('../social/connect-page.tsx').then(m => m.ConnectPage)),
    prepare: fetchFrontSettings,
  },
  {
    path: '/forgot',
    access: 'public',
    page: latePage(() => import('../auth/forgot-page.tsx').then(m => m.ForgotPage)),
    prepare: fetchFrontSettings,
  },
  {
    path: '/reset_password/:code?',
    access: 'public',
    page: latePage(() => import('../auth/reset-page.tsx').then(m => m.ResetPage)),
    prepare: fetchFrontSettings,
  },
  {
    path: '/tos',
    access: 'public',
    page: latePage(() => import('../auth/terms-page.tsx').then(m => m.TermsPage)),
    prepare: fetchFrontSettings,
  },
  {
    path: '/privacy',
    access: 'public',
    page: latePage(() => import('../auth/terms-page.tsx').then(m => m.PrivacyPage)),
    prepare: fetchFrontSettings,
  },
  {
    path: '/shared/:code',
    access: 'public',
    page: latePage(() => import('./shared-page.tsx').then(m => m.SharedPage)),
    firstCalls: path => {
      const code = /^\/shared\/([^/]+)\/?$/.exec(path)?.[1]
      return code ? [sharedCall(code)] : []
    },
  },
  {
    path: '/logout',
    access: 'public',
    page: latePage(() => import('../auth/logout-page.tsx').then(m => m.LogoutPage)),
  },
  {
    path: '/auth/session/dup',
    access: 'signed-in',
    page: latePage(() => import('../auth/session-conflict-page.tsx').then(m => m.SessionConflictPage)),
  },
  // One row for both addresses: the first reply turns /app into /app/chat/{session_key} and the screen must stay.
  {
    path: '/app/*?',
    access: 'signed-in',
    page: workspacePage,
    firstCalls: path => {
      const sessionKey = sessionKeyAt(path)
      return [
        ...(sessionKey ? [threadCall(sessionKey)] : []),
        { method: 'GET', path: '/chat/chat_history' },
        { method: 'GET', path: '/accounts/credits' },
      ]
    },
    prepare: async path => {
      const sessionKey = sessionKeyAt(path)
      if (sessionKey) await (await loadWorkspace()).prepareConversation(sessionKey)
    },
  },
]

/** The conversation that an address names. */
const sessionKeyAt = (path: string) => /^\/app\/chat\/([^/]+)\/?$/.exec(path)?.[1]

/** What of an address is the same for all its parameters, closed by a slash. */
const fixedPart = (pattern: string) => `${pattern.replace(/\/?[:*].*$/, '')}/`

const sharedCall = (code: string): Call<typeof sharedAnswer> => ({
  method: 'GET',
  path: '/shared/:code',
  params: { code },
})

const threadCall = (sessionKey: string): Call<typeof thread> => ({
  method: 'POST',
  path: '/chat/thread',
  body: { session_key: sessionKey },
})

/** Fetches the screen that an address will show, a redirect followed, and what it is drawn from, so that it comes at once. */
export async function fetchPageAt(path: string, session: Session | null): Promise<void> {
  const row = routes.find(({ path: pattern }) => `${path}/`.startsWith(fixedPart(pattern)))
  const isOpen = row !== undefined && accessTo(row, session) === 'open'
  if (isOpen) for (const call of row.firstCalls?.(path) ?? []) callEarly(call)
  const page = isOpen ? row.page : session ? workspacePage : loginPage
  // What fails here is asked for again, and tells of it, where it is drawn.
  const prepared = isOpen ? row.prepare?.(path).catch(() => {}) : undefined
  await Promise.all([page.fetch(), prepared])
}
