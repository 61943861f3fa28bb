import type { Session } from '../../contract/auth.ts'

/** Whether someone may open a route: `sign-in` asks for a session first, `denied` has one without the role. */
export function accessTo(
  route: { access: 'public' | 'signed-out' | 'signed-in'; roles?: readonly string[] },
  session: Session | null,
): 'open' | 'sign-in' | 'go-home' | 'denied' {
  if (route.access === 'signed-out') return session ? 'go-home' : 'open'
  if (route.access === 'public') return 'open'
  if (!session) return 'sign-in'
  const wanted = route.roles ?? []
  return wanted.length === 0 || wanted.some(role => session.user.roles.includes(role)) ? 'open' : 'denied'
}
