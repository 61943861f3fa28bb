import { expect, test } from 'vitest'
import { historyRows } from './history-rows.ts'

const one = (key: string, first_message: string, title: string | null = null) => ({
  session_key: key,
  first_message,
  title,
  updated_at: '2026-11-21T00:00:00Z',
})
const history = {
  Today: [one('a', 'Diapers in Ghana'), one('b', 'Tea in Côte d’Ivoire', 'My tea')],
  'May 2026': [one('c', 'Tea in Kenya')],
}
const shown = (wanted: string) =>
  historyRows(history, wanted).map(row => (row.kind === 'label' ? row.label : row.conversation.session_key))

test('labels and conversations stand in the order of the server', () => {
  expect(shown('')).toEqual(['Today', 'a', 'b', 'May 2026', 'c'])
})

test('a search keeps what holds every word, by title or first message, and drops empty labels', () => {
  expect(shown('tea')).toEqual(['Today', 'b', 'May 2026', 'c'])
  expect(shown(' COTE tea ')).toEqual(['Today', 'b'])
  expect(shown('%')).toEqual([])
})
