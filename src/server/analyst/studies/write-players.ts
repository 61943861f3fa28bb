import type { Messages } from '../answer/messages.ts'
import type { Names } from '../answer/names.ts'
import type { Words } from '../answer/phrase.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { type Facts, sayFirst } from './facts.ts'
import type { Firm } from './players-table.ts'

const mostFirms = 4

/** 'Dufil Prima Foods (Indomie, Minimie)', without brands that the firm's name says. */
const firmWords = ({ company: full, brands }: Firm, messages: Messages): string => {
  const company = full.replace(/ ?\(.*?\)/g, '')
  const own = brands.filter(brand => !company.includes(brand))
  return own.length === 0 ? company : messages.text('study.firm', { company, brands: own.join(', ') })
}

/** 'Kimberly-Clark (exited)' is listed, and not named among those that sell. */
const hasLeft = ({ company }: Firm): boolean => company.includes('(exited')

/** Names of firms for the middle of a sentence; null where there is none. */
export function firmList(firms: readonly Firm[], isSourced: boolean, messages: Messages): Words | null {
  const own = firms.filter(firm => (firm.source !== '') === isSourced && !hasLeft(firm))
  const words = [...new Set(own.map(firm => firmWords(firm, messages)))]
  return words.length === 0 ? null : messages.textList(words.slice(0, mostFirms))
}

interface Wording {
  messages: Messages
  names: Names
  facts: Facts
  /** Segments with their places by size, 0 the largest. */
  bySize: ReadonlyMap<string, number>
}

/** Every firm with what is known of it; where several segments are asked a line for each of them, the largest first. */
export function writePlayers(firms: readonly Firm[], { messages, names, facts, bySize }: Wording): Draft[] {
  const place = (segment: string) => bySize.get(segment) ?? bySize.size
  const segments = [...new Set(firms.map(({ segment }) => segment))].sort((a, b) => place(a) - place(b))
  if (segments.length > 1) {
    const items = segments.map(segment => {
      const own = firms.filter(firm => firm.segment === segment)
      const local: Record<string, Words | null> = {
        ...{ goods: names.member('segment', segment), sourced: firmList(own, true, messages) },
        reported: firmList(own, false, messages),
      }
      const key = segment.replaceAll('_', '')
      const told: Facts = name =>
        name === 'value'
          ? facts(`segments_${key}_value`)
          : name in local
            ? (local[name] ?? null)
            : facts(name)
      const ids = ['both', 'sourced', 'reported'].map(id => `study.players.${id}`)
      return messages.capital(sayFirst(messages, ids, told))
    })
    return [{ type: 'list', heading: messages.text('study.players.bySegment'), items }]
  }
  const lists = (['sourced', 'reported'] as const).map(kind => ({
    heading: messages.text(`study.players.heading.${kind}`),
    items: firms.filter(({ source }) => (source !== '') === (kind === 'sourced')).map(firmItem(messages)),
  }))
  return lists.filter(({ items }) => items.length > 0).map(list => ({ type: 'list', ...list }))
}

const firmItem =
  (messages: Messages) =>
  (firm: Firm): Piece[] => {
    const { brands, owner, note, source } = firm
    return messages.say('study.players.item', {
      ...{ company: firm.company, brands: brands.join(', '), hasBrands: String(brands.length > 0) },
      ...{ owner, hasOwner: String(owner !== ''), note, hasNote: String(note !== '') },
      ...{ source: siteOf(source), hasSource: String(source !== '') },
    })
  }

/** 'leadership.ng' of an address. */
const siteOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address
