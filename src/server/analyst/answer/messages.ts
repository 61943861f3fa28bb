import { IntlMessageFormat } from 'intl-messageformat'
import { shortMonths } from '../../../charts/month-names.ts'
import type { Lang } from '../../../contract/lang.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { arabic } from './locales/ar.ts'
import { english } from './locales/en.ts'
import { french } from './locales/fr.ts'
import { portuguese } from './locales/pt.ts'
import { swahili } from './locales/sw.ts'
import { Phrase, phraseOf, type Words } from './phrase.ts'

/** Names of the sentences and phrases of an answer. */
export type MessageId = keyof typeof english

/** How figures are written: '{number} {currency}', '{figure} a {per}', '{number} {scale}', '{number} {unit}', '{number}%'. */
type FigureId = 'scaled' | 'money' | 'per' | 'unit' | 'percent'

/**
 * Texts of a language by their names, and what English does not need: `case.in` and the like, how a name stands after a
 * preposition ({name}, {form}); `<id>.form`, the form of the phrase that the message makes; `figure.*`, how figures are
 * written; `list.form`. What a language lacks is said in English.
 */
export type Locale = Record<string, string>

/** The languages that have texts of their own; the others are answered in English. */
export const locales: Partial<Record<Lang, Locale>> = {
  en: english,
  fr: french,
  pt: portuguese,
  sw: swahili,
  ar: arabic,
}
const tags: Record<Lang, string> = {
  en: 'en-GB',
  fr: 'fr-FR',
  pt: 'pt-PT',
  sw: 'sw-TZ',
  ar: 'ar-EG-u-nu-latn',
}

type Value = string | number | Phrase | readonly Piece[]
type TextValue = string | number | Phrase

/** The words of one language. */
export interface Messages {
  lang: Lang
  /** For `Intl`. */
  tag: string
  /**
   * A sentence or phrase, with figures and other phrases in its places. Of a phrase `x` a message may use `{x_form}` and, for each
   * `case.y` of its language, `{x_y}`.
   */
  say(id: MessageId, values?: Record<string, Value>): Piece[]
  /** The same as plain text: what it is made of must hold no figure. */
  text(id: MessageId, values?: Record<string, TextValue>): string
  /** The same with the form that the language gives it. */
  phrase(id: MessageId, values?: Record<string, TextValue>): Phrase
  /** Names of the values that a message needs, in whatever branch. */
  needs(id: MessageId): readonly string[]
  /** The text of a name that may be missing; null where the language has none. */
  own(id: string): string | null
  /** 'A, B and C'. */
  list(items: readonly (readonly Piece[])[]): Piece[]
  textList(items: readonly Words[]): Phrase
  figure(id: FigureId, values: Record<string, string | number>): string
  /** Digits of a whole number and of its decimals, '' for none: '1234', '5' → '1,234.5'. */
  number(whole: string, part: string): string
  /** 'Mar' in English, else the whole name: 1 is January. */
  month(number: number): string
  capital(pieces: readonly Piece[]): Piece[]
}

const known = new Map<Lang, Messages>()

export function messagesOf(wanted: Lang): Messages {
  const lang = locales[wanted] ? wanted : 'en'
  const made = known.get(lang) ?? makeMessages(lang)
  known.set(lang, made)
  return made
}

