import { beforeEach, expect, test } from 'vitest'
import type { ChatMessage } from '../../contract/chat.ts'
import { emptyTurnView } from '../../contract/turn-view.ts'
import { queryClient } from '../platform/query-client.ts'
import { stubBrowser } from '../testing/browser-globals.ts'
import { lastExchange } from './last-exchange.ts'
import { liveTurns } from './live-turns.ts'
import { beginThread } from './queries.ts'
import { exchangesOf } from './thread.ts'

const key = 'thread_aaaaaaaaaaaaaaaaaaaaaa'

beforeEach(() => {
  stubBrowser()
  liveTurns.clear()
  queryClient.clear()
})

const said = (turn_id: string, from_user: boolean, message: string): ChatMessage => ({
  id: `${turn_id}:${from_user}`,
  turn_id,
  from_user,
  from: from_user ? 'user' : 'assistant',
  message,
  created_at: '2026-05-01T10:00:00Z',
})

function loadThread(messages: ChatMessage[]) {
  beginThread(key)
  queryClient.setQueryData(['chat', 'thread', key], { exchanges: exchangesOf(messages), hasEarlier: false })
}

function begin(turnId: string, sessionKey: string | null, question: string) {
  const phase = sessionKey === null ? 'sending' : 'running'
  liveTurns.begin({ turnId, sessionKey, question, thinkLonger: false, phase })
}

test('where nothing was asked there is no exchange', () => {
  expect(lastExchange(null)).toBeNull()
  expect(lastExchange(key)).toBeNull()
  loadThread([])
  expect(lastExchange(key)).toBeNull()
})

test('of a stored conversation it is the newest question with its answer in plain words', () => {
  loadThread([
    said('t1', true, 'first'),
    said('t1', false, '<p>one</p>'),
    said('t2', true, 'GDP of Ghana &amp; Togo'),
    said('t2', false, '<p>US$ <b>82bn</b></p>'),
  ])
  expect(lastExchange(key)).toEqual({ question: 'GDP of Ghana & Togo', answer: 'US$ 82bn' })
})

test('a turn of this page comes before what is stored, with as much of its answer as is there', () => {
  loadThread([said('t1', true, 'first'), said('t1', false, '<p>one</p>')])
  begin('t2', key, 'second')
  expect(lastExchange(key)).toEqual({ question: 'second', answer: '' })
  const headline = { type: 'headline' as const, checked: true, spans: [{ text: 'It grew.' }] }
  liveTurns.update('t2', { view: { ...emptyTurnView, blocks: [headline] } })
  expect(lastExchange(key)).toEqual({ question: 'second', answer: 'It grew.' })
})

test('another conversation’s turn is not this one’s', () => {
  begin('t1', 'thread_bbbbbbbbbbbbbbbbbbbbbb', 'elsewhere')
  expect(lastExchange(key)).toBeNull()
  begin('t2', null, 'just sent')
  expect(lastExchange(null)).toEqual({ question: 'just sent', answer: '' })
})
