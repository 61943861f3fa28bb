import type { Ask, Query } from '../../../contract/query.ts'
import type { Result, Source, Table } from '../../../contract/result.ts'
import {
  canonicalQuery,
  checkQuery,
  type Insights,
  printQuery,
  queryHash,
  queryWords,
} from '../../insights/insights.ts'
import { type Messages, messagesOf } from '../answer/messages.ts'
import { type Names, namesOf } from '../answer/names.ts'
import { writingsOf } from '../answer/write-ask.ts'
import type { Writing } from '../answer/writing.ts'
import type { Draft } from '../markup/write-markup.ts'
import { type PastAnswer, writingsIn } from './past-answer.ts'
import type { Talk } from './read-talk.ts'

/** What an act of talk is answered with. */
export interface TalkReply {
  drafts: Draft[]
  /** What was asked and is not available. */
  gaps?: string[]
  method?: string[]
  /** Whether the sources of the answer stand below. */
  showsSources?: boolean
}

/** So many new queries may a turn of talk read. */
const mostNewQueries = 2

/** What the acts of one turn of talk work on: the answer, and the tables of the reply. */
export class TalkContext {
  readonly talk: Talk
  readonly insights: Insights
  readonly messages: Messages
  readonly names: Names
  /** Answers with figures, the last one first. */
  readonly answers: readonly PastAnswer[]
  /** Queries run for the reply, by the ids of their tables. */
  readonly queryOf = new Map<string, Query>()
  readonly #signal: AbortSignal
  #tables: Table[]
  #sources: Source[]
  #run = 0
  #asked = 0

  constructor(parts: {
    talk: Talk
    insights: Insights
    answers: readonly PastAnswer[]
    signal: AbortSignal
  }) {
    const { talk, insights, answers, signal } = parts
    const [last] = answers
    this.talk = talk
    this.insights = insights
    this.messages = messagesOf(talk.lang)
    this.names = namesOf(insights.catalogue, this.messages)
    this.answers = answers
    this.#signal = signal
    this.#tables = [...(last?.document.tables ?? [])]
    this.#sources = [...(last?.document.sources ?? [])]
    const mains = this.#tables.filter(({ role }) => role === 'main')
    for (const [at, table] of mains.entries()) {
      const query = last?.queries[at]
      if (query) this.queryOf.set(table.id, query)
    }
  }

  get catalogue() {
    return this.insights.catalogue
  }

  /** The answer that is talked about. */
  get answer(): PastAnswer | null {
    return this.answers[0] ?? null
  }

  /** Its rows, ready to be spoken of in the language of the question. */
  get writings(): Writing[] {
    return this.answer ? writingsIn(this.answer, this.talk.lang, this.catalogue) : []
  }

  get result(): Result {
    return {
      tables: this.#tables,
      sources: this.#sources,
      method: [],
      data_version: this.insights.dataVersion,
    }
  }

  /** Tables of an earlier answer or of a look-up; their ids get a prefix and are given back. */
  add({ tables, sources }: Pick<Result, 'tables' | 'sources'>): Table[] {
    this.#run += 1
    const prefix = `n${this.#run}-`
    const taken = tables.map(table => ({ ...table, id: prefix + table.id, role: 'context' }))
    this.#tables.push(...taken)
    for (const source of sources)
      if (!this.#sources.some(({ id }) => id === source.id)) this.#sources.push(source)
    return taken
  }

  /**
   * Runs new queries, at most two a turn; a writing for each in its place, null where there is none or it breaks a rule.
   * @throws WarehouseError
   */
  async run(queries: readonly (Query | null)[]): Promise<(Writing | null)[]> {
    const { insights, catalogue } = this
    const fit = queries
      .filter(query => query !== null)
      .filter(query => checkQuery(insights.model, query).length === 0)
      .slice(0, mostNewQueries - this.#asked)
    this.#asked += fit.length
    if (fit.length === 0) return queries.map(() => null)
    const found = await insights.runAsk({ queries: fit } satisfies Ask, { signal: this.#signal })
    const tables = this.add(found)
    const answered = fit.map(canonicalQuery).map(query => ({
      ...{ query, text: printQuery(query), hash: queryHash(query), words: queryWords(query, catalogue) },
    }))
    // Tables of rows come first for each query, statistics after them.
    const mains = tables.map((table, at) => ({ ...table, role: found.tables[at]?.role ?? 'context' }))
    const rows = mains.filter(({ role }) => role === 'main')
    for (const [at, { id }] of rows.entries()) {
      const query = answered[at]?.query
      if (query) this.queryOf.set(id, query)
    }
    const result = { ...found, tables: mains }
    const writings = writingsOf({
      ...{ ask: { queries: fit }, queries: answered, result, lang: this.talk.lang, catalogue },
    })
    return queries.map(query => {
      const at = query === null ? -1 : fit.indexOf(query)
      return at < 0 ? null : (writings[at] ?? null)
    })
  }
}

export type Operation = (talk: TalkContext) => Promise<TalkReply> | TalkReply
