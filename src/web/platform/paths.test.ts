import { expect, test } from 'vitest'
import { paths, safeReturnUrl } from './paths.ts'

test('login leads back to where the reader was', () => {
  const login = paths.loginWithReturn('/app/chat/thread_a?x=1')
  expect(safeReturnUrl(new URL(login, 'http://a.example').search)).toBe('/app/chat/thread_a?x=1')
  expect(paths.loginWithReturn('/app')).toBe('/login?returnUrl=%2Fapp')
})

test.each([
  '',
  '?returnUrl=',
  '?returnUrl=https%3A%2F%2Fevil.example',
  '?returnUrl=%2F%2Fevil.example',
  '?returnUrl=%2Fapp%5C%5Cevil.example',
  '?returnUrl=%2Fapplication',
  '?returnUrl=%2Fapp%2F%2Fevil.example',
  '?returnUrl=javascript%3Aalert(1)',
])('login never leads out of the app: %s', search => {
  expect(safeReturnUrl(search)).toBe('/app')
})
