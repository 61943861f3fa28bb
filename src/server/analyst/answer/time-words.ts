import type { Time, TimeGrain } from '../../../contract/query.ts'
import type { Messages } from './messages.ts'

/** '2025', 'July 2025', 'Q3 2025' from the id of a period. */
export function periodName(id: string, messages: Messages): string {
  const [year = '', part] = id.split('-')
  if (part === undefined) return messages.text('period.year', { year })
  return Number(part) > 0
    ? messages.text('period.month', { month: messages.month(Number(part)), year })
    : messages.text('period.part', { part, year, grain: part.charAt(0), n: part.slice(1) })
}

const englishMonth = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
const englishMonths = Array.from({ length: 12 }, (_, at) => englishMonth.format(new Date(Date.UTC(2000, at))))

/** A month of any year by its English name, 'Q1' as it is. */
export function seasonName(text: string, messages: Messages): string {
  const at = englishMonths.indexOf(text)
  return messages.lang === 'en' || at < 0 ? text : messages.month(at + 1)
}

/** '2019–2025', 'January–September 2025'; one period by its name. */
export function spanName(from: string, to: string, messages: Messages): string {
  if (from === to) return periodName(from, messages)
  const [fromYear, fromMonth] = from.split('-')
  const [toYear, toMonth] = to.split('-')
  if (fromYear === toYear && fromMonth === '01' && toMonth === '12')
    return periodName(fromYear ?? '', messages)
  const quarter = Number(toMonth) / 3
  if (fromYear === toYear && Number.isInteger(quarter) && Number(fromMonth) === Number(toMonth) - 2)
    return periodName(`${toYear}-Q${quarter}`, messages)
  if (fromYear === toYear && Number(fromMonth) > 0 && Number(toMonth) > 0)
    return messages.text('period.span', {
      from: messages.month(Number(fromMonth)),
      to: periodName(to, messages),
    })
  return messages.text('period.span', { from: periodName(from, messages), to: periodName(to, messages) })
}

/** The time a change starts from or an index rests on, beside what ends in `end` ('2025', '2025-09'); null where it is not known. */
export function baseName(time: Time, end: string | null, messages: Messages): string | null {
  switch (time.k) {
    case 'span':
      return spanName(time.from, time.to, messages)
    case 'since':
      return periodName(time.from, messages)
    case 'shift': {
      const moved = end === null ? null : shifted(end, time.by, time.grain)
      return moved === null ? null : periodName(moved, messages)
    }
    default:
      return null
  }
}

/** The same for what lasts from one period to another. */
export function baseSpan(
  time: Time,
  end: { from: string; to: string } | null,
  messages: Messages,
): string | null {
  if (time.k !== 'shift' || end === null) return baseName(time, end?.to ?? null, messages)
  const [from, to] = [shifted(end.from, time.by, time.grain), shifted(end.to, time.by, time.grain)]
  return from === null || to === null ? null : spanName(from, to, messages)
}

const monthsIn: Record<TimeGrain, number> = { year: 12, half: 6, quarter: 3, month: 1 }

/** The period of the same length, moved by whole grains; null where it would not be one of its kind. */
export function shifted(id: string, by: number, grain: TimeGrain): string | null {
  const [year = '', part] = id.split('-')
  if (part === undefined) return grain === 'year' ? String(Number(year) + by) : null
  const own: TimeGrain = part.startsWith('Q') ? 'quarter' : part.startsWith('H') ? 'half' : 'month'
  const size = monthsIn[own]
  const months = by * monthsIn[grain]
  if (months % size !== 0) return null
  const count = 12 / size
  const place = Number(year) * count + Number(part.replace(/\D/g, '')) - 1 + months / size
  const number = (place % count) + 1
  const name = own === 'month' ? String(number).padStart(2, '0') : `${own === 'quarter' ? 'Q' : 'H'}${number}`
  return `${Math.floor(place / count)}-${name}`
}
