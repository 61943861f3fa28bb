import { expect, test } from 'vitest'
import { someSession } from '../testing/browser-globals.ts'
import { accessTo } from './access.ts'

// spec: S2.shell.2
test('signed-in screens ask for a session first', () => {
  expect(accessTo({ access: 'signed-in' }, null)).toBe('sign-in')
  expect(accessTo({ access: 'signed-in' }, someSession)).toBe('open')
})

test('who is signed in does not sign in again; public screens are open to all', () => {
  expect(accessTo({ access: 'signed-out' }, someSession)).toBe('go-home')
  expect(accessTo({ access: 'signed-out' }, null)).toBe('open')
  expect(accessTo({ access: 'public' }, someSession)).toBe('open')
  expect(accessTo({ access: 'public' }, null)).toBe('open')
})

// spec: S2.shell.3, S6.roles.1, S6.routes.1
test('where roles are asked for, any one of them is enough and none is denied', () => {
  expect(accessTo({ access: 'signed-in', roles: ['admin', 'user'] }, someSession)).toBe('open')
  expect(accessTo({ access: 'signed-in', roles: ['admin'] }, someSession)).toBe('denied')
  expect(accessTo({ access: 'signed-in', roles: ['admin'] }, null)).toBe('sign-in')
})
