/** The addresses at which the app has a screen, as its router writes them; at any other it says that there is nothing. */
export const screens = [
  '/',
  '/login',
  '/register',
  '/verify/:code',
  '/confirm_email/:code',
  '/auth/connect/:code',
  '/auth/session/dup',
  '/forgot',
  '/reset_password/:code?',
  '/tos',
  '/privacy',
  '/shared/:code',
  '/logout',
  '/app',
  '/app/chat/:session_key',
] as const

const asPattern = (screen: string) =>
  screen
    .replace(/\/$/, '')
    .replace(/\/:\w+\?/g, '(?:/[^/]+)?')
    .replace(/:\w+/g, '[^/]+')
const pattern = new RegExp(`^(?:${screens.map(asPattern).join('|')})/?$`)

/** Whether a path, without its query, is one of them. */
export const hasScreen = (path: string): boolean => pattern.test(path)
