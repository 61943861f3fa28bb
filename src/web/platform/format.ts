import { grouped } from '../../charts/format.ts'

// Made when first wanted: it takes a phone tens of milliseconds.
let dateTime: Intl.DateTimeFormat | undefined

/** An ISO time in the reader's own date-time format; the text itself when it is none. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  dateTime ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return dateTime.format(date)
}

/** As figures are written in answers, with at most two decimals: '1,234.5'. */
export const formatNumber = (value: number): string =>
  `${value < 0 ? '−' : ''}${grouped(Math.abs(value), 2).replace(/\.?0+$/, '')}`

/** '1 credit', '3 credits'. */
export const formatCredits = (amount: number): string =>
  `${formatNumber(amount)} ${amount === 1 ? 'credit' : 'credits'}`

/** Up to two letters that stand for a person: 'Ama Mensah' → 'AM'. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map(word => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
