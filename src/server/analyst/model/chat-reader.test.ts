import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { describe, expect, test } from 'vitest'
import { ChatReader } from './chat-reader.ts'
import { AnswerMeter, streamLimits, TooMuchSent } from './stream-limits.ts'

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const call = (index: number, rest: object) => chunk({ tool_calls: [{ index, ...rest }] })
const usage = 'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}}\n\n'

/** What comes of pieces: the text, the calls and how it ended. */
function read(...pieces: string[]) {
  const parts: LanguageModelV4StreamPart[] = []
  const reader = new ChatReader(new AnswerMeter(), part => parts.push(part))
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return {
    text: parts.flatMap(part => (part.type === 'text-delta' ? [part.delta] : [])).join(''),
    calls: parts.flatMap(part => (part.type === 'tool-call' ? [[part.toolName, part.input]] : [])),
    finish: parts.flatMap(part => (part.type === 'finish' ? [part] : []))[0],
    failed: parts.some(part => part.type === 'error'),
  }
}

const whole = [
  ': a comment\n\n',
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'thinking' }),
  chunk({ content: 'Ghana – ' }),
  chunk({ content: [{ type: 'text', text: 'grew.' }] }),
  call(0, { id: 'a', function: { name: 'run_queries', arguments: '{"x"' } }),
  call(0, { function: { arguments: ':1}' } }),
  call(1, { id: 'b', function: { name: 'run_queries', arguments: '{}' } }),
  chunk({}, 'tool_calls'),
  usage,
  'data: [DONE]\n\n',
].join('')

test('text, calls, stop reason and usage are the same wherever the stream is cut', () => {
  const expected = read(whole)
  expect(expected).toMatchObject({
    text: 'Ghana – grew.',
    calls: [
      ['run_queries', '{"x":1}'],
      ['run_queries', '{}'],
    ],
    finish: {
      finishReason: { unified: 'tool-calls' },
      usage: { inputTokens: { total: 7 }, outputTokens: { total: 3 } },
    },
    failed: false,
  })
  for (let at = 0; at <= whole.length; at += 1)
    expect(read(whole.slice(0, at), whole.slice(at))).toEqual(expected)
  expect(read(...whole)).toEqual(expected)
  expect(read(whole.replaceAll('\n', '\r\n'))).toEqual(expected)
})

describe('servers that have ways of their own', () => {
  test('a name that comes after the beginning of its arguments', () => {
    const { calls } = read(
      call(0, { id: 'a', function: { arguments: '{"x"' } }),
      call(0, { function: { name: 'run_queries', arguments: ':1}' } }),
    )
    expect(calls).toEqual([['run_queries', '{"x":1}']])
  })

  test('calls without an index', () => {
    const { calls } = read(
      chunk({ tool_calls: [{ id: 'a', function: { name: 'run_queries', arguments: '{"x":1}' } }] }),
      chunk({ tool_calls: [{ id: 'b', function: { name: 'run_queries', arguments: '{"x":2}' } }] }),
    )
    expect(calls.map(([, input]) => input)).toEqual(['{"x":1}', '{"x":2}'])
  })

  test('a refusal is text, and no ordinary stop', () => {
    const { text, finish } = read(chunk({ refusal: 'I will not.' }), chunk({}, 'stop'))
    expect(text).toBe('I will not.')
    expect(finish?.finishReason.unified).toBe('content-filter')
  })
})

test.each([
  ['broken JSON', 'data: {"choices":[{\n\n'],
  ['no object', 'data: null\n\n'],
  ['an error of the server', 'data: {"error":{"message":"overloaded"}}\n\n'],
  ['calls that are none', 'data: {"choices":[{"delta":{"tool_calls":7}}]}\n\n'],
])('faults 70: %s fails the stream, after the text that came before it', (_, line) => {
  const { text, finish, failed } = read(chunk({ content: 'Words.' }) + line + chunk({ content: 'More.' }))
  expect(text).toBe('Words.')
  expect(failed).toBe(true)
  expect(finish).toBeUndefined()
})

describe('what a server sends without an end is counted as it comes', () => {
  const piece = 'x'.repeat(65_536)

  /** Bytes that a reader took before its stream failed. */
  function taken(meter: AnswerMeter, pieceAt: (at: number) => string): number {
    let hasFailed = false
    const reader = new ChatReader(meter, part => {
      hasFailed ||= part.type === 'error' && part.error instanceof TooMuchSent
    })
    let bytes = 0
    for (let at = 0; !hasFailed && bytes < 2 * streamLimits.answerBytes; at += 1) {
      reader.push(pieceAt(at))
      bytes += Buffer.byteLength(pieceAt(at))
    }
    return bytes
  }

  test('a line, in bytes and not in characters', () => {
    expect(taken(new AnswerMeter(), () => piece)).toBe(streamLimits.lineBytes + piece.length)
    const wide = 'é'.repeat(65_536)
    expect(taken(new AnswerMeter(), () => wide)).toBe(streamLimits.lineBytes + 2 * wide.length)
  })

  test('a reply of many lines, and all replies of an answer', () => {
    const meter = new AnswerMeter()
    const lines = `:${piece.slice(2)}\n`
    const replies = streamLimits.answerBytes / (streamLimits.replyBytes + lines.length)
    for (let reply = 0; reply < Math.floor(replies); reply += 1)
      expect(taken(meter, () => lines)).toBe(streamLimits.replyBytes + lines.length)
    expect(taken(meter, () => lines)).toBeLessThan(streamLimits.replyBytes)
    expect(taken(meter, () => lines)).toBe(lines.length)
  })
})
