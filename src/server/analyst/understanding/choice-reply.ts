import type { Plan } from '../../../contract/plan.ts'
import { tokenize } from './tokens.ts'

const ordinals = ['first', 'second', 'third', 'fourth']
const consent = /^\s*(?:yes|ok|okay|yep|sure|oui|sim|ndiyo)\b[\s.!]*$/i
const fillers = new Set([
  'the',
  'one',
  'i',
  'mean',
  'please',
  'of',
  'in',
  'a',
  'option',
  'number',
  'is',
  'it',
  'for',
  'choice',
])
const longestReply = 8

/**
 * The question that a typed reply to a question back chooses: by number, by 'yes' (the default), or by words that one
 * choice alone has. null where it is a question of its own.
 */
export function chosenQuestion(reply: string, ask: NonNullable<Plan['ask']>): string | null {
  if (consent.test(reply)) return ask.choices[0]?.question ?? null
  const words = tokenize(reply)
    .map(token => token.key)
    .filter(word => !fillers.has(word))
  if (words.length === 0 || words.length > longestReply) return null
  const at = words.length === 1 ? placeOf(words[0] ?? '') : -1
  if (at >= 0) return ask.choices[at]?.question ?? null
  const matching = ask.choices.filter(choice => {
    const held = new Set(tokenize(`${choice.label} ${choice.question}`).map(token => token.key))
    return words.every(word => held.has(word))
  })
  // A choice whose own label is all that was said wins over one that merely holds it.
  const exact = matching.find(choice => tokenize(choice.label).length === words.length)
  return (exact ?? (matching.length === 1 ? matching[0] : undefined))?.question ?? null
}

function placeOf(word: string): number {
  const named = ordinals.indexOf(word)
  if (named >= 0) return named
  return /^[1-4]$/.test(word) ? Number(word) - 1 : -1
}
