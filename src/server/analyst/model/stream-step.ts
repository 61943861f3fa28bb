import { setTimeout as sleep } from 'node:timers/promises'
import { APICallError } from '@ai-sdk/provider'
import { AppError } from '../../platform/errors.ts'
import { GrowingText } from './growing-text.ts'
import type { LanguageModel, ModelOptions, ModelPart } from './language-model.ts'
import { type AnswerMeter, streamLimits, TooMuchSent } from './stream-limits.ts'

/** A tool call as the model made it. */
export interface ToolCall {
  id: string
  name: string
  /** Still text; null where it was too long to be kept. */
  input: string | null
}

export interface StepOutcome {
  readonly text: string
  calls: ToolCall[]
  /** False where the provider fell silent, broke off or gave no stop reason: what came is kept. */
  isWhole: boolean
  reported: { input: number | undefined; output: number | undefined }
}

export interface StepLimits {
  /** Silence after which a provider is given up. */
  silenceMs: number
  /** When the whole answer must be done, by `performance.now()`. */
  deadlineMs: number
  /** Waits before the first, second … repeat. */
  backoffMs: readonly number[]
  /** Counts what all replies of the answer bring. */
  meter: AnswerMeter
}

/**
 * One call of a model, read to its end. Refused calls and broken connections are repeated only before the first word.
 * @throws AppError provider_busy (429 for as long as the answer may take), unavailable (all else)
 */
export async function streamStep(
  model: LanguageModel,
  options: ModelOptions,
  onText: (text: string) => void,
  limits: StepLimits,
): Promise<StepOutcome> {
  for (let attempt = 0; ; attempt++) {
    const text = new GrowingText()
    const outcome: StepOutcome = {
      get text() {
        return text.whole()
      },
      calls: [],
      isWhole: false,
      reported: { input: undefined, output: undefined },
    }
    try {
      await readOnce(model, options, limits, outcome, piece => {
        text.add(piece)
        onText(piece)
      })
      return outcome
    } catch (error) {
      if (options.abortSignal?.aborted) throw error
      if (outcome.text !== '') return outcome
      await waitToRepeat(error, attempt, limits, options.abortSignal)
    }
  }
}

/** Waits before another try, or throws what the reader is told. */
async function waitToRepeat(
  error: unknown,
  attempt: number,
  limits: StepLimits,
  signal: AbortSignal | undefined,
): Promise<void> {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  const isBusy = status === 429
  const failure = new AppError(isBusy ? 'provider_busy' : 'unavailable', { message: wordsFor(isBusy) })
  const isFinal = status !== undefined && status < 500 && status !== 429 && status !== 408
  const waitMs = limits.backoffMs[attempt]
  if (error instanceof TooMuchSent) throw error
  if (isFinal || error instanceof SilentProvider || waitMs === undefined) throw failure
  if (performance.now() + waitMs > limits.deadlineMs) throw failure
  await sleep(waitMs, undefined, signal ? { signal } : {})
}

const wordsFor = (isBusy: boolean) =>
  isBusy
    ? 'The model provider is busy. Please try again in a moment.'
    : 'The model provider cannot be reached. Please try again.'

class SilentProvider extends Error {
  override name = 'SilentProvider'
}

async function readOnce(
  model: LanguageModel,
  options: ModelOptions,
  limits: StepLimits,
  outcome: StepOutcome,
  onText: (text: string) => void,
): Promise<void> {
  const silence = new AbortController()
  const { abortSignal } = options
  const signal = abortSignal ? AbortSignal.any([silence.signal, abortSignal]) : silence.signal
  const watch = setInterval(
    () => {
      const now = performance.now()
      if (now - heardAt > limits.silenceMs || now > limits.deadlineMs) silence.abort(new SilentProvider())
    },
    Math.min(250, limits.silenceMs),
  )
  let heardAt = performance.now()
  // A stream that ignores its signal is not heard any more. Asking the signal itself at each part costs as much as reading it.
  let isLeft = false
  const take = (part: ModelPart) => {
    if (isLeft) return
    heardAt = performance.now()
    takePart(part, outcome, onText)
  }
  const reading = model.stream({ ...options, abortSignal: signal }, take, limits.meter)
  try {
    await unlessAborted(reading, signal)
    signal.throwIfAborted()
  } finally {
    isLeft = true
    clearInterval(watch)
  }
}

/** The promise, or the signal's reason, whichever is first. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}

function takePart(part: ModelPart, outcome: StepOutcome, onText: (text: string) => void): void {
  switch (part.type) {
    case 'text-delta':
      onText(part.delta)
      return
    case 'tool-call':
      outcome.calls.push({
        id: part.toolCallId.slice(0, streamLimits.nameLength),
        name: part.toolName.slice(0, streamLimits.nameLength),
        input: part.input.length > streamLimits.argumentsLength ? null : part.input,
      })
      return
    case 'finish':
      outcome.isWhole = ['stop', 'tool-calls', 'length'].includes(part.finishReason.unified)
      outcome.reported = { input: part.usage.inputTokens.total, output: part.usage.outputTokens.total }
      return
    default:
  }
}
