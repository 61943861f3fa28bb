import { type Dim, dims } from '../../../contract/query.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { dimOfSet } from '../answer/expression-facts.ts'
import type { PastTurn } from '../past-turn.ts'
import type { Lexicons } from '../reading/lexicon.ts'
import type { Reader } from '../reading/read.ts'
import { measuresOf, type PastAnswer, pastAnswer } from './past-answer.ts'
import { readTalk, type Shown, type Talk } from './read-talk.ts'

export interface TalkReader {
  reader: Reader
  lexicons: Lexicons
  catalogue: Catalogue
}

interface Asked {
  question: string
  /** Oldest first. */
  history: readonly PastTurn[]
  today: string
}

/** The talk in a question of a conversation, with the answers before it, the last first; null where it is none. */
export async function talkInConversation(
  parts: TalkReader,
  asked: Asked,
): Promise<{ talk: Talk; answers: PastAnswer[] } | null> {
  const talk = talkIn(parts, asked)
  if (!talk) return null
  const answers: PastAnswer[] = []
  for (const turn of withoutTalk(parts, asked).toReversed()) {
    const answer = await pastAnswer(turn)
    if (answer) answers.push(answer)
  }
  return { talk, answers }
}

/** The turns before that asked for something: those of talk are left out. */
export function withoutTalk(parts: TalkReader, { history, today }: Omit<Asked, 'question'>): PastTurn[] {
  return history.filter(
    ({ question }, at) => talkIn(parts, { question, history: history.slice(0, at), today }) === null,
  )
}

function talkIn(
  { reader, lexicons, catalogue }: TalkReader,
  { question, history, today }: Asked,
): Talk | null {
  const last = history.findLast(turn => shownOf(turn) !== null)
  const lang = lexicons.languageOf(question, history.at(-1)?.asks?.lang ?? null)
  return readTalk(reader, catalogue, { question, lang, today }, last ? shownOf(last) : null)
}

/** What the answer of a turn showed; null where it showed no figures. */
function shownOf({ asks, plan }: PastTurn): Shown | null {
  if (asks) return asks.queries.length > 0 ? shownByQueries(asks) : null
  if (!plan || (plan.measures.length === 0 && plan.segments.length === 0)) return null
  const { measures, countries, segments, brands, channels } = plan
  return { measures, named: { country: countries, segment: segments, brand: brands, channel: channels } }
}

function shownByQueries({ queries, shown }: NonNullable<PastTurn['asks']>): Shown {
  const ids = (dim: Dim) => [
    ...shown.flatMap(one => (one.dim === dim ? one.ids : [])),
    ...queries.flatMap(({ cut, rows }) => [
      ...(cut[dim]?.k === 'ids' ? cut[dim].ids : []),
      ...rows.flatMap(row =>
        row.k === 'members' && row.of.k === 'ids' && dimOfSet(row.of) === dim ? row.of.ids : [],
      ),
    ]),
  ]
  return {
    measures: [...new Set(queries.flatMap(({ show }) => show.flatMap(({ of }) => measuresOf(of))))],
    named: Object.fromEntries(dims.map(dim => [dim, [...new Set(ids(dim))]])) as Record<Dim, string[]>,
  }
}
