import { late } from '../ui/late.tsx'

interface RouteRow {
  path: string
  /** Who may open it: anyone, those signed out, those signed in. */
  access: 'public' | 'signed-out' | 'signed-in'
  /** Any one of these roles is enough; none asked by default. */
  roles?: readonly string[]
  page: ReturnType<typeof late<{ params: Record<string, string | undefined> }>>
}

/** What follows a sign-in: fetched ahead while the reader types. */
export const workspacePage = late(() => import('./workspace-page.tsx').then(m => m.WorkspacePage))

/** Every screen, in the order it is tried. Each is fetched when first opened. */
export const routes: readonly RouteRow[] = [
  {
    path: '/login',
    access: 'signed-out',
    page: late(() => import('../auth/login-page.tsx').then(m => m.LoginPage)),
  },
  {
    path: '/register',
    access: 'signed-out',
    page: late(() => import('../auth/register-page.tsx').then(m => m.RegisterPage)),
  },
  {
    path: '/verify/:code',
    access: 'public',
    page: late(() => import('../auth/verify-page.tsx').then(m => m.VerifyPage)),
  },
  {
    path: '/logout',
    access: 'public',
    page: late(() => import('../auth/logout-page.tsx').then(m => m.LogoutPage)),
  },
  {
    path: '/auth/session/dup',
    access: 'signed-in',
    page: late(() => import('../auth/session-conflict-page.tsx').then(m => m.SessionConflictPage)),
  },
  // One row for both addresses: the first reply turns /app into /app/chat/{session_key} and the screen must stay.
  {
    path: '/app/*?',
    access: 'signed-in',
    page: workspacePage,
  },
]