function makeMessages(lang: Lang): Messages {
  const texts: Record<string, string> = { ...english, ...locales[lang] }
  const tag = tags[lang]
  const formats = new Map<string, IntlMessageFormat>()
  const format = (id: string) => {
    const made = formats.get(id) ?? new IntlMessageFormat(texts[id] ?? '', tag)
    formats.set(id, made)
    return made
  }
  const needed = new Map<string, readonly string[]>()
  const cases = Object.keys(texts).flatMap(id => (id.startsWith('case.') ? [id.slice('case.'.length)] : []))
  const lists = new Intl.ListFormat(tag, { type: 'conjunction' })
  const inCase = (name: string, phrase: Phrase): string =>
    phrase.members.length > 0
      ? lists.format(phrase.members.map(member => inCase(name, member)))
      : String(format(`case.${name}`).format({ name: phrase.text, form: phrase.form }))
  /** A phrase as its text, its form and those of its cases that the message uses. */
  const valuesIn = (id: string, values: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([key, value]): [string, Value][] => {
        if (!(value instanceof Phrase) && typeof value !== 'string')
          return [
            [key, value],
            [`${key}_form`, ''],
          ]
        const phrase = phraseOf(value)
        const used = cases.filter(name => texts[id]?.includes(`{${key}_${name}}`))
        return [
          [key, phrase.text],
          [`${key}_form`, phrase.form],
          ...used.map((name): [string, Value] => [`${key}_${name}`, inCase(name, phrase)]),
        ]
      }),
    )
  const sayAny = (id: string, values: Record<string, Value> = {}): Piece[] =>
    joinedPieces(
      format(id)
        .formatToParts<readonly Piece[]>(valuesIn(id, values) as never)
        .flatMap(part => (Array.isArray(part.value) ? part.value : [{ text: String(part.value) }])),
    )
  const text: Messages['text'] = (id, values) => textOf(sayAny(id, values))
  const monthName = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
  return {
    ...{ lang, tag, text, say: sayAny },
    phrase(id, values) {
      const form = texts[`${id}.form`] === undefined ? '' : textOf(sayAny(`${id}.form`, values))
      return new Phrase(text(id, values), form)
    },
    needs(id) {
      const known = needed.get(id) ?? namesIn(format(id).getAst() as Element[])
      needed.set(id, known)
      return known
    },
    own: id => texts[id] ?? null,
    list: items =>
      joinedPieces(
        lists
          .formatToParts(items.map((_, at) => String(at)))
          .flatMap(({ type, value }) =>
            type === 'element' ? (items[Number(value)] ?? []) : [{ text: value }],
          ),
      ),
    textList(items) {
      const members = items.map(phraseOf)
      const [only, ...more] = members
      if (only && more.length === 0) return only
      return new Phrase(lists.format(members.map(String)), texts['list.form'] ?? '', members)
    },
    figure: (id, values) => textOf(sayAny(`figure.${id}`, values)),
    number: (whole, part) =>
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: part.length,
        maximumFractionDigits: part.length,
      }).format(`${whole}.${part || '0'}` as `${number}`),
    month: number =>
      lang === 'en'
        ? (shortMonths[number - 1] ?? '')
        : monthName.format(new Date(Date.UTC(2000, number - 1))),
    capital: ([first, ...rest]) =>
      first === undefined || 'ref' in first
        ? [...(first ? [first] : []), ...rest]
        : [{ text: capitalIn(first.text, tag) }, ...rest],
  }
}

/** What a message is made of: words and signs of number, names, and branches. */
interface Element {
  type: number
  value?: string
  options?: Record<string, { value: Element[] }>
}
const [literal, pound] = [0, 7]

function namesIn(elements: readonly Element[]): string[] {
  const names = elements.flatMap(({ type, value, options = {} }) => [
    ...(type === literal || type === pound || value === undefined ? [] : [value]),
    ...Object.values(options).flatMap(option => namesIn(option.value)),
  ])
  return [...new Set(names)]
}

const capitalIn = (text: string, tag: string) => text.charAt(0).toLocaleUpperCase(tag) + text.slice(1)

/** Texts beside each other as one. */
function joinedPieces(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (!('ref' in piece) && last && !('ref' in last)) out[out.length - 1] = { text: last.text + piece.text }
    else if ('ref' in piece || piece.text !== '') out.push(piece)
  }
  return out
}

/** What a reader sees. */
export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map(piece => ('ref' in piece ? piece.shown : piece.text)).join('')
