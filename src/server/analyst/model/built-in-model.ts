import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { type Plan, plan as planSchema } from '../../../contract/plan.ts'
import type { Result } from '../../../contract/result.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { ResultSet } from '../claims/result-set.ts'
import { writeMarkup } from '../markup/write-markup.ts'
import { runPlanTool } from '../tools.ts'
import type { LastTurn } from '../understanding/follow-up.ts'
import type { Understand } from '../understanding/understand.ts'
import { writeAnswer } from '../writer/write-answer.ts'
import type { LanguageModel } from './language-model.ts'

const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

/**
 * The analyst that needs no provider, as one more language model: asked a question it calls the tool with the plan it
 * read; given the tool's tables it writes the answer. It reads nothing but its prompt.
 */
export function createBuiltInModel(catalogue: Catalogue, understand: Understand): LanguageModel {
  const generate = (options: LanguageModelV4CallOptions): LanguageModelV4GenerateResult => {
    const part = answerPart(options.prompt, catalogue, understand)
    return {
      content: [part],
      finishReason: { unified: part.type === 'tool-call' ? 'tool-calls' : 'stop', raw: undefined },
      usage: noUsage,
      warnings: [],
    }
  }
  return {
    provider: 'built-in',
    modelId: 'built-in',
    stream: async (options, onPart) => {
      const { content, finishReason, usage } = generate(options)
      for (const part of streamParts(content, finishReason, usage)) onPart(part)
    },
  }
}

function streamParts(
  content: readonly LanguageModelV4Content[],
  finishReason: LanguageModelV4GenerateResult['finishReason'],
  usage: LanguageModelV4Usage,
): LanguageModelV4StreamPart[] {
  const parts = content.flatMap((part): LanguageModelV4StreamPart[] => {
    if (part.type === 'tool-call') return [part]
    if (part.type !== 'text') return []
    return [
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: part.text },
      { type: 'text-end', id: '0' },
    ]
  })
  return [{ type: 'stream-start', warnings: [] }, ...parts, { type: 'finish', usage, finishReason }]
}

type Part = Extract<LanguageModelV4Content, { type: 'text' | 'tool-call' }>

function answerPart(prompt: LanguageModelV4Prompt, catalogue: Catalogue, understand: Understand): Part {
  const asked = readPrompt(prompt)
  if (asked.ran === null) {
    const plan = understand(asked)
    return { type: 'tool-call', toolCallId: 'plan-1', toolName: runPlanTool, input: JSON.stringify(plan) }
  }
  const { result, plan } = asked.ran
  // A refused plan has words instead of tables.
  if (!('tables' in result)) return { type: 'text', text: `# ${String(result.error)}\n` }
  const results = new ResultSet()
  results.add(result)
  return { type: 'text', text: writeMarkup(writeAnswer(plan, results, catalogue)) }
}

interface ReadPrompt {
  question: string
  last: LastTurn | null
  /** What the turn just before asked back. */
  pending: Plan['ask']
  today: string
  depth: Plan['depth']
  /** The plan that was run for the question, with its tables; null before. */
  ran: { plan: Plan; result: Result | { error: unknown } } | null
}

/** What the conversation says: the question, the plan of the turn before, and what the tool gave back. */
function readPrompt(prompt: LanguageModelV4Prompt): ReadPrompt {
  const lastUser = prompt.findLastIndex(message => message.role === 'user')
  const system = prompt.find(message => message.role === 'system')?.content ?? ''
  // The day and the depth end the prompt, behind all that is held.
  const line = (name: string) =>
    system
      .slice(system.lastIndexOf(`\n${name}: `))
      .split('\n')[1]
      ?.slice(name.length + 2) ?? ''
  const message = prompt[lastUser]
  const question =
    message?.role === 'user'
      ? message.content.map(part => (part.type === 'text' ? part.text : '')).join(' ')
      : ''
  const own = callsIn(prompt.slice(lastUser))
  const ran = own.findLast(call => call.output !== null)
  return {
    question,
    last: lastTurnOf(prompt.slice(0, lastUser)),
    pending: callsIn(prompt.slice(0, lastUser)).at(-1)?.plan.ask ?? null,
    today: line('Today'),
    depth: line('Depth') === 'deep' ? 'deep' : 'quick',
    ran: ran ? { plan: ran.plan, result: ran.output as unknown as Result | { error: unknown } } : null,
  }
}

interface PastCall {
  plan: Plan
  output: Record<string, unknown> | null
}

function callsIn(messages: LanguageModelV4Prompt): PastCall[] {
  const outputs = new Map<string, Record<string, unknown>>()
  for (const message of messages) {
    if (message.role !== 'tool') continue
    for (const part of message.content) {
      if (part.type !== 'tool-result' || part.output.type !== 'json') continue
      const { value } = part.output
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        outputs.set(part.toolCallId, { ...value })
    }
  }
  return messages.flatMap(message => {
    if (message.role !== 'assistant') return []
    return message.content.flatMap(part => {
      if (part.type !== 'tool-call' || part.toolName !== runPlanTool) return []
      const parsed = planSchema.safeParse(part.input)
      return parsed.success ? [{ plan: parsed.data, output: outputs.get(part.toolCallId) ?? null }] : []
    })
  })
}

/** The last turn with a plan that can be edited; a gap or a question back in between is looked past. */
function lastTurnOf(messages: LanguageModelV4Prompt): LastTurn | null {
  const call = callsIn(messages).findLast(
    ({ plan }) => !['gap', 'ask_back', 'help', 'definition', 'holdings'].includes(plan.operation),
  )
  if (!call) return null
  const shown = call.output?.shown
  return {
    plan: call.plan,
    entities: Array.isArray(shown) ? shown.filter(name => typeof name === 'string') : [],
  }
}
