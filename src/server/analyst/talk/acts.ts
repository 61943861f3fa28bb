import type { Dim } from '../../../contract/query.ts'
import type { Sem } from '../reading/sem.ts'

/** What can be said about an answer, the product or its data, without a new question of its own. */
export const talkActs = [
  ...(['source', 'method', 'sure', 'position', 'why', 'better', 'advice'] as const),
  ...(['restate', 'headline', 'email', 'table', 'chart', 'language', 'repeat'] as const),
  ...(['modelled', 'names', 'years', 'basis', 'includes'] as const),
  ...(['define', 'codes', 'contents', 'fact', 'holds', 'panel'] as const),
  ...(['refuse', 'hello', 'thanks', 'bye', 'who', 'help', 'sorry'] as const),
] as const
export type TalkAct = (typeof talkActs)[number]

export interface ActRule {
  /** Whether there has to be an answer that it is about, may be one, or need not. */
  about: 'answer' | 'either' | 'nothing'
  /** What may stand beside it. */
  beside: readonly Sem['c'][] | 'anything'
  /** What is named beside it is what the answer showed; but for the place; anything; nothing. */
  named: 'shown' | 'place' | 'any' | 'none'
  /** So many words may be left unread: they change nothing of what is done. */
  unread: number
  /** What has to be named; `rivals`: several members that were shown. */
  needs?: Dim | 'term' | 'rivals'
}

const reference = [
  ...(['ref', 'filler', 'want', 'edit', 'op', 'dim', 'nominal', 'size', 'timeRef', 'money', 'unit'] as const),
] as const
const numbers = ['num', 'qty', 'scale'] as const
const amounts = [...numbers, 'ordinal', 'grain', 'time', 'times'] as const
const degrees = [
  ...([
    'degree',
    'comp',
    'lead',
    'profile',
    'usual',
    'change',
    'fold',
    'real',
    'share',
    'per',
    ...(['relate', 'cmp', 'rival', 'pred', 'predExpr', 'stat'] as const),
  ] as const),
] as const
const names = ['set', 'meas'] as const
const audience = [...reference, ...amounts, ...degrees] as const
const onAnswer = [...audience, ...names] as const

const aboutAnswer: ActRule = { about: 'answer', beside: onAnswer, named: 'shown', unread: 3 }
const restating: ActRule = {
  about: 'answer',
  beside: [...reference, ...numbers],
  named: 'none',
  unread: 4,
}
const aboutData: ActRule = {
  about: 'nothing',
  beside: [...reference, ...amounts, ...names],
  named: 'any',
  unread: 1,
}
const courtesy: ActRule = { about: 'nothing', beside: reference, named: 'none', unread: 4 }
const aboutProduct: ActRule = { ...courtesy, beside: [...reference, ...degrees, 'set', 'time'], named: 'any' }

export const actRules: Record<TalkAct, ActRule> = {
  source: { ...aboutAnswer, about: 'either', named: 'place' },
  method: { ...aboutAnswer, about: 'either', named: 'any' },
  sure: { ...aboutAnswer, named: 'place' },
  // 'How much is that per adult' asks for another figure.
  position: {
    ...aboutAnswer,
    beside: [...reference, ...degrees.filter(one => one !== 'per'), ...names],
    unread: 0,
  },
  why: { ...aboutAnswer, named: 'place', unread: 2 },
  better: { ...aboutAnswer, unread: 1, needs: 'rivals' },
  advice: { ...aboutAnswer, unread: 1 },
  restate: restating,
  headline: restating,
  email: restating,
  table: restating,
  chart: { ...restating, beside: reference, unread: 2 },
  language: { ...restating, unread: 2 },
  repeat: { ...restating, unread: 1 },
  modelled: { ...aboutAnswer, about: 'either' },
  names: { ...aboutAnswer, about: 'either' },
  years: aboutAnswer,
  basis: { ...aboutAnswer, named: 'any' },
  includes: { ...aboutAnswer, named: 'place', unread: 0, needs: 'country' },
  define: {
    ...{ about: 'either', named: 'any', unread: 1, needs: 'term' },
    beside: [...reference, 'meas', 'set', 'share', 'stat', 'profile', 'real', 'fold'],
  },
  codes: { ...aboutData, unread: 2, needs: 'segment' },
  contents: { ...aboutData, unread: 2, needs: 'segment' },
  fact: { ...aboutData, beside: [...reference, 'set'], unread: 2, needs: 'country' },
  holds: { ...aboutData, unread: 3 },
  panel: { ...aboutData, unread: 3 },
  refuse: { ...aboutData, beside: 'anything', unread: 40 },
  hello: courtesy,
  thanks: courtesy,
  bye: courtesy,
  who: aboutProduct,
  help: aboutProduct,
  sorry: { ...courtesy, unread: 6 },
}
