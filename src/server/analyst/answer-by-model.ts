import type { QueryDocument, Suggestion } from '../../contract/answer.ts'
import type { Chart } from '../../contract/chart.ts'
import type { Lang } from '../../contract/lang.ts'
import { type Ask, queryLimits } from '../../contract/query.ts'
import type { Result, Table } from '../../contract/result.ts'
import { AnswerTooLargeError, type AskResult, type Insights, QueryFaultError } from '../insights/insights.ts'
import { AppError } from '../platform/errors.ts'
import { defaultCaps, type LoopCaps, type LoopOutcome, runLoop } from './agent-loop.ts'
import { chartOfQuery } from './answer/chart-of-query.ts'
import { tableWordsOf } from './answer/table-words.ts'
import { writeAsk, writingsOf } from './answer/write-ask.ts'
import { addEnd, answeredQueries, documentOf, wordsOf } from './answer-ask.ts'
import { AnswerComposer } from './answer-composer.ts'
import { blockOf } from './block-of-directive.ts'
import { ClaimBook } from './claims/claim-book.ts'
import type { Checking } from './claims/verify-sentence.ts'
import { readDirective } from './markup/directives.ts'
import { readPieces } from './markup/pieces.ts'
import type { JSONValue, LanguageModel } from './model/language-model.ts'
import { streamLimits } from './model/stream-limits.ts'
import type { ToolCall } from './model/stream-step.ts'
import { outsideWords } from './outside-words.ts'
import { openingPrompt, type PastCall, systemPrompt } from './prompt.ts'
import { QueriesOfTurn } from './queries-of-turn.ts'
import { rewriteFailed } from './rewrite-sentences.ts'
import { TextGathering } from './text-gathering.ts'
import { RefusedCall, readCall } from './tools.ts'
import type { AnalystEvent, TurnAnswer } from './turn-answer.ts'
import type { AskToWrite } from './write-ask.ts'

export interface AskedOfModel {
  question: string
  depth: Depth
  /** Past turns, oldest first. */
  history: readonly PastCall[]
  lang: Lang
  /** ISO date of the reader's day. */
  today: string
  signal: AbortSignal
}
type Depth = 'quick' | 'deep'

export interface ModelParts {
  insights: Insights
  model: LanguageModel
  /** The queries that the reader makes of a question: none for a study; null where it is not answered in full. */
  queriesOf(question: string): Ask | null
  caps?: Partial<LoopCaps>
}

/** A deep answer may rest on more queries than a quick one. */
export const mostQueries: Readonly<Record<Depth, number>> = { quick: 4, deep: queryLimits.queries }
const gatheredTimes = { everyMs: 50, busyMs: 160 }
/** Of what a model offers so much is read, by length in characters and by number: reading takes the time of everybody. */
const offers = { length: 200, read: 8, shown: 4 }

/**
 * One question, answered by a provider's model through the loop.
 * @throws AppError provider_busy, unavailable (also where a provider broke off: what came has been emitted)
 */
export function answerByModel(
  parts: ModelParts,
  asked: AskedOfModel,
  emit: (event: AnalystEvent) => void,
): Promise<TurnAnswer> {
  return new ModelTurn(parts, asked, emit).run()
}

class ModelTurn {
  readonly #parts: ModelParts
  readonly #asked: AskedOfModel
  readonly #emit: (event: AnalystEvent) => void
  readonly #ran: QueriesOfTurn
  readonly #book: ClaimBook
  readonly #composer: AnswerComposer
  #isWriting = false
  /** It said what is not available, or asked back. */
  #saidInWords = false

