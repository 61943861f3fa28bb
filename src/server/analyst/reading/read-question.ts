import type { Lang } from '../../../contract/lang.ts'
import type { Operation } from '../../../contract/plan.ts'
import type { Query } from '../../../contract/query.ts'
import type { Outcome } from '../outcome.ts'
import type { PastTurn } from '../past-turn.ts'
import { areBeyondPlans } from './beyond-plans.ts'
import type { Past, Shown } from './conversation.ts'
import type { Reader } from './read.ts'

/** Shares, channels and the split of growth are the old reader's, whatever else is said. */
const alwaysKept: ReadonlySet<Operation> = new Set(['share', 'channel_mix', 'price_volume'] as const)
/** What the reader before still answers better: studies, players, words of the field, and the choice between two meanings. */
const kept: ReadonlySet<Operation> = new Set([
  ...(['segment_profile', 'consumer_profile', 'country_profile', 'feasibility', 'key_players'] as const),
  ...(['definition', 'holdings', 'ask_back', 'help'] as const),
])

const isKept = (operation: Operation, queries: readonly Query[]) =>
  alwaysKept.has(operation) || (kept.has(operation) && !areBeyondPlans(queries))

/** The languages that the reader before knows words of. */
const readBefore: ReadonlySet<Lang> = new Set(['en', 'fr', 'pt'] as const)

/**
 * A question of a conversation as queries; null where not every word that matters was read, where it names what is not
 * available, or where the reader before has the better answer: `planned` is what it would do.
 */
export function readQuestion(
  reader: Reader,
  asked: { question: string; history: readonly PastTurn[]; today: string },
  planned: () => Operation,
): Outcome | null {
  const [best] = reader.read(asked.question, asked.today, asked.history.map(pastOf))
  if (!best || best.unread.length > 0 || best.draft.unavailable.length > 0) return null
  const operation = readBefore.has(best.lang) ? planned() : null
  if (operation !== null && isKept(operation, best.queries)) return null
  const ask = { queries: best.queries.slice(0, 8) }
  return { k: 'queries', read: { question: asked.question, lang: best.lang, assumed: best.assumed, ask } }
}

const isCountry = (text: string) => /^[A-Z]{3}$/.test(text)

/** What an earlier answer showed; one that rests on a plan names its countries by code. */
export function pastOf({ question, asks, entities }: PastTurn): Past {
  if (asks) {
    const shown = asks.shown.map(({ dim, ids }): Shown => ({ dim, ids: [...ids] }))
    return { question, shown, isAnswered: true }
  }
  const ids = entities.filter(isCountry)
  return { question, shown: ids.length > 0 ? [{ dim: 'country', ids }] : [] }
}
