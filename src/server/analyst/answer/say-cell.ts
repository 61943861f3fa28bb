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

/** 'That is a rise of 2.4%.' */
export function sayStep(w: Writing, row: number, shown: Shown): Said {
  const value = w.view.value(row, shown)
  if (value === null || value === 0) return []
  const figure = w.view.figure(row, shown, { size: true })
  return w.messages.say('say.step', { way: direction(value), figure })
}

/** 'GDP per capita in Kenya was US$ 894 below GDP per capita in Ghana: US$ 2,360 against US$ 3,260'; null of anything else. */
export function sayDistance(w: Writing, row: number, columns: readonly Shown[]): Said | null {
  const [main, ...others] = columns
  if (main?.of.k !== 'calc' || others.length !== 2) return null
  const { a, b, op } = main.of
  const [first, second] = [a, b].map(of => others.find(one => isDeepStrictEqual(one.of, of)))
  if (!first || !second || (op !== '-' && op !== '/')) return null
  const value = w.view.value(row, main) ?? 0
  // The place asked about comes first, whichever is taken from the other.
  const isTurned = op === '-' && a.k === 'at' && b.k !== 'at'
  const [one, other] = isTurned ? [second, first] : [first, second]
  return w.messages.say(op === '-' ? 'say.distance' : 'say.times', {
    subject: subjectOf(w, one, row),
    other: subjectOf(w, other, row),
    way: direction(isTurned ? -value : value),
    figure: w.view.figure(row, main, { size: true }),
    a: w.view.figure(row, one),
    b: w.view.figure(row, other),
    period: inPeriod(w, row, main),
  })
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
