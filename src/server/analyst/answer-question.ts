import type { AnswerDocument, Suggestion } from '../../contract/answer.ts'
import { emptyPlan, type Plan } from '../../contract/plan.ts'
import type { Result } from '../../contract/result.ts'
import type { TurnEvent } from '../../contract/turn-event.ts'
import type { Insights } from '../insights/insights.ts'
import { PlanError } from '../insights/insights.ts'
import { AppError } from '../platform/errors.ts'
import { AddedData } from './added-data.ts'
import { defaultCaps, type LoopCaps, type LoopOutcome, runLoop } from './agent-loop.ts'
import { AnswerComposer } from './answer-composer.ts'
import { blockOf } from './chart-by-rule.ts'
import { ClaimBook } from './claims/claim-book.ts'
import { ResultSet } from './claims/result-set.ts'
import type { Checking } from './claims/verify-sentence.ts'
import { ComputingFailed } from './computing-failed.ts'
import { mendAnswer } from './mend-answer.ts'
import { cautionsOf, methodLines } from './method-lines.ts'
import type { JSONValue, LanguageModel } from './model/language-model.ts'
import { streamLimits } from './model/stream-limits.ts'
import type { ToolCall } from './model/stream-step.ts'
import type { OpenPoint } from './open-points.ts'
import type { PastTurn } from './past-turn.ts'
import { planHash, stableJson } from './plan-hash.ts'
import { planWords } from './plan-words.ts'
import { openingPrompt, systemPrompt } from './prompt.ts'
import { TextGathering } from './text-gathering.ts'
import { namesOf } from './text-names.ts'
import { inAvailableTime, RefusedCall, readPlanCall, withoutOwnFigures } from './tools.ts'
import { capital, goodsPhrase } from './understanding/questions.ts'
import type { Understand } from './understanding/understand.ts'
import { placesPhrase } from './writer/draft-answer.ts'
import { writeAnswer } from './writer/write-answer.ts'
import { verdictRule } from './writer/write-feasibility.ts'

export type AnalystEvent = Extract<
  TurnEvent,
  { event: 'step' | 'plan' | 'result' | 'block' | 'delta' | 'claims' }
>

export interface AskedTurn {
  question: string
  depth: Plan['depth']
  history: readonly PastTurn[]
  /** ISO date of the reader's day. */
  today: string
  signal: AbortSignal
}

export interface TurnAnswer {
  document: AnswerDocument
  free: boolean
  /** True where a deep answer is proven to hold data that the quick one would not: only then it costs its own price. */
  addsData: boolean
  state: 'complete' | 'stopped'
  builtIn: boolean
  tokens: { input: number; output: number }
  /** What of the question was not answered; absent where a provider's model answered. */
  open?: readonly OpenPoint[]
}

export interface AnsweringParts {
  insights: Insights
  model: LanguageModel
  understand: Understand
  caps?: Partial<LoopCaps>
}

const freeOperations: readonly Plan['operation'][] = ['gap', 'ask_back', 'help', 'holdings', 'definition']
const atOnce = { everyMs: 0, busyMs: 0 }
const gathered = { everyMs: 50, busyMs: 160 }
const untold: readonly Plan['operation'][] = ['gap', 'ask_back', 'help']

/**
 * One question, answered by one model through the one loop.
 * @throws AppError provider_busy, unavailable (also where a provider broke off: what came has been emitted)
 */
export async function answerQuestion(
  parts: AnsweringParts,
  asked: AskedTurn,
  emit: (event: AnalystEvent) => void,
): Promise<TurnAnswer> {
  const turn = new AnswerTurn(parts, asked, emit)
  return turn.run()
}

class AnswerTurn {
  readonly #parts: AnsweringParts
  readonly #asked: AskedTurn
  readonly #emit: (event: AnalystEvent) => void
  readonly #results = new ResultSet()
  readonly #added: AddedData
  #plan: Plan | null = null
  #composer: AnswerComposer | null = null
  #checking: Checking | null = null

  constructor(parts: AnsweringParts, asked: AskedTurn, emit: (event: AnalystEvent) => void) {
    this.#parts = parts
    this.#asked = asked
    this.#emit = emit
    this.#added = new AddedData(plan => parts.insights.runPlan(plan, { signal: asked.signal }))
  }

