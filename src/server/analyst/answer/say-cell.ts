import { isDeepStrictEqual } from 'node:util'
import type { Expr } from '../../../contract/query.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { cutWithout, dimOfSet, isAmount } from './expression-facts.ts'
import type { Shown } from './view.ts'
import { direction, fromTo, inPeriod, type Said, subjectOf, topicOf, type Writing } from './writing.ts'

/** One figure in a sentence without its full stop: what it is, where, how much, when. */
export function sayFigure(w: Writing, row: number, shown: Shown): Said {
  const { view, messages, words, names } = w
  const value = view.value(row, shown)
  if (value === null) return []
  const { of, as } = shown
  const cut = view.cut(row)
  const figure = view.figure(row, shown)
  const period = inPeriod(w, row, shown)
  const subject = subjectOf(w, shown, row)
  if (as !== null) return messages.say('say.level', { subject, verb: 'stood', figure, period })
  switch (of.k) {
    case 'change':
      return [...sayChange(w, row, shown), ...sayEnds(w, row, shown)]
    case 'rank': {
      const dim = 'dim' in of.among ? of.among.dim : 'country'
      const who = cut[dim]
      if (!who) break
      return messages.say('say.rank', {
        ...{ who: words.set(who), figure, period, end: of.end },
        ...{ topic: words.noun(of.of, cutWithout(cut, [dim])), among: words.members(of.among) },
      })
    }
    case 'fold': {
      const { over } = of
      if (of.how !== 'count' || over.k !== 'members' || over.of.k !== 'where') break
      const test = words.condition(over.of.test, cutWithout(cut, [dimOfSet(over.of)]))
      return messages.say('say.count', {
        figure,
        set: words.set(over.of.of),
        dim: dimOfSet(over.of),
        test,
        period,
      })
    }
    case 'concentration':
      if (of.how === 'hhi') break
      return messages.say('say.top', {
        n: of.n ?? 0,
        dim: of.dim,
        figure,
        period,
        subject: words.noun(of.of, cutWithout(cut, [of.dim])),
      })
    case 'effect': {
      const factor = of.factors[of.pick - 1]
      return messages.say('say.effect', {
        ...{
          factor: factor ? words.subject(factor) : '',
          way: direction(value),
        },
        figure: view.figure(row, shown, { size: true }),
      })
    }
    default:
  }
  const isYear = of.k === 'when' && of.find !== 'count'
  const verb = isYear ? 'was' : isAmount(of, names) ? 'came' : 'stood'
  return messages.say('say.level', { subject, verb, figure, period })
}

/** ' from 2020 to 2025': the time over which effects are found. */
export function effectTime({ messages, words, view }: Writing, row: number, of: Expr | undefined): string {
  if (of?.k !== 'effect') return ''
  const [shown] = view.shown
  const [to, from] = [view.period(row), shown ? words.baseOf(of.from, view.span(row, shown)) : null]
  return to === null || from === null
    ? messages.text('since.time', { time: words.time(of.from), timed: of.from.k })
    : messages.text('from.to', { from, to })
}

/** 'value sales of beer in Kenya rose 5.2% from 2020 to 2025'. */
export function sayChange(w: Writing, row: number, shown: Shown): Said {
  const { view, messages } = w
  const value = view.value(row, shown)
  if (value === null || shown.of.k !== 'change') return []
  return messages.say('say.change', {
    ...{ subject: subjectOf(w, shown, row), as: shown.of.as, way: direction(value) },
    figure: view.figure(row, shown, { size: shown.of.as !== 'times' }),
    time: fromTo(w, row, shown),
  })
}

/** ', from US$ 1.1bn to US$ 1.7bn', where both ends stand beside a change. */
function sayEnds(w: Writing, row: number, shown: Shown): Piece[] {
  const { view, messages } = w
  const ends = endsOf(w, shown)
  if (!ends) return []
  const [from, to] = [view.figure(row, ends.from), view.figure(row, ends.to)]
  return from.length > 0 && to.length > 0 ? messages.say('say.ends', { from, to }) : []
}

/** The columns of the value at both ends of a change; null where they are not shown. */
export function endsOf({ view }: Writing, { of }: Shown): { from: Shown; to: Shown } | null {
  if (of.k !== 'change') return null
  const to = view.shown.find(one => isDeepStrictEqual(one.of, of.of))
  const from = view.shown.find(
    one =>
      one.of.k === 'at' && isDeepStrictEqual(one.of.of, of.of) && isDeepStrictEqual(one.of.time, of.from),
  )
  return from && to ? { from, to } : null
}

/** 'GDP at US$ 29.2bn, population at 21.9m and inflation at 13.6%': several figures of one cell. */
export function sayFigures(w: Writing, row: number, columns: readonly Shown[]): Said {
  const { messages, view } = w
  const items = columns.flatMap(shown => {
    const figure = view.figure(row, shown)
    return figure.length === 0 ? [] : [messages.say('item.at', { topic: topicOf(w, shown), figure })]
  })
  return items.length === 0 ? [] : messages.list(items)
}
