import type { AnsweredQuery, Block, QueryDocument, Suggestion } from '../../contract/answer.ts'
import type { Lang } from '../../contract/lang.ts'
import type { Ask, Cond, Query } from '../../contract/query.ts'
import type { Cell, Result } from '../../contract/result.ts'
import {
  AnswerTooLargeError,
  type AskResult,
  canonicalQuery,
  type Insights,
  printQuery,
  QueryFaultError,
  queryHash,
  queryWords,
} from '../insights/insights.ts'
import { latestInstead } from './answer/latest-instead.ts'
import { tableWordsOf } from './answer/table-words.ts'
import { AnswerComposer } from './answer-composer.ts'
import { blockOf } from './block-of-directive.ts'
import { ClaimBook } from './claims/claim-book.ts'
import { queryEntities } from './claims/query-entity.ts'
import { queryPeriod } from './claims/query-period.ts'
import { ResultSet } from './claims/result-set.ts'
import { ComputingFailed } from './computing-failed.ts'
import type { Offer } from './markup/offer.ts'
import { cautionsOf, methodLines } from './method-lines.ts'
import type { AnalystEvent, TurnAnswer } from './turn-answer.ts'
import type { WriteAsk } from './write-ask.ts'

/** A question that was read as queries. */
export interface ReadQuestion {
  question: string
  ask: Ask
  lang: Lang
  /** How it was read where it left a choice, a sentence each. */
  assumed?: readonly string[]
  /** What is asked by yes or no of the first query. */
  claim?: Cond | null
  /** What of it cannot be answered, with the nearest that can. */
  gaps?: readonly { text: string; nearest: Offer | null }[]
  /** True where the figures are only the nearest to what was asked. */
  isFree?: boolean
}

export interface AskingParts {
  insights: Insights
  write: WriteAsk
  /** The ask with what puts its figure into context. */
  extend?: (ask: Ask, insights: Insights) => Ask
  /** The result with what is worked out of it. */
  complete?: (result: AskResult) => AskResult
}

type Emit = (event: AnalystEvent) => void

/** What came of running the queries: their rows, sentences that say why they were not run, or a reader who stopped. */
type Computed = { result: AskResult } | { refused: readonly string[] } | 'stopped'

const mostFollowups = 4
export const cautionsHeading: Record<Lang, string> = {
  en: 'Cautions',
  fr: 'Réserves',
  pt: 'Ressalvas',
  sw: 'Tahadhari',
  ar: 'تنبيهات',
}

/**
 * Runs the queries of a question and writes the answer, as a document of version 2. Queries that break a rule of the
 * language, or would give more than an answer holds, are a gap that says so. An answer without a figure is free.
 * @throws AppError unavailable
 */
export async function answerAsk(
  parts: AskingParts,
  asked: ReadQuestion,
  emit: Emit,
  signal: AbortSignal,
): Promise<TurnAnswer> {
  const { insights } = parts
  const { ask, lang } = asked
  const step = (id: string, label: string, state: 'running' | 'done' | 'failed') =>
    emit({ event: 'step', data: { id, label, state } })
  const queries = answeredQueries(ask, insights)
  step('read', 'Reading the question', 'done')
  emit({ event: 'plan', data: { queries, lang, words: wordsOf(queries) } })
  step('query', 'Computing the figures', 'running')
  const { whole, computed } = await computeBeside(parts, ask, signal)
  const found = computed !== 'stopped' && 'result' in computed ? computed.result : noResult(insights)
  const result = parts.complete?.(found) ?? withContextRoles(found, queries.length)
  const { tables, sources, data_version } = result
  const beside = whole.queries[queries.length]
  // A study names its tables itself.
  const table_words = parts.complete
    ? {}
    : tableWordsOf({
        ...{ ask, queries, result, lang, catalogue: insights.catalogue },
        ...(beside && { beside }),
      })
  if (tables.length > 0) emit({ event: 'result', data: { tables, sources, data_version, table_words } })
  step('query', 'Computing the figures', tables.length > 0 ? 'done' : 'failed')
  const { composer, claims } = composerOf(insights, whole, result, emit)
  if (computed !== 'stopped') {
    step('write', 'Writing the answer', 'running')
    for (const gap of asked.gaps ?? []) addGap(composer, gap.text, gap.nearest)
    if ('refused' in computed) for (const reason of computed.refused) addGap(composer, reason, null)
    else writeWords(composer, parts, asked, { queries, beside, result })
    step('write', 'Writing the answer', 'done')
  }
  return {
    document: { ...documentOf({ queries, lang, result, composer, claims }), table_words },
    free:
      asked.isFree === true ||
      !tables.some(({ role, rows }) => role !== 'context' && rows.flat().some(isFigure)),
    ...{ addsData: false, builtIn: true, tokens: { input: 0, output: 0 } },
    state: computed === 'stopped' ? 'stopped' : 'complete',
  }
}

/** The first query in one line. */
export const wordsOf = (queries: readonly AnsweredQuery[]) =>
  queries.slice(0, 1).map(query => ({ label: 'Query', value: query.words }))

/** The stored form of an answer. */
export function documentOf(answer: {
  queries: AnsweredQuery[]
  lang: Lang
  result: AskResult
  composer: AnswerComposer
  claims: QueryDocument['claims']
  /** Who wrote the words; the product's own writer where it is left out. */
  model?: string
}): QueryDocument {
  const { queries, lang, composer, claims, model = 'built-in' } = answer
  const { tables, sources, data_version } = answer.result
  const blocks = composer.blocks.filter(block => block !== null)
  return {
    ...{ version: 2, queries, lang, plan_words: wordsOf(queries), data_version },
    ...{ modelled: tables.some(table => table.modelled), blocks, claims, tables, sources, model },
    ...suggestionsOf(composer, blocks),
  }
}

