import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

interface RouteRow {
  path: string
  /** Who may open it: anyone, those signed out, those signed in. */
  access: 'public' | 'signed-out' | 'signed-in'
  /** Any one of these roles is enough; none asked by default. */
  roles?: readonly string[]
  page: LazyExoticComponent<ComponentType<{ params: Record<string, string | undefined> }>>
}

/** Every screen, in the order it is tried. Each is fetched when first opened. */
export const routes: readonly RouteRow[] = [
  {
    path: '/login',
    access: 'signed-out',
    page: lazy(() => import('../auth/login-page.tsx').then(m => ({ default: m.LoginPage }))),
  },
  {
    path: '/register',
    access: 'signed-out',
    page: lazy(() => import('../auth/register-page.tsx').then(m => ({ default: m.RegisterPage }))),
  },
  {
    path: '/verify/:code',
    access: 'public',
    page: lazy(() => import('../auth/verify-page.tsx').then(m => ({ default: m.VerifyPage }))),
  },
  {
    path: '/logout',
    access: 'public',
    page: lazy(() => import('../auth/logout-page.tsx').then(m => ({ default: m.LogoutPage }))),
  },
  {
    path: '/auth/session/dup',
    access: 'signed-in',
    page: lazy(() =>
      import('../auth/session-conflict-page.tsx').then(m => ({ default: m.SessionConflictPage })),
    ),
  },
  // One row for both addresses: the first reply turns /app into /app/chat/{session_key} and the screen must stay.
  {
    path: '/app/*?',
    access: 'signed-in',
    page: lazy(() => import('./workspace-page.tsx').then(m => ({ default: m.WorkspacePage }))),
  },
]
