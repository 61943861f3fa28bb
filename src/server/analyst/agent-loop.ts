import { AppError } from '../platform/errors.ts'
import type { JSONValue, LanguageModel, ModelPrompt } from './model/language-model.ts'
import { AnswerMeter } from './model/stream-limits.ts'
import { type StepOutcome, streamStep, type ToolCall } from './model/stream-step.ts'
import { writeNow } from './prompt.ts'
import { RefusedCall, tools } from './tools.ts'

/** What one answer may take. */
export interface LoopCaps {
  toolCalls: number
  timeMs: number
  outputTokens: number
  silenceMs: number
  backoffMs: readonly number[]
}

export const defaultCaps: LoopCaps = {
  toolCalls: 12,
  timeMs: 120_000,
  outputTokens: 16_000,
  silenceMs: 30_000,
  backoffMs: [400, 1_600],
}

export interface LoopParts {
  model: LanguageModel
  prompt: ModelPrompt
  /** Runs a call; the model reads what it throws, in safe words. */
  runTool(call: ToolCall): Promise<JSONValue>
  onText(text: string): void
  signal: AbortSignal
  caps: LoopCaps
}

export interface LoopOutcome {
  state: 'complete' | 'stopped' | 'incomplete'
  tokens: { input: number; output: number }
  /** True where a provider's own count was absent or absurd and ours was taken. */
  isCountOwn: boolean
}

/** A token is about four characters; used to hold a provider's own count against. */
const ownTokens = (characters: number) => Math.ceil(characters / 4)

/**
 * Asks a model, runs the tools it calls, and asks again until it has written. The same for every provider. At three quarters of a cap the model is asked to write; at the cap it gets no tools any more.
 */
export async function runLoop({
  model,
  prompt,
  runTool,
  onText,
  signal,
  caps,
}: LoopParts): Promise<LoopOutcome> {
  const messages = [...prompt]
  const startedAt = performance.now()
  const meter = new AnswerMeter()
  const outcome: LoopOutcome = { state: 'complete', tokens: { input: 0, output: 0 }, isCountOwn: false }
  let calls = 0
  let isAsked = false
  // One step more than calls are allowed: the last has no tools and must write.
  for (let round = 0; round <= caps.toolCalls; round++) {
    const used = Math.max(
      calls / caps.toolCalls,
      (performance.now() - startedAt) / caps.timeMs,
      outcome.tokens.output / caps.outputTokens,
    )
    if (used >= 0.75 && !isAsked) {
      messages.push({ role: 'system', content: writeNow })
      isAsked = true
    }
    const mayCall = used < 1 && round < caps.toolCalls
    let step: StepOutcome
    try {
      step = await streamStep(
        model,
        {
          prompt: messages,
          abortSignal: signal,
          maxOutputTokens: Math.max(256, caps.outputTokens - outcome.tokens.output),
          ...(mayCall ? { tools, toolChoice: { type: 'auto' } } : {}),
        },
        onText,
        { silenceMs: caps.silenceMs, deadlineMs: startedAt + caps.timeMs, backoffMs: caps.backoffMs, meter },
      )
    } catch (error) {
      if (signal.aborted) return { ...outcome, state: 'stopped' }
      throw error
    }
    count(outcome, step, messages)
    if (step.calls.length === 0 || !mayCall)
      return { ...outcome, state: step.isWhole ? 'complete' : 'incomplete' }
    const allowed = step.calls.slice(0, caps.toolCalls - calls)
    calls += allowed.length
    await answerCalls(messages, step, allowed, runTool)
    if (signal.aborted) return { ...outcome, state: 'stopped' }
  }
  return outcome
}

async function answerCalls(
  messages: ModelPrompt,
  step: StepOutcome,
  allowed: readonly ToolCall[],
  runTool: LoopParts['runTool'],
): Promise<void> {
  messages.push({
    role: 'assistant',
    content: [
      ...(step.text === '' ? [] : [{ type: 'text' as const, text: step.text }]),
      ...step.calls.map(call => ({
        type: 'tool-call' as const,
        toolCallId: call.id,
        toolName: call.name,
        input: inputOf(call.input),
      })),
    ],
  })
  for (const call of step.calls) {
    const value = allowed.includes(call)
      ? await safely(() => runTool(call))
      : { error: 'No more calls. Write the answer.' }
    messages.push({
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: call.id, toolName: call.name, output: { type: 'json', value } },
      ],
    })
  }
}

/** What a refused call says, or one sentence without a path, a version or a role in it. */
async function safely(run: () => Promise<JSONValue>): Promise<JSONValue> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError) throw error
    return { error: error instanceof RefusedCall ? error.message : 'The query could not be run.' }
  }
}

/** A call's input as JSON for the next prompt; what is none goes back as an empty object. */
function inputOf(text: string | null): unknown {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** A provider's count is taken where it is near our own; absent, negative or absurd ones are not. */
function count(outcome: LoopOutcome, step: StepOutcome, messages: ModelPrompt): void {
  const own = {
    input: ownTokens(JSON.stringify(messages).length),
    output: ownTokens(
      step.text.length + step.calls.reduce((sum, call) => sum + (call.input?.length ?? 0), 0),
    ),
  }
  for (const side of ['input', 'output'] as const) {
    const reported = step.reported[side]
    const isPlausible =
      reported !== undefined &&
      Number.isFinite(reported) &&
      reported > 0 &&
      reported <= 10 * own[side] + 4_000
    if (!isPlausible && own[side] > 0) outcome.isCountOwn = true
    outcome.tokens[side] += isPlausible ? reported : own[side]
  }
}
