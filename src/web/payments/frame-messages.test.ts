import { afterEach, expect, test, vi } from 'vitest'
import { unwrapped, wrapped } from './frame-messages.ts'

afterEach(() => vi.unstubAllGlobals())

const frame = {} as Window
const here = 'https://soko.example'
const arrived = (wish: { origin?: string; source?: unknown; data?: unknown }) => {
  vi.stubGlobal('window', { location: { origin: here } })
  const message = { origin: here, source: frame, data: wrapped({ type: 'here' }), ...wish }
  return unwrapped(message as MessageEvent<unknown>, frame)
}

test('a message of the document in the frame is taken', () => expect(arrived({})).toEqual({ type: 'here' }))

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { source: {} }],
  ['no window', { source: null }],
  ['a script with messages of its own', { data: { type: 'here' } }],
  ['a script that sends text', { data: '{"sokoCheckout":{"type":"here"}}' }],
  ['a script that sends nothing', { data: null }],
])('nothing is taken from %s', (_, wish) => expect(arrived(wish)).toBeNull())

test('without a frame nothing is taken, not even from no window', () => {
  vi.stubGlobal('window', { location: { origin: here } })
  const message = { origin: here, source: null, data: wrapped({ type: 'here' }) }
  expect(unwrapped(message as MessageEvent<unknown>, null)).toBeNull()
})
