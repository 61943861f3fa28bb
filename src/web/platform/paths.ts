/** The app's own addresses: nothing else spells them. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgot: '/forgot',
  terms: '/tos',
  privacy: '/privacy',
  logout: '/logout',
  sessionConflict: '/auth/session/dup',
  app: '/app',
  chat: (sessionKey: string) => `/app/chat/${encodeURIComponent(sessionKey)}`,
  loginWithReturn: (returnUrl: string) => `/login?returnUrl=${encodeURIComponent(returnUrl)}`,
} as const

/** Where to go after login: only an address inside the signed-in part of this app, else its home. */
export function safeReturnUrl(search: string): string {
  const wanted = new URLSearchParams(search).get('returnUrl')
  if (!wanted) return paths.app
  // A backslash or a second slash would let a browser read a foreign host.
  return /^\/app(?:[/?#][^\\]*)?$/.test(wanted) && !wanted.includes('//') ? wanted : paths.app
}
