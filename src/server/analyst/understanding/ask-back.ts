import type { Suggestion } from '../../../contract/answer.ts'
import { emptyPlan, type Plan } from '../../../contract/plan.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { goodsPhrase, placePhrase } from './questions.ts'
import type { Reading } from './reading.ts'

interface Ambiguity {
  question: string
  /** A choice: what to put in place of the words, and how to call it. */
  choices: { label: string; words: string }[]
}

const ambiguities: Record<string, Ambiguity> = {
  oil: {
    question: 'Which oil do you mean?',
    choices: [
      { label: 'Cooking oil (retail panel)', words: 'cooking oil' },
      { label: 'Merchandise exports (crude oil is not held apart)', words: 'merchandise exports' },
      { label: 'Baby oil and toiletries', words: 'baby oil' },
    ],
  },
  milk: {
    question: 'Which milk do you mean?',
    choices: [
      { label: 'Fresh, UHT and flavoured milk', words: 'liquid milk' },
      { label: 'Powdered milk', words: 'powdered milk' },
      { label: 'Evaporated and condensed milk', words: 'evaporated milk' },
    ],
  },
  soap: {
    question: 'Which soap do you mean?',
    choices: [
      { label: 'Toilet soap and body wash', words: 'toilet soap' },
      { label: 'Laundry bar soap', words: 'laundry soap' },
    ],
  },
  congo: {
    question: 'Which Congo do you mean?',
    choices: [
      { label: 'DR Congo (Kinshasa)', words: 'DR Congo' },
      { label: 'Congo (Brazzaville)', words: 'Congo-Brazzaville' },
    ],
  },
  guinea: {
    question: 'Which Guinea do you mean?',
    choices: [
      { label: 'Guinea (Conakry)', words: 'Guinea-Conakry' },
      { label: 'Guinea-Bissau', words: 'Guinea-Bissau' },
      { label: 'Equatorial Guinea', words: 'Equatorial Guinea' },
    ],
  },
}

const nothingElse = (reading: Reading) =>
  reading.countries.length +
    reading.segments.length +
    reading.measures.length +
    reading.panelMeasures.length ===
  0

/** Asks which reading is meant where the readings give other numbers; the first choice is the default. */
export function askBack(reading: Reading, catalogue: Catalogue): Plan | null {
  if (reading.torn) return askWhichCountry(reading, reading.torn, catalogue)
  const word = reading.ambiguous[0]
  const ambiguity = word ? ambiguities[word.id] : undefined
  if (!word || !ambiguity) return null
  const choices = ambiguity.choices.map(({ label, words }) => ({
    label,
    question: nothingElse(reading) ? alone(words) : replaceWords(reading.question, word.text, words),
  }))
  return askPlan(ambiguity.question, choices)
}

/** The words alone make no sentence: 'Congo?' becomes a question of its own. */
function alone(words: string): string {
  return `Tell me about ${words}`
}

function replaceWords(question: string, from: string, to: string): string {
  const pattern = from
    .split(' ')
    .map(part => part.replace(/[^\p{L}\d]/gu, '.'))
    .join('[^\\p{L}]+')
  return question.replace(new RegExp(`(?:\\bthe )?\\b${pattern}\\b`, 'iu'), to)
}

function askWhichCountry(
  reading: Reading,
  torn: { text: string; countries: string[] },
  catalogue: Catalogue,
): Plan {
  const choices = torn.countries.map(iso3 => ({
    label: catalogue.country(iso3)?.name ?? iso3,
    question: reading.question.replace(torn.text, placePhrase(catalogue, iso3)),
  }))
  return askPlan(`‘${torn.text}’ could be either: which country do you mean?`, choices)
}

/** Asks for the country that a study or a profile needs. */
export function askForCountry(reading: Reading, segment: string, catalogue: Catalogue): Plan {
  const question = `For which country? ‘${goodsPhrase(catalogue, segment)}’ is held for 52.`
  return askPlan(question, choicesByEnding(reading.question, ['NGA', 'ZAF', 'KEN', 'EGY'], catalogue))
}

function choicesByEnding(question: string, countries: string[], catalogue: Catalogue): Suggestion[] {
  const open = question.trim().replace(/[?.!\s]+$/, '')
  return countries.map(iso3 => ({
    label: catalogue.country(iso3)?.name ?? iso3,
    question: `${open} in ${placePhrase(catalogue, iso3)}?`,
  }))
}

/** Asks for the goods that a study needs; `country` stays in the choices where a follow-up leans on it. */
export function askForGoods(reading: Reading, country?: string, catalogue?: Catalogue): Plan {
  const open = reading.question.trim().replace(/[?.!\s]+$/, '')
  const goods = ['carbonated soft drinks', 'diapers', 'laundry detergents', 'cooking oil']
  const where = country && catalogue ? ` in ${placePhrase(catalogue, country)}` : ''
  return askPlan(
    'For which segment? 60 are held.',
    goods.map(name => ({ label: name, question: `${open}: ${name}${where}?` })),
  )
}

function askPlan(question: string, choices: Suggestion[]): Plan {
  return { ...emptyPlan, operation: 'ask_back', ask: { question, choices } }
}
