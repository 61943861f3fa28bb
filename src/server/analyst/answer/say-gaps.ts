import type { Query } from '../../../contract/query.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { printQuery } from '../../insights/insights.ts'
import type { Offer } from '../markup/offer.ts'
import type { Gap } from '../outcome.ts'
import type { LeftOpen } from '../reading/left-open.ts'
import type { Missing } from '../reading/missing.ts'
import type { Unplaced } from '../reading/unused.ts'
import { cutWithout } from './expression-facts.ts'
import { expressionWords } from './expression-words.ts'
import { type Messages, textOf } from './messages.ts'
import { namesOf } from './names.ts'
import { rowDims } from './row-names.ts'
import { periodName } from './time-words.ts'

const mostChoices = 4
const mostWords = 8

/** Sentences about what is not available, and the nearest question that can be answered. */
export interface GapWords {
  gap(missing: Missing, isShown: boolean, nearest: Offer | null): Gap
  unread(words: readonly string[], nearest: Offer | null): Gap
  unplaced(what: readonly Unplaced[], nearest: Offer | null): Gap
  /** The text is longer than the reader takes, in characters. */
  tooLong(most: number): Gap
  choice(open: LeftOpen): { question: string; choices: Offer[] }
  /** Ids of segments to choose from where none was named: the first of each department. */
  goods: readonly string[]
  /** A query as something to ask next; null where there is none. */
  offer(query: Query | undefined): Offer | null
}

export function gapWords(catalogue: Catalogue, messages: Messages): GapWords {
  const { text } = messages
  const names = namesOf(catalogue, messages)
  const words = expressionWords(messages, names)
  const offer: GapWords['offer'] = query => {
    const [shown] = query?.show ?? []
    if (!query || !shown) return null
    const noun = words.noun(shown.of, cutWithout(query.cut, rowDims(query)))
    const label = textOf(messages.capital([{ text: String(noun) }]))
    return { label, question: label, ask: printQuery(query) }
  }
  return {
    offer,
    goods: catalogue.departments.flatMap(({ segments }) => segments.slice(0, 1)).slice(0, mostChoices),
    choice(open) {
      if (!('choices' in open)) return { question: text(`ask.${open.k}`), choices: [] }
      const choices = open.choices.flatMap(({ dim, id, queries }): Offer[] => {
        const label = textOf(messages.capital([{ text: String(names.member(dim, id)) }]))
        const found = offer(queries[0])
        return found ? [{ ...found, label }] : [{ label, question: label }]
      })
      return { question: text(`ask.${open.k}`), choices }
    },
    gap({ of, words: said, country }, isShown, nearest) {
      const id = of === 'place' && country === null ? 'gap.outside' : (`gap.${of}` as const)
      const named = {
        words: of === 'period' || of === 'before' ? periodName(said, messages) : said,
        first: catalogue.panel.from.slice(0, 4),
        last: String(catalogue.lastYear),
        country: country === null ? 'none' : names.member('country', country),
        isShown: String(isShown),
      }
      return { text: text(id, named), nearest }
    },
    unplaced: ([what = 'other'], nearest) => ({ text: text('gap.unplaced', { what }), nearest }),
    // The first of them say enough: a long text may have hundreds.
    unread: (list, nearest) => ({
      text: text('gap.unread', { words: messages.textList(list.slice(0, mostWords)) }),
      nearest,
    }),
    tooLong: most => ({ text: text('gap.long', { most: messages.number(String(most), '') }), nearest: null }),
  }
}
