import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { StreamingToolCallTracker } from '@ai-sdk/provider-utils'
import { type AnswerMeter, streamLimits, TooMuchSent } from './stream-limits.ts'

/** A chunk as servers send it; nothing in it is sure. */
interface ChatChunk {
  choices?: { delta?: ChatDelta | null; finish_reason?: string | null }[] | null
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null
  error?: unknown
}
interface ChatDelta {
  content?: unknown
  refusal?: unknown
  tool_calls?: CallDelta[] | null
}
interface CallDelta {
  index?: number
  id?: string | null
  function?: { name?: string | null; arguments?: string | null }
}

const textId = '0'

const reasons: Record<string, LanguageModelV4FinishReason['unified']> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  function_call: 'tool-calls',
  tool_calls: 'tool-calls',
}

/**
 * Reads the event stream of a chat-completions server, piece by piece, into the SDK's parts. It keeps less than
 * `streamLimits` of a reply, whatever a server sends; beyond that the stream fails.
 */
export class ChatReader {
  readonly #emit: (part: LanguageModelV4StreamPart) => void
  readonly #meter: AnswerMeter
  readonly #calls: StreamingToolCallTracker
  /** Calls whose name has not come yet, by their index. */
  readonly #nameless = new Map<number, { id: string | null; input: string }>()
  /** Indexes of calls that have begun. */
  readonly #begun = new Set<number>()
  /** The beginning of a line whose end has not come yet. */
  #rest = ''
  #restBytes = 0
  #bytes = 0
  /** Calls that have begun, and the characters of all arguments. */
  #callCount = 0
  #argumentsLength = 0
  #text = ''
  #reason: string | null = null
  #hasRefused = false
  #usage: NonNullable<ChatChunk['usage']> | null = null
  #hasFailed = false

  constructor(meter: AnswerMeter, emit: (part: LanguageModelV4StreamPart) => void) {
    this.#meter = meter
    this.#emit = emit
    this.#calls = new StreamingToolCallTracker({
      enqueue: part => {
        if (part.type === 'tool-input-start') this.#countCall()
        emit(part)
      },
    })
    emit({ type: 'stream-start', warnings: [] })
  }

  push(piece: string): void {
    this.#try(() => {
      const bytes = this.#weigh(piece)
      const last = piece.lastIndexOf('\n')
      if (last < 0) {
        this.#rest += piece
        this.#restBytes += bytes
        if (this.#restBytes > streamLimits.lineBytes) throw new TooMuchSent('bytes of a line')
        return
      }
      const lines = (this.#rest + piece.slice(0, last)).split('\n')
      this.#rest = piece.slice(last + 1)
      this.#restBytes = Buffer.byteLength(this.#rest)
      for (const line of lines) this.#takeLine(line)
    })
    this.#passText()
  }

  /** Bytes of a piece, counted. @throws TooMuchSent */
  #weigh(piece: string): number {
    const bytes = Buffer.byteLength(piece)
    this.#bytes += bytes
    this.#meter.addBytes(bytes)
    if (this.#bytes > streamLimits.replyBytes) throw new TooMuchSent('bytes of a reply')
    return bytes
  }

  /** The stream is over, by an error where one is given. */
  end(error?: unknown): void {
    if (error !== undefined) this.#fail(error)
    this.#try(() => this.#calls.flush())
    if (this.#hasFailed) return
    const raw = this.#reason ?? undefined
    const named = reasons[raw ?? ''] ?? 'other'
    const unified = named === 'stop' && this.#hasRefused ? 'content-filter' : named
    this.#emit({ type: 'finish', finishReason: { unified, raw }, usage: usageOf(this.#usage) })
  }

  /** What a server sends may be anything: what cannot be read is a failure of its stream alone. */
  #try(read: () => void): void {
    if (this.#hasFailed) return
    try {
      read()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#rest = ''
    this.#passText()
    this.#emit({ type: 'error', error })
  }

  #takeLine(line: string): void {
    if (this.#hasFailed || !line.startsWith('data:')) return
    const data = line.slice('data:'.length).trim()
    if (data === '' || data === '[DONE]') return
    const chunk = JSON.parse(data) as ChatChunk
    if (chunk.error !== undefined && chunk.error !== null) {
      this.#fail(chunk.error)
      return
    }
    this.#usage = chunk.usage ?? this.#usage
    const choice = chunk.choices?.[0]
    this.#reason = choice?.finish_reason ?? this.#reason
    if (choice?.delta) this.#takeDelta(choice.delta)
  }

  #takeDelta({ content, refusal, tool_calls }: ChatDelta): void {
    this.#takeText(textOf(content))
    if (typeof refusal === 'string' && refusal !== '') {
      this.#hasRefused = true
      this.#takeText(refusal)
    }
    for (const call of tool_calls ?? []) this.#takeCall(call)
  }

  /** @throws TooMuchSent */
  #countCall(): void {
    this.#callCount += 1
    if (this.#callCount > streamLimits.replyCalls) throw new TooMuchSent('calls of tools')
  }

  /** @throws TooMuchSent */
  #takeText(text: string): void {
    this.#meter.addText(text)
    this.#text += text
  }

  /** Some servers send a call's name after the beginning of its arguments; the SDK wants it first. */
  #takeCall(call: CallDelta): void {
    this.#argumentsLength += call.function?.arguments?.length ?? 0
    if (this.#argumentsLength > streamLimits.replyArgumentsLength) throw new TooMuchSent('arguments of calls')
    const { index } = call
    const name = call.function?.name
    const earlier = index === undefined ? undefined : this.#nameless.get(index)
    if (index === undefined || (!earlier && (name || this.#begun.has(index)))) {
      if (index !== undefined) this.#begun.add(index)
      this.#calls.processDelta(call)
      return
    }
    const input = (earlier?.input ?? '') + (call.function?.arguments ?? '')
    const id = earlier?.id ?? call.id ?? null
    if (!earlier && !name) this.#countCall()
    this.#nameless.set(index, { id, input })
    if (!name) return
    this.#nameless.delete(index)
    this.#begun.add(index)
    this.#calls.processDelta({ index, id, function: { name, arguments: input } })
  }

  /** What one packet brought goes on as one part. */
  #passText(): void {
    if (this.#text === '') return
    const delta = this.#text
    this.#text = ''
    this.#emit({ type: 'text-delta', id: textId, delta })
  }
}

/** Most send a string; some a list of parts, of which those that think are no text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map(part => (part?.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('')
}

const usageOf = (usage: ChatChunk['usage']): LanguageModelV4Usage => ({
  inputTokens: {
    total: usage?.prompt_tokens,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: usage?.completion_tokens, text: undefined, reasoning: undefined },
})
