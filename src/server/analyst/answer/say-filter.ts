import type { Cond } from '../../../contract/query.ts'
import { cutOfRows, item, rowSet } from './say-rows.ts'
import { inPeriod, nounOf, type Said, subjectOf, type Writing } from './writing.ts'

const mostNamed = 5

/** 'Fourteen of the 52 African countries had inflation below 10% in 2025: South Africa (US$ 889m), Algeria …'. */
export function sayFilter(w: Writing, where: Cond): Said {
  const { view, messages, words } = w
  const { query, table, rows } = view
  const set = rowSet(query)
  const [first = 0] = rows
  const shown = view.ordered ?? view.shown[0]
  if (!shown) return []
  const { coverage } = table
  const named = rows.length <= mostNamed + 1 ? rows : rows.slice(0, mostNamed)
  const items = named.map(row => item(w, row, shown))
  const others = rows.length - named.length
  const list = messages.list(
    others > 0 ? [...items, [{ text: messages.text('others', { n: others }) }]] : items,
  )
  return messages.say('filter', {
    ...{ n: rows.length, of: coverage?.held ?? 0, list },
    ...{
      members: set ? words.members(set) : messages.text('rows'),
    },
    ...{
      test: words.condition(where, cutOfRows(query)),
      period: inPeriod(w, first, shown),
      topic: subjectOf(w, shown),
    },
    isSaid: String(words.condition(where, cutOfRows(query)).includes(nounOf(w, shown).text)),
    isFull: String(!coverage || coverage.held >= coverage.of),
    end: query.order && view.ordered ? query.order.end : 'none',
  })
}

/** 'None of the 52 African countries …': no row is left, or nothing has a figure. */
export function sayNone(w: Writing): Said {
  const { view, messages, words } = w
  const { query, table } = view
  const [shown] = view.shown
  if (!shown) return []
  const set = rowSet(query)
  const held = table.coverage?.held ?? 0
  const period = inPeriod(w, 0, shown)
  if (query.where && (held > 0 || !table.coverage))
    return messages.say('filter.none', {
      ...{ of: held, members: set ? words.members(set) : messages.text('rows') },
      ...{ test: words.condition(query.where, cutOfRows(query)), period },
    })
  return messages.say('no.figure', { subject: subjectOf(w, shown), period })
}
