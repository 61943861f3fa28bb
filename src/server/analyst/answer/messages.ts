import { IntlMessageFormat } from 'intl-messageformat'
import type { Lang } from '../../../contract/lang.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { english } from './locales/en.ts'

/** Names of the sentences and phrases of an answer. */
export type MessageId = keyof typeof english

/** Texts of a language by their names. */
type Locale = Record<MessageId, string>

/** A language without a file of its own is answered in English. */
const locales: Partial<Record<Lang, Locale>> = { en: english }
const tags: Record<Lang, string> = { en: 'en-GB', fr: 'fr-FR', pt: 'pt-PT', sw: 'sw-TZ', ar: 'ar-EG' }

type Value = string | number | readonly Piece[]

/** The words of one language. */
export interface Messages {
  lang: Lang
  /** A sentence or phrase, with figures and other phrases in its places. */
  say(id: MessageId, values?: Record<string, Value>): Piece[]
  /** The same as plain text: what it is made of must hold no figure. */
  text(id: MessageId, values?: Record<string, string | number>): string
  /** The text of a name that may be missing; null where the language has none. */
  own(id: string): string | null
  /** 'A, B and C'. */
  list(items: readonly (readonly Piece[])[]): Piece[]
  textList(items: readonly string[]): string
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
  const texts: Locale = locales[lang] ?? english
  const tag = tags[lang]
  const formats = new Map<MessageId, IntlMessageFormat>()
  const format = (id: MessageId) => {
    const made = formats.get(id) ?? new IntlMessageFormat(texts[id], tag)
    formats.set(id, made)
    return made
  }
  const lists = new Intl.ListFormat(tag, { type: 'conjunction' })
  const say: Messages['say'] = (id, values) =>
    joinedPieces(
      format(id)
        .formatToParts<readonly Piece[]>(values as never)
        .flatMap(part => (Array.isArray(part.value) ? part.value : [{ text: String(part.value) }])),
    )
  return {
    lang,
    say,
    text: (id, values) => textOf(say(id, values)),
    own: id => (texts as Record<string, string>)[id] ?? null,
    list: items =>
      joinedPieces(
        lists
          .formatToParts(items.map((_, at) => String(at)))
          .flatMap(({ type, value }) =>
            type === 'element' ? (items[Number(value)] ?? []) : [{ text: value }],
          ),
      ),
    textList: items => lists.format(items),
    capital: ([first, ...rest]) =>
      first === undefined || 'ref' in first
        ? [...(first ? [first] : []), ...rest]
        : [{ text: capitalIn(first.text, tag) }, ...rest],
  }
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
