// Made when first wanted: each takes a phone tens of milliseconds.
let dateTime: Intl.DateTimeFormat | undefined
let wholeNumber: Intl.NumberFormat | undefined

/** An ISO time in the reader's own date-time format; the text itself when it is none. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  dateTime ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return dateTime.format(date)
}

export function formatNumber(value: number): string {
  wholeNumber ??= new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
  return wholeNumber.format(value)
}

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
