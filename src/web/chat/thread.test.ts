import { expect, test } from 'vitest'
import type { ChatMessage } from '../../contract/chat.ts'
import { unreadableAnswer } from '../../contract/unreadable-answer.ts'
import { exchangesOf, plainText } from './thread.ts'

const message = (turn_id: string, from: 'user' | 'assistant', more: Partial<ChatMessage>): ChatMessage => ({
  id: turn_id + from,
  message: '',
  from,
  from_user: from === 'user',
  created_at: '2026-11-21T00:00:00Z',
  turn_id,
  ...more,
})

test('messages pair up by their turn, in the order of the questions', () => {
  const exchanges = exchangesOf([
    message('t1', 'user', { text: 'One?', state: 'complete' }),
    message('t1', 'assistant', { message: '<p>First &amp; last</p>', credits: 3, state: 'complete' }),
    message('t2', 'user', { text: 'Two?', state: 'running' }),
  ])
  expect(exchanges).toMatchObject([
    { turnId: 't1', question: 'One?', text: 'First & last', credits: 3, state: 'complete' },
    { turnId: 't2', question: 'Two?', text: '', credits: null, state: 'running' },
  ])
})

test('an answer whose document could not be shown keeps its question and says so', () => {
  const [exchange] = exchangesOf([
    message('t1', 'user', { text: 'One?', state: 'complete' }),
    message('t1', 'assistant', { message: unreadableAnswer, document: null, credits: 3, state: 'complete' }),
  ])
  expect(exchange).toMatchObject({ question: 'One?', document: null, text: unreadableAnswer, credits: 3 })
})

test('a message without its typed form loses its tags and keeps its words', () => {
  expect(plainText('<p>a &lt;b&gt;</p><p>c<br>d</p><script>x</script>')).toBe('a <b>\nc\nd\nx')
})