/** The queries of an ask as a document has them. */
export const answeredQueries = ({ queries }: Ask, { catalogue }: Insights): AnsweredQuery[] =>
  queries.map(canonicalQuery).map(query => ({
    query,
    text: printQuery(query),
    hash: queryHash(query),
    words: queryWords(query, catalogue),
  }))

/** What was asked with what is put beside it: the latest figures where there is none for the time asked, else its context. */
async function computeBeside(
  { insights, extend }: AskingParts,
  ask: Ask,
  signal: AbortSignal,
): Promise<{ whole: Ask; computed: Computed }> {
  const whole = extend?.(ask, insights) ?? ask
  const computed = signal.aborted ? 'stopped' : await compute(insights, whole, signal)
  if (computed === 'stopped' || 'refused' in computed) return { whole, computed }
  const [first] = computed.result.tables
  const instead = latestInstead(ask, first, insights.model)
  if (!instead) return { whole, computed }
  const other: Ask = { queries: [...ask.queries, instead] }
  return { whole: other, computed: await compute(insights, other, signal) }
}

/** @throws AppError unavailable */
async function compute(insights: Insights, ask: Ask, signal: AbortSignal): Promise<Computed> {
  try {
    return { result: await insights.runAsk(ask, { signal }) }
  } catch (error) {
    if (signal.aborted) return 'stopped'
    if (error instanceof QueryFaultError)
      return { refused: [...new Set(error.faults.map(({ message }) => message))] }
    if (error instanceof AnswerTooLargeError) return { refused: [error.message] }
    throw new ComputingFailed(error)
  }
}

const isFigure = (cell: Cell) => typeof cell === 'number'

/** Tables of queries after those asked are there for context. */
function withContextRoles(result: AskResult, asked: number): AskResult {
  const beside = new Set(result.queries.slice(asked).flatMap(({ tables }) => tables))
  const tables = result.tables.map(table => (beside.has(table.id) ? { ...table, role: 'context' } : table))
  return { ...result, tables }
}

export const noResult = ({ dataVersion }: Insights): AskResult => ({
  ...{ tables: [], sources: [], method: [], queries: [], data_version: dataVersion },
})

/** What turns markup about a result into blocks, and the claims that its figures become. */
export function composerOf({ model }: Insights, ask: Ask, result: AskResult, emit: Emit) {
  const results = new ResultSet()
  results.add(result)
  const queryOf = new Map(result.queries.flatMap(({ tables }, at) => tables.map(id => [id, ask.queries[at]])))
  const book = new ClaimBook(results, {
    entity: queryEntities(model, table => queryOf.get(table)),
    period: (table, row, column) => queryPeriod(queryOf.get(table.id), table, row, column),
  })
  const checking = { results, book }
  const composer = new AnswerComposer(emit, checking, directive => blockOf(directive, results))
  return { composer, claims: book.claims, results }
}

const addGap = (composer: AnswerComposer, text: string, nearest: Offer | null) =>
  composer.add({ type: 'gap', text, ask: nearest && composer.offer(nearest) })

/** The writer's words, and what stands under them. */
function writeWords(
  composer: AnswerComposer,
  { insights, write }: AskingParts,
  { ask, lang, question, claim, assumed = [] }: ReadQuestion,
  { queries, beside, result }: { queries: AnsweredQuery[]; beside: Query | undefined; result: AskResult },
): void {
  composer.push(
    write({
      ...{ ask, queries, result, lang, catalogue: insights.catalogue },
      ...(beside && { beside }),
      ...(claim && { claim }),
    }),
  )
  composer.end()
  composer.settleAll()
  const next = composer.followups.filter(one => one.question !== question).slice(0, mostFollowups)
  addEnd(composer, { lang, result, assumed, next })
}

/** What is said under every answer, whoever wrote it: cautions, method, sources, what to ask next. */
export function addEnd(
  composer: AnswerComposer,
  {
    lang,
    result,
    assumed = [],
    next,
  }: { lang: Lang; result: Result; assumed?: readonly string[]; next: readonly Suggestion[] },
): void {
  // What stands beside the answer for context brings no cautions of its own.
  const cautions = cautionsOf({ ...result, tables: result.tables.filter(({ role }) => role !== 'context') })
  const items = cautions.map(text => [{ text }])
  if (items.length > 0) composer.add({ type: 'list', checked: true, heading: cautionsHeading[lang], items })
  const lines = methodLines(assumed, result)
  if (lines.length > 0) composer.add({ type: 'method', lines })
  if (result.sources.length > 0)
    composer.add({ type: 'sources', sources: result.sources.map(source => source.id) })
  if (next.length > 0) composer.add({ type: 'followups', items: [...next] })
}

/** The queries behind what is offered in the end. */
function suggestionsOf(
  composer: AnswerComposer,
  blocks: readonly Block[],
): Pick<QueryDocument, 'suggestions'> {
  const offered = new Set(blocks.flatMap(suggestionsIn).map(({ suggestion_id }) => suggestion_id))
  const suggestions = composer.suggestions.filter(({ suggestion_id }) => offered.has(suggestion_id))
  return suggestions.length > 0 ? { suggestions } : {}
}

function suggestionsIn(block: Block): Suggestion[] {
  if (block.type === 'followups') return block.items
  if (block.type === 'ask') return block.choices
  return block.type === 'gap' && block.ask ? [block.ask] : []
}
