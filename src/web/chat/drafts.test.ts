import { beforeEach, expect, test } from 'vitest'
import { storageKeys } from '../platform/config.ts'
import { startSession } from '../platform/session-store.ts'
import { someSession, stubBrowser } from '../testing/browser-globals.ts'
import { emptyDraft, forgetDrafts, getDraft, setDepth, setDraft, typeDraft } from './drafts.ts'

let storage: Storage

beforeEach(() => {
  storage = stubBrowser().storage
  startSession(someSession)
  forgetDrafts()
})

test('a draft is there again after a reload, each conversation with its own', () => {
  typeDraft(null, 'new words')
  typeDraft('thread_a', 'other words')
  forgetDrafts()
  expect(getDraft(null).text).toBe('new words')
  expect(getDraft('thread_a').text).toBe('other words')
})

test("another user's draft is never shown", () => {
  typeDraft(null, 'mine')
  startSession({ ...someSession, user: { ...someSession.user, id: 'user-2' } })
  expect(getDraft(null)).toEqual(emptyDraft)
})

test('faults 51: other text, or another depth, is another turn', () => {
  const failed = { text: 'a', thinkLonger: false, turnId: 't1', problem: 'Not sent.' }
  setDraft(null, failed)
  typeDraft(null, 'ab')
  expect(getDraft(null)).toEqual({ text: 'ab', thinkLonger: false, turnId: null, problem: null })
  setDraft(null, failed)
  setDepth(null, true)
  expect(getDraft(null)).toEqual({ text: 'a', thinkLonger: true, turnId: null, problem: null })
})

test('an empty draft leaves nothing behind, a damaged one reads as empty', () => {
  const key = storageKeys.draft('user-1', null)
  typeDraft(null, 'x')
  setDraft(null, emptyDraft)
  expect(storage.getItem(key)).toBeNull()
  storage.setItem(key, '{"text":5}')
  forgetDrafts()
  expect(getDraft(null)).toEqual(emptyDraft)
})
