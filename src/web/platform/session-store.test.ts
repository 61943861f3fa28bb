import { beforeEach, expect, test, vi } from 'vitest'
import { someSession, stubBrowser } from '../testing/browser-globals.ts'
import { storageKeys } from './config.ts'

let storage: Storage

async function freshStore() {
  vi.resetModules()
  return await import('./session-store.ts')
}

beforeEach(() => {
  storage = stubBrowser().storage
})

test('a session is there again after a reload', async () => {
  ;(await freshStore()).startSession(someSession)
  expect((await freshStore()).getSession()).toEqual(someSession)
})

test.each(['', 'null', '[]', '{"token":1}', '{"token":"a","device_token":"b","user":null}', '{'])(
  'what is no session in storage (%s) counts as signed out',
  async text => {
    storage.setItem(storageKeys.session, text)
    expect((await freshStore()).getSession()).toBeNull()
  },
)

test('faults 27: an ended session leaves the drafts, a log-out by choice takes them along', async () => {
  const store = await freshStore()
  const draft = storageKeys.draft('user-1', null)
  storage.setItem(draft, '"text"')
  storage.setItem(storageKeys.theme, 'dark')
  store.startSession(someSession)
  store.endSession({ forget: false })
  expect(storage.getItem(draft)).toBe('"text"')
  store.endSession({ forget: true })
  expect(storage.getItem(draft)).toBeNull()
  expect(storage.getItem(storageKeys.theme)).toBe('dark')
})

test('a late answer about one user changes nothing of the session of another', async () => {
  const store = await freshStore()
  store.startSession(someSession)
  store.updateUser({ ...someSession.user, name: 'Ama Newly Named' })
  expect(store.getSession()?.user.name).toBe('Ama Newly Named')
  const other = {
    ...someSession,
    token: 'token-2',
    user: { ...someSession.user, id: 'user-2', name: 'Kofi' },
  }
  store.startSession(other)
  store.updateUser(someSession.user)
  expect(store.getSession()).toEqual(other)
  store.endSession({ forget: false })
  store.updateUser(someSession.user)
  expect(store.getSession()).toBeNull()
})

test('another tab’s log-out and sign-in are followed; a page that belongs to another user is loaded afresh', async () => {
  const reload = vi.fn()
  Object.assign(window, { location: { reload } })
  const store = await freshStore()
  store.watchOtherTabs()
  const becomes = (session: unknown) => {
    storage.setItem(storageKeys.session, JSON.stringify(session))
    window.dispatchEvent(Object.assign(new Event('storage'), { key: storageKeys.session }))
  }
  const other = { ...someSession, token: 'token-2', user: { ...someSession.user, id: 'user-2' } }
  becomes(someSession)
  becomes({ ...someSession, token: 'token-3' })
  becomes(null)
  expect(store.getSession()).toBeNull()
  becomes(other)
  expect(store.getSession()).toEqual(other)
  expect(reload).not.toHaveBeenCalled()
  becomes(someSession)
  expect(reload).toHaveBeenCalledOnce()
})

test('whoever listens hears of the start and the end of a session', async () => {
  const store = await freshStore()
  const heard: (string | undefined)[] = []
  store.subscribeSession(() => heard.push(store.getSession()?.token))
  store.startSession(someSession)
  store.endSession({ forget: false })
  expect(heard).toEqual(['token-1', undefined])
})

test('storage that refuses does not stop a sign-in', async () => {
  const store = await freshStore()
  vi.stubGlobal('localStorage', {
    ...storage,
    setItem: () => {
      throw new Error('full')
    },
  })
  store.startSession(someSession)
  expect(store.getSession()).toEqual(someSession)
})