  get #isBuiltIn(): boolean {
    return this.#parts.model.provider === 'built-in'
  }

  async run(): Promise<TurnAnswer> {
    const { insights, model, caps } = this.#parts
    const { question, history, today, depth, signal } = this.#asked
    if (signal.aborted)
      return this.#finish({ state: 'stopped', tokens: { input: 0, output: 0 }, isCountOwn: false })
    this.#step('read', 'Reading the question', 'running')
    const gathering = new TextGathering(text => this.#write(text), this.#isBuiltIn ? atOnce : gathered)
    let outcome: LoopOutcome
    try {
      outcome = await runLoop({
        model,
        prompt: openingPrompt(systemPrompt(insights.catalogue, today, depth), history, question),
        runTool: call => this.#runTool(call),
        onText: text => gathering.add(text),
        signal,
        caps: { ...defaultCaps, ...caps },
      })
    } finally {
      gathering.flush()
    }
    this.#composer?.end()
    if (outcome.state === 'incomplete') {
      throw new AppError('unavailable', {
        message: 'The model provider broke off before the answer was whole. Please try again.',
      })
    }
    return this.#finish(outcome)
  }

  async #runTool(call: ToolCall): Promise<JSONValue> {
    const { insights } = this.#parts
    const asked = readPlanCall(call.name, call.input, insights.catalogue)
    const own = this.#isBuiltIn ? asked : withoutOwnFigures(asked)
    // The depth is what the reader asked and pays for, whatever a model names.
    const plan = inAvailableTime({ ...own, depth: this.#asked.depth }, insights.catalogue)
    this.#takePlan(plan)
    if (untold.includes(plan.operation)) {
      return asJson(
        this.#results.add({ tables: [], sources: [], method: [], data_version: insights.dataVersion }),
      )
    }
    const id = `query-${this.#results.tables.length}`
    this.#step(id, 'Computing the figures', 'running')
    try {
      const result = await insights.runPlan(plan, { signal: this.#asked.signal })
      this.#checkRoom(result)
      this.#added.note(plan, result)
      const tables = this.#results.add(result)
      this.#step(id, 'Computing the figures', 'done')
      this.#emit({
        event: 'result',
        data: {
          tables: this.#results.tables,
          sources: this.#results.sources,
          data_version: result.data_version,
        },
      })
      return { ...asRecord(result), tables: tables as unknown as JSONValue }
    } catch (error) {
      this.#step(id, 'Computing the figures', 'failed')
      if (error instanceof PlanError) throw new RefusedCall(error.message)
      if (this.#isBuiltIn && !this.#asked.signal.aborted) throw new ComputingFailed(error)
      throw error
    }
  }

  /** Every table of an answer is sent, stored and searched for figures. @throws RefusedCall */
  #checkRoom({ tables }: Result): void {
    const cells = [...this.#results.tables, ...tables].reduce(
      (sum, { rows, columns }) => sum + rows.length * columns.length,
      0,
    )
    if (cells > streamLimits.answerCells)
      throw new RefusedCall('Too many figures for one answer. Ask for fewer measures, places or periods.')
  }

  #takePlan(plan: Plan): void {
    this.#plan = plan
    this.#step('read', 'Reading the question', 'done')
    this.#emit({ event: 'plan', data: { plan, words: planWords(plan, this.#parts.insights.catalogue) } })
  }

  /** The model's words, from the first on. */
  #write(text: string): void {
    if (!this.#composer) this.#step('write', 'Writing the answer', 'running')
    this.#open().push(text)
  }

  #open(): AnswerComposer {
    if (this.#composer) return this.#composer
    const { catalogue } = this.#parts.insights
    const plan = this.#plan ?? emptyPlan
    this.#composer = new AnswerComposer(
      this.#emit,
      this.#check(plan),
      directive => blockOf(directive, this.#results, placesPhrase(plan, catalogue), this.#isBuiltIn),
      this.#isBuiltIn,
    )
    for (const gap of leadingGaps(plan))
      this.#composer.add({ type: 'gap', text: gap.reason, ask: gap.nearest })
    return this.#composer
  }

  #check(plan: Plan): Checking {
    const { catalogue } = this.#parts.insights
    const goods = plan.segments.length === 1 ? capital(goodsPhrase(catalogue, plan.segments[0] ?? '')) : ''
    const subject = [goods, placesPhrase(plan, catalogue)].filter(Boolean).join(', ')
    this.#checking = {
      results: this.#results,
      book: new ClaimBook(this.#results, subject),
      subject,
      names: namesOf(this.#results, plan, catalogue),
    }
    return this.#checking
  }

  async #finish(outcome: LoopOutcome): Promise<TurnAnswer> {
    const plan = this.#plan ?? { ...emptyPlan, depth: this.#asked.depth }
    const composer = this.#open()
    if (outcome.state === 'complete') {
      await mendAnswer({
        composer,
        plan,
        results: this.#results,
        catalogue: this.#parts.insights.catalogue,
        model: this.#parts.model,
        signal: this.#asked.signal,
      })
      this.#addEnd(composer, plan)
      this.#step('write', 'Writing the answer', 'done')
    } else composer.settleAll()
    return {
      document: this.#document(composer, plan),
      free: this.#isFree(),
      addsData: await this.#added.isProven(),
      state: outcome.state === 'complete' ? 'complete' : 'stopped',
      builtIn: this.#isBuiltIn,
      tokens: outcome.tokens,
    }
  }

  /** A gap, help or a question back; a provider's words without any plan are still its words, and cost. */
  #isFree(): boolean {
    if (this.#plan === null) return this.#isBuiltIn
    const isEmpty = this.#isBuiltIn && this.#results.tables.length === 0
    return isEmpty || freeOperations.includes(this.#plan.operation)
  }

  /** What the host says itself, the same for every model: gaps, method, sources, follow-ups. */
  #addEnd(composer: AnswerComposer, plan: Plan): void {
    const cautions = cautionsOf(this.#results)
    if (cautions.length > 0) {
      composer.add({
        type: 'list',
        checked: true,
        heading: 'Cautions',
        items: cautions.map(text => [{ text }]),
      })
    }
    const leading = leadingGaps(plan)
    for (const gap of plan.gaps.filter(one => !leading.includes(one)))
      composer.add({ type: 'gap', text: gap.reason, ask: gap.nearest })
    const rules = plan.operation === 'feasibility' ? [verdictRule] : []
    const lines = methodLines([...plan.assumptions, ...rules], this.#results)
    if (lines.length > 0) composer.add({ type: 'method', lines })
    if (this.#results.sources.length > 0)
      composer.add({ type: 'sources', sources: this.#results.sources.map(source => source.id) })
    const own = this.#answerable(composer.followups, plan)
    const items = own.length > 1 || this.#isBuiltIn ? own : this.#answerable(this.#usualFollowups(plan), plan)
    if (items.length > 0) composer.add({ type: 'followups', items })
  }

  /** What the built-in writer would offer next, where a provider's model offered too little. */
  #usualFollowups(plan: Plan): Suggestion[] {
    const drafts = writeAnswer(plan, this.#results, this.#parts.insights.catalogue)
    return drafts.flatMap(draft => (draft.type === 'followups' ? draft.items : []))
  }

  /** Only questions that the analyst itself can answer are offered. */
  #answerable(items: readonly Suggestion[], plan: Plan): Suggestion[] {
    const { understand } = this.#parts
    const { today, question } = this.#asked
    return items
      .filter(item => item.question.trim().toLowerCase() !== question.trim().toLowerCase())
      .filter(item => {
        const read = understand({ question: item.question, last: null, today, depth: plan.depth })
        return !untold.includes(read.operation) && !asksTheSame(read, plan)
      })
      .slice(0, 4)
  }

  #document(composer: AnswerComposer, plan: Plan): AnswerDocument {
    const { insights, model } = this.#parts
    const { catalogue } = insights
    return {
      version: 1,
      plan,
      plan_words: planWords(plan, catalogue),
      plan_hash: planHash(plan),
      data_version: this.#results.dataVersion || insights.dataVersion,
      modelled: this.#results.tables.some(table => table.modelled),
      blocks: composer.blocks.filter(block => block !== null),
      claims: this.#checking?.book.claims ?? [],
      tables: this.#results.tables,
      sources: this.#results.sources,
      model: this.#isBuiltIn ? 'built-in' : `${model.provider}/${model.modelId}`,
    }
  }

  #step(id: string, label: string, state: 'running' | 'done' | 'failed'): void {
    this.#emit({ event: 'step', data: { id, label, state } })
  }
}

/** 'The year 2026 is not held; 2025:' must be read before the answer for 2025. */
const leadingGaps = (plan: Plan) =>
  untold.includes(plan.operation) ? [] : plan.gaps.filter(gap => gap.kind === 'period')

const asksTheSame = (one: Plan, other: Plan) =>
  one.operation === other.operation && question(one) === question(other)
const question = (plan: Plan) => stableJson({ ...plan, assumptions: [], limit: null, chart: null })

const asRecord = (value: object) => value as Record<string, JSONValue>
const asJson = (tables: unknown): JSONValue => ({
  tables: tables as JSONValue,
  sources: [],
  method: [],
  data_version: '',
})
