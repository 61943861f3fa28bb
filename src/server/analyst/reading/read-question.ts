import type { Lang } from '../../../contract/lang.ts'
import { messagesOf } from '../answer/messages.ts'
import type { GapWords } from '../answer/say-gaps.ts'
import { leftOpenPoint, openPointsOf, withoutFigures } from '../open-points.ts'
import type { Outcome } from '../outcome.ts'
import type { PastTurn } from '../past-turn.ts'
import type { AskedStudy } from '../studies/params.ts'
import { draftOfPlan } from './conversation/plan-draft.ts'
import type { Past, Shown } from './conversation.ts'
import { type LeftOpen, leftOpen } from './left-open.ts'
import { hasRest, isNearest, type Missing } from './missing.ts'
import { type Candidate, longestQuestion, type Reader } from './read.ts'

export interface Asked {
  question: string
  history: readonly PastTurn[]
  today: string
}

const mostQueries = 8

/**
 * What a question of a conversation turned out to be. A word that matters and was not read bars the answer, and a text that is
 * too long is not read at all.
 */
export function readQuestion(reader: Reader, asked: Asked, wordsOf: (lang: Lang) => GapWords): Outcome {
  const past = asked.history.map(pastOf)
  const candidates = reader.read(asked.question, asked.today, past)
  const [best] = candidates
  if (!best) {
    const lang = reader.languageOf(asked.question)
    return { k: 'gap', lang, gaps: [wordsOf(lang).tooLong(longestQuestion)] }
  }
  const words = wordsOf(best.lang)
  if (best.study && isReadEnough(best)) return studyOf(best, best.study, asked.question, words)
  const open = leftOpen(candidates, past.length > 0, candidate =>
    words.goods.flatMap(id => {
      const queries = reader.withGoods(candidate, id)
      return queries.length > 0 ? [{ dim: 'segment', id, queries }] : []
    }),
  )
  const askBack = (open: LeftOpen): Outcome => ({
    ...{ k: 'choice', lang: best.lang, ...words.choice(open) },
    open: [leftOpenPoint(best.lang, open)],
  })
  // 'And Congo?' in a conversation is answered for both.
  if (open?.k === 'meaning' && !best.isAlone && open.choices.every(({ dim }) => dim === 'country'))
    return queriesOf({ ...best, queries: open.choices.flatMap(({ queries }) => queries) }, asked.question)
  if (open) return askBack(open)
  if (best.isLost) return askBack({ k: 'subject' })
  if (best.unread.length > 0) return notUnderstood(best, words)
  if (best.missing.length === 0 && best.queries.length === 0) return askBack({ k: 'subject' })
  if (best.missing.length > 0) return withoutMissing(best, asked.question, words, reader)
  return queriesOf(best, asked.question)
}

/** A word that was not read bars the answer; what would be answered without it is offered. */
function notUnderstood(best: Candidate, words: GapWords): Outcome {
  const { unread, unplaced, missing, queries, lang } = best
  const nearest = missing.length === 0 ? words.offer(queries[0]) : null
  const typed = unread.filter(word => !(unplaced as string[]).includes(word))
  return {
    ...{ k: 'gap', lang, open: openPointsOf(best) },
    gaps: [
      ...missing.map(one => words.gap(one, false, null)),
      typed.length > 0 ? words.unread(typed, nearest) : words.unplaced(unplaced, nearest),
    ],
  }
}

const queriesOf = ({ queries, lang, assumed, claim }: Candidate, question: string) =>
  ({
    k: 'queries',
    read: {
      question,
      lang,
      assumed: assumed.map(id => messagesOf(lang).text(id)),
      claim,
      ask: { queries: queries.slice(0, mostQueries) },
    },
  }) as const

/** What has no figures is named first; the rest is answered, free of charge where it is only the nearest to what was asked. */
function withoutMissing(best: Candidate, question: string, words: GapWords, reader: Reader): Outcome {
  const { missing, said, lang, queries } = best
  const isShown = queries.length > 0 && hasRest(said, missing)
  const nearest = ({ nearest: id }: Missing) =>
    isShown ? null : words.offer((id === null ? queries : reader.nearest(best, id))[0])
  const gaps = missing.map(one => words.gap(one, isShown, nearest(one)))
  const open = withoutFigures(lang, missing)
  if (!isShown) return { k: 'gap', lang, gaps, open }
  const { read } = queriesOf(best, question)
  return { k: 'queries', read: { ...read, gaps, isFree: isNearest(missing) }, open }
}

/** What is said beside a word that asks for a study is part of it: words that were not read do not bar it. */
function isReadEnough({ unread, unknown, draft, study, missing }: Candidate): boolean {
  const isFirm = draft.study?.firm === true
  const isOnlyUnknown = unread.length === unknown.length && unknown.length <= mostUnknown
  // 'What do you know about cars in Kenya' is not asked of Kenya.
  const isNamed = isFirm || study?.params.segment !== null || draft.measures.length > 0
  return (missing.length === 0 || isNamed) && (unread.length === 0 || (isFirm && isOnlyUnknown))
}
const mostUnknown = 4

function studyOf({ lang, unread, missing }: Candidate, study: AskedStudy, question: string, words: GapWords) {
  const isPlaced = study.params.country !== null
  const gaps = missing.filter(({ of }) => !isPlaced || of !== 'place').map(one => words.gap(one, true, null))
  const open = openPointsOf({ lang, unread, unplaced: [], missing })
  return { k: 'study', asked: { question, lang, study, leftAside: unread, gaps }, open } as const
}

const isCountry = (text: string) => /^[A-Z]{3}$/.test(text)

/** What an earlier answer showed; one that rests on a plan names its countries by code. */
export function pastOf({ question, asks, plan, entities }: PastTurn): Past {
  if (asks) {
    const shown = asks.shown.map(({ dim, ids }): Shown => ({ dim, ids: [...ids] }))
    return { question, shown, isAnswered: true }
  }
  const ids = entities.filter(isCountry)
  const draft = plan && draftOfPlan(plan)
  return { question, shown: ids.length > 0 ? [{ dim: 'country', ids }] : [], ...(draft && { draft }) }
}
