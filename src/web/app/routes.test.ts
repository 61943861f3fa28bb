import { expect, test } from 'vitest'
import { hasScreen, screens } from '../../contract/screens.ts'
import { routes } from './routes.tsx'

test('every route of the router is among the addresses that the server answers with 200, and every such address is routed', () => {
  const routed = routes.flatMap(({ path }): string[] =>
    path === '/app/*?' ? ['/app', '/app/chat/:session_key'] : [path],
  )
  expect([...routed, '/'].sort()).toEqual([...screens].sort())
})

test.each([
  '/',
  '/login',
  '/login/',
  '/reset_password',
  '/reset_password/x',
  '/app/chat/thread_x',
  '/shared/x',
])('%s has a screen', path => expect(hasScreen(path)).toBe(true))

test.each([
  '/logins',
  '/login/x',
  '/verify',
  '/app/x',
  '/app/chat',
  '/app/chat/a/b',
  '/shared',
  '/tos/x',
  '//',
])('%s has none', path => expect(hasScreen(path)).toBe(false))
