import type { AnsweredQuery, QueryDocument } from '../../../contract/answer.ts'
import type { Insights } from '../../insights/insights.ts'
import { AnswerComposer } from '../answer-composer.ts'
import { blockOf } from '../block-of-directive.ts'
import { ClaimBook } from '../claims/claim-book.ts'
import { queryEntities } from '../claims/query-entity.ts'
import { queryPeriod } from '../claims/query-period.ts'
import { ResultSet } from '../claims/result-set.ts'
import { ComputingFailed } from '../computing-failed.ts'
import { writeMarkup } from '../markup/write-markup.ts'
import type { AnalystEvent, TurnAnswer } from '../turn-answer.ts'
import { actRules, type TalkAct } from './acts.ts'
import { operations } from './operations.ts'
import type { PastAnswer } from './past-answer.ts'
import type { Talk } from './read-talk.ts'
import { TalkContext, type TalkReply } from './talk-context.ts'

type Emit = (event: AnalystEvent) => void

/**
 * Answers talk about an answer, the product or its data: an operation on what is stored, with at most two new queries, free of
 * charge. The document keeps the queries of the answer that is talked about, so that the conversation goes on from there.
 * @throws AppError unavailable
 */
export async function answerTalk(
  insights: Insights,
  { talk, answers }: { talk: Talk; answers: readonly PastAnswer[] },
  emit: Emit,
  signal: AbortSignal,
): Promise<TurnAnswer> {
  // Talk that is about no answer leaves those before it aside.
  const isAbout = talk.acts.some(act => actRules[act].about !== 'nothing')
  const context = new TalkContext({ talk, insights, answers: isAbout ? answers : [], signal })
  const queries = queriesOf(context)
  const step = (id: string, label: string, state: 'running' | 'done') =>
    emit({ event: 'step', data: { id, label, state } })
  step('read', 'Reading the question', 'done')
  const words = queries.slice(0, 1).map(query => ({ label: 'Query', value: query.words }))
  emit({ event: 'plan', data: { queries, lang: talk.lang, words } })
  step('write', 'Writing the answer', 'running')
  const replies = await repliesOf(context, signal)
  const { tables, sources } = context.result
  if (tables.length > 0)
    emit({ event: 'result', data: { tables, sources, data_version: insights.dataVersion } })
  const { composer, book } = composerOf(context, emit)
  if (replies !== 'stopped') {
    for (const { gaps = [] } of replies)
      for (const text of gaps) composer.add({ type: 'gap', text, ask: null })
    // The line behind closes the last block, so that it comes whole.
    composer.push(`${writeMarkup(replies.flatMap(({ drafts }) => drafts))}\n`)
    composer.end()
    composer.settleAll()
    if (
      (talk.acts.includes('source') || replies.some(({ showsSources }) => showsSources)) &&
      sources.length > 0
    )
      composer.add({ type: 'sources', sources: sources.map(({ id }) => id) })
    step('write', 'Writing the answer', 'done')
  }
  const document: QueryDocument = {
    ...{ version: 2, queries, lang: talk.lang, plan_words: words, data_version: insights.dataVersion },
    ...{
      modelled: tables.some(({ modelled }) => modelled),
      blocks: composer.blocks.filter(block => block !== null),
    },
    ...{ claims: book.claims, tables, sources, model: 'built-in' },
  }
  return {
    ...{ document, free: true, addsData: false, builtIn: true, tokens: { input: 0, output: 0 } },
    state: replies === 'stopped' ? 'stopped' : 'complete',
  }
}

const queriesOf = ({ answer }: TalkContext): AnsweredQuery[] =>
  answer?.document.version === 2 ? answer.document.queries : []

const restating: readonly TalkAct[] = ['restate', 'headline', 'email', 'table', 'language', 'repeat']

/** 'Three lines, with source': what is said again names its sources below. */
const actsOf = ({ acts }: Talk): readonly TalkAct[] =>
  acts.some(act => restating.includes(act)) ? acts.filter(act => act !== 'source') : acts

async function repliesOf(context: TalkContext, signal: AbortSignal): Promise<TalkReply[] | 'stopped'> {
  try {
    const replies: TalkReply[] = []
    for (const act of actsOf(context.talk)) {
      if (signal.aborted) return 'stopped'
      const isWithout = actRules[act].about === 'answer' && !context.answer
      replies.push(await (isWithout ? askAbout(context) : operations[act](context)))
    }
    return replies
  } catch (error) {
    if (signal.aborted) return 'stopped'
    throw new ComputingFailed(error)
  }
}

function composerOf(context: TalkContext, emit: Emit) {
  const { insights, queryOf, result } = context
  const results = new ResultSet()
  results.add(result)
  const book = new ClaimBook(results, {
    entity: queryEntities(insights.model, table => queryOf.get(table)),
    period: (table, row, column) => queryPeriod(queryOf.get(table.id), table, row, column),
  })
  const checking = { results, book }
  const composer = new AnswerComposer(emit, checking, directive => blockOf(directive, results))
  return { composer, book }
}

/** There is no answer yet that the question could be about. */
const askAbout = ({ messages, talk }: TalkContext): TalkReply => ({
  drafts: [{ type: 'ask', question: messages.text('talk.about', { act: talk.acts[0] ?? '' }), choices: [] }],
})
