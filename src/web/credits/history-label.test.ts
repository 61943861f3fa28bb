import { expect, test } from 'vitest'
import { historyLabel } from './history-label.ts'

// spec: S3.label.1
test('the ref decides first, then the type', () => {
  expect(historyLabel({ ref: 'thread_a:t', type: 'debit' })).toBe('Chat prompt')
  expect(historyLabel({ ref: 'thread_a:t', type: 'credit' })).toBe('Chat prompt')
  expect(historyLabel({ ref: 'grant', type: 'credit' })).toBe('Top up')
  expect(historyLabel({ ref: 'adjust', type: 'debit' })).toBe('Other')
})
