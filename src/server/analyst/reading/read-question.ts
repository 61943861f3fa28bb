import type { ReadQuestion } from '../answer-ask.ts'
import type { PastTurn } from '../past-turn.ts'
import { areBeyondPlans } from './beyond-plans.ts'
import type { Shown } from './conversation.ts'
import type { Past, Reader } from './read.ts'

/** A question of a conversation as queries; null where not every word that matters was read, or where a plan says the same. */
export function readQuestion(
  reader: Reader,
  asked: { question: string; history: readonly PastTurn[]; today: string },
): ReadQuestion | null {
  const [best] = reader.read(asked.question, asked.today, asked.history.map(pastOf))
  if (!best || best.unread.length > 0 || !areBeyondPlans(best.queries)) return null
  return {
    ...{ question: asked.question, lang: 'en', assumed: best.assumed },
    ask: { queries: best.queries.slice(0, 8) },
  }
}

const isCountry = (text: string) => /^[A-Z]{3}$/.test(text)

/** What an earlier answer showed; one that rests on a plan names its countries by code. */
function pastOf({ question, asks, entities }: PastTurn): Past {
  if (asks) return { question, shown: asks.shown.map(({ dim, ids }): Shown => ({ dim, ids: [...ids] })) }
  const ids = entities.filter(isCountry)
  return { question, shown: ids.length > 0 ? [{ dim: 'country', ids }] : [] }
}