  constructor(parts: ModelParts, asked: AskedOfModel, emit: (event: AnalystEvent) => void) {
    this.#parts = parts
    this.#asked = asked
    this.#emit = emit
    this.#ran = new QueriesOfTurn(parts.insights.model)
    const ran = this.#ran
    this.#book = new ClaimBook(ran.results, ran.words)
    const checking: Checking = {
      ...{ results: ran.results, book: this.#book },
      // What it may say grows with what it runs.
      get outside() {
        return outsideWords(ran, parts.insights.catalogue)
      },
    }
    this.#composer = new AnswerComposer(emit, checking, directive =>
      blockOf(directive, ran.results, table => this.#chartOf(table)),
    )
  }

  async run(): Promise<TurnAnswer> {
    const { insights, model, caps } = this.#parts
    const { question, history, today, depth, signal } = this.#asked
    if (signal.aborted)
      return this.#finish({ state: 'stopped', tokens: { input: 0, output: 0 }, isCountOwn: false })
    this.#step('read', 'Reading the question', 'running')
    const gathering = new TextGathering(text => this.#write(text), gatheredTimes)
    let outcome: LoopOutcome
    try {
      outcome = await runLoop({
        model,
        prompt: openingPrompt(
          systemPrompt(insights, { today, depth, most: mostQueries[depth] }),
          history,
          question,
        ),
        runTool: call => this.#runTool(call),
        onText: text => gathering.add(text),
        signal,
        caps: { ...defaultCaps, ...caps },
      })
    } finally {
      gathering.flush()
    }
    this.#composer.end()
    if (outcome.state === 'incomplete') {
      throw new AppError('unavailable', {
        message: 'The model provider broke off before the answer was whole. Please try again.',
      })
    }
    return this.#finish(outcome)
  }

  async #runTool(call: ToolCall): Promise<JSONValue> {
    const asked = readCall(call, this.#parts.insights.model)
    if (asked.k === 'queries') return this.#runQueries(asked.ask)
    this.#saidInWords = true
    if (this.#ran.queries.length === 0) this.#announce([])
    if (asked.k === 'gap') this.#composer.add({ type: 'gap', text: asked.reason, ask: asked.nearest })
    else this.#composer.add({ type: 'ask', question: asked.question, choices: asked.choices })
    return { said: true }
  }

  async #runQueries(ask: Ask): Promise<JSONValue> {
    const { insights } = this.#parts
    const ran = this.#ran
    const known = new Set(ran.queries.map(({ hash }) => hash))
    const queries = answeredQueries(ask, insights).filter(({ hash }) => !known.has(hash))
    const most = mostQueries[this.#asked.depth]
    if (queries.length === 0)
      throw new RefusedCall('This was run before: its tables are there. Write, or ask something else.')
    if (ran.queries.length + queries.length > most)
      throw new RefusedCall(`An answer takes at most ${most} queries; ${ran.queries.length} have been run.`)
    this.#announce([...ran.queries, ...queries])
    const id = `query-${ran.results.tables.length}`
    this.#step(id, 'Computing the figures', 'running')
    try {
      const result = await insights.runAsk(
        { queries: queries.map(({ query }) => query) },
        { signal: this.#asked.signal },
      )
      this.#checkRoom(result)
      const tables = ran.add(queries, result)
      this.#step(id, 'Computing the figures', 'done')
      const { tables: all, sources, dataVersion: data_version } = ran.results
      this.#emit({
        event: 'result',
        data: { tables: all, sources, data_version, table_words: this.#tableWords() },
      })
      return { tables: tables as unknown as JSONValue }
    } catch (error) {
      this.#step(id, 'Computing the figures', 'failed')
      this.#announce(ran.queries)
      if (error instanceof QueryFaultError || error instanceof AnswerTooLargeError)
        throw new RefusedCall(error.message)
      throw error
    }
  }

  /** Every table of an answer is sent, stored and searched for figures. @throws RefusedCall */
  #checkRoom({ tables }: Result): void {
    const cells = [...this.#ran.results.tables, ...tables].reduce(
      (sum, { rows, columns }) => sum + rows.length * columns.length,
      0,
    )
    if (cells > streamLimits.answerCells)
      throw new RefusedCall('Too many figures for one answer. Ask for fewer measures, places or periods.')
  }

  #announce(queries: QueryDocument['queries']): void {
    this.#step('read', 'Reading the question', 'done')
    this.#emit({ event: 'plan', data: { queries, lang: this.#asked.lang, words: wordsOf(queries) } })
  }

  /** The model's words, from the first on. */
  #write(text: string): void {
    if (!this.#isWriting) this.#step('write', 'Writing the answer', 'running')
    this.#isWriting = true
    this.#composer.push(text)
  }

  async #finish({ state, tokens }: LoopOutcome): Promise<TurnAnswer> {
    const { insights, model } = this.#parts
    const ran = this.#ran
    if (state === 'complete') {
      const { signal, lang } = this.#asked
      const markup = this.#written()
      const [headline] = markup.flatMap(line => (line.startsWith('# ') ? [readPieces(line.slice(2))] : []))
      await rewriteFailed({ composer: this.#composer, headline, results: ran.results, model, signal })
      addEnd(this.#composer, { lang, result: ran.result, next: this.#followups(markup) })
      this.#step('write', 'Writing the answer', 'done')
    } else this.#composer.settleAll()
    const contents = contentsOf(ran.results.tables)
    const result: AskResult = { ...ran.result, data_version: ran.results.dataVersion || insights.dataVersion }
    return {
      document: {
        ...documentOf({
          ...{ queries: ran.queries, lang: this.#asked.lang, result, composer: this.#composer },
          ...{ claims: this.#book.claims, model: `${model.provider}/${model.modelId}` },
        }),
        table_words: this.#tableWords(),
      },
      // A provider's words without any figure are still its words, and cost.
      free: this.#saidInWords && contents.size === 0,
      addsData: contents.size > mostQueries.quick,
      state: state === 'complete' ? 'complete' : 'stopped',
      ...{ builtIn: false, tokens },
    }
  }

  /** What the product's own writer says of the same tables, by line of markup; nothing without a query. */
  #written(): string[] {
    return this.#ran.queries.length === 0 ? [] : writeAsk(this.#toWrite()).split('\n')
  }

  #toWrite(): AskToWrite {
    const { ask, queries, result } = this.#ran
    return { ask, queries, result, lang: this.#asked.lang, catalogue: this.#parts.insights.catalogue }
  }

  #tableWords() {
    return this.#ran.queries.length === 0 ? {} : tableWordsOf(this.#toWrite())
  }

  #chartOf({ id }: Table): Chart | null {
    const input = this.#toWrite()
    const writing = writingsOf(input).find(({ view }) => view.table.id === id)
    return writing ? chartOfQuery(writing, input.result) : null
  }

  /** What the model offers, where it is enough and can be answered; else what the product's own writer would offer. */
  #followups(markup: readonly string[]): Suggestion[] {
    const own = this.#answerable(this.#composer.followups)
    if (own.length > 1) return own
    const usual = markup.flatMap((line): Suggestion[] => {
      const [, rest] = /^@next (.*)$/.exec(line) ?? []
      const read = rest === undefined ? null : readDirective('next', rest)
      return read?.name === 'next' ? [{ label: read.offer.label, question: read.offer.question }] : []
    })
    return this.#answerable(usual)
  }

  /** Only questions that can be answered are offered. */
  #answerable(items: readonly Suggestion[]): Suggestion[] {
    const { insights, queriesOf } = this.#parts
    const asked = new Set(this.#ran.queries.map(({ hash }) => hash))
    const isNew = ({ question }: Suggestion) => {
      const ask = queriesOf(question)
      return (
        ask !== null &&
        (ask.queries.length === 0 || answeredQueries(ask, insights).some(({ hash }) => !asked.has(hash)))
      )
    }
    const { question } = this.#asked
    return items
      .filter(item => item.question.length <= offers.length)
      .slice(0, offers.read)
      .filter(item => item.question.trim().toLowerCase() !== question.trim().toLowerCase())
      .filter(isNew)
      .slice(0, offers.shown)
  }

  #step(id: string, label: string, state: 'running' | 'done' | 'failed'): void {
    this.#emit({ event: 'step', data: { id, label, state } })
  }
}

/** The tables of rows that have a figure, by their cells: what is the same twice is there once, whatever it is called. */
const contentsOf = (tables: readonly Table[]): Set<string> =>
  new Set(
    tables
      .filter(({ role, rows }) => role === 'main' && rows.flat().some(cell => typeof cell === 'number'))
      .map(({ columns, rows }) => JSON.stringify([columns.map(({ unit }) => unit), rows])),
  )
