import * as z from 'zod/mini'
import type { Suggestion } from '../../contract/answer.ts'
import { limits } from '../../contract/limits.ts'
import { type Ask, ask as askSchema, type Expr, type Query, queryLimits } from '../../contract/query.ts'
import { type CatalogueModel, checkQuery, parseAsk, QueryTextError } from '../insights/insights.ts'
import { hasDigit, wordedAmount } from './claims/prose-numbers.ts'
import type { ModelTool } from './model/language-model.ts'
import type { ToolCall } from './model/stream-step.ts'

/** The one tool that computes: its input is an ask in the text form of the query language. */
export const runQueriesTool = 'run_queries'
const notAvailableTool = 'say_not_available'
const askBackTool = 'ask_back'

const tool = (
  name: string,
  description: string,
  properties: NonNullable<ModelTool['inputSchema']['properties']>,
  required: string[],
): ModelTool => ({
  type: 'function',
  name,
  description,
  inputSchema: { type: 'object', properties, required },
})
const string = (description: string) => ({ type: 'string', description }) as const
const offered = {
  type: 'object',
  properties: { label: string('A few words'), question: string('A full question') },
  required: ['label', 'question'],
} as const

/** What a model is offered. */
export const tools: ModelTool[] = [
  tool(
    runQueriesTool,
    'Computes a table for each query. Only these tables may be cited. A query that cannot be run comes back with what is wrong.',
    { text: string('Queries in the text form, separated by lines of ---') },
    ['text'],
  ),
  tool(
    notAvailableTool,
    'Says that what is asked, or a part of it, is not available. Without figures.',
    { reason: string('One sentence'), nearest: offered },
    ['reason'],
  ),
  tool(
    askBackTool,
    'Asks the reader which of several meanings is meant. Without figures.',
    {
      question: string('One sentence'),
      choices: { type: 'array', items: offered, minItems: 2, maxItems: 4 },
    },
    ['question', 'choices'],
  ),
]

/** A call that cannot be run, with the words for the model. */
export class RefusedCall extends Error {
  override name = 'RefusedCall'
}

/** What a model's call asks for. */
export type Asked =
  | { k: 'queries'; ask: Ask }
  | { k: 'gap'; reason: string; nearest: Suggestion | null }
  | { k: 'choice'; question: string; choices: Suggestion[] }

/**
 * What a call asks for. @throws RefusedCall for an unknown tool, an input that is too long, is no JSON or not what the tool
 * takes, for queries that cannot be read or break a rule of the language, and for figures in the model's own words.
 */
export function readCall({ name, input }: Pick<ToolCall, 'name' | 'input'>, model: CatalogueModel): Asked {
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined
  if (!read)
    throw new RefusedCall(`There is no tool of this name. The tool that computes is ${runQueriesTool}.`)
  if (input === null) throw new RefusedCall('The input is too long.')
  let json: unknown
  try {
    json = JSON.parse(input)
  } catch {
    throw new RefusedCall('The input is not JSON.')
  }
  return read(json, model)
}

const readers: Record<string, ((json: unknown, model: CatalogueModel) => Asked) | undefined> = {
  [runQueriesTool]: (json, model) => ({
    k: 'queries',
    ask: readQueries(parsed(queriesInput, json).text, model),
  }),
  [notAvailableTool](json) {
    const { reason, nearest = null } = parsed(gapInput, json)
    return { k: 'gap', reason: inWords(reason), nearest: nearest && offer(nearest) }
  },
  [askBackTool](json) {
    const { question, choices } = parsed(choiceInput, json)
    return { k: 'choice', question: inWords(question), choices: choices.map(offer) }
  },
}

const sentence = z.string().check(z.minLength(1), z.maxLength(400))
const offerInput = z.object({ label: sentence, question: sentence })
const queriesInput = z.object({ text: z.string().check(z.maxLength(limits.queryTextMaxLength)) })
const gapInput = z.object({ reason: sentence, nearest: z.optional(offerInput) })
const choiceInput = z.object({
  question: sentence,
  choices: z.array(offerInput).check(z.minLength(2), z.maxLength(4)),
})

function parsed<T extends z.ZodMiniType>(schema: T, json: unknown): z.output<T> {
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw new RefusedCall(`The input is not what the tool takes: ${z.prettifyError(read.error).slice(0, 400)}`)
}

/** The words of a call reach the reader past the checking of prose. */
function inWords(text: string): string {
  if (hasDigit(text) || wordedAmount.test(text)) throw new RefusedCall('Say it without figures.')
  return text
}

const offer = ({ label, question }: Suggestion): Suggestion => ({
  label: inWords(label),
  question: inWords(question),
})

function readQueries(text: string, model: CatalogueModel): Ask {
  const queries = parsedAsk(text).queries.map(withoutOwnNames)
  const faults = queries.flatMap(query => checkQuery(model, query).map(({ message }) => message))
  if (faults.length > 0) throw new RefusedCall([...new Set(faults)].join(' '))
  if (queries.some(({ show }) => show.some(({ of }) => of.k === 'number' || hasOwnNumber(of))))
    throw new RefusedCall('A column is made of measures: it takes no number of your own.')
  return { queries }
}

function parsedAsk(text: string): Ask {
  try {
    const read = askSchema.safeParse(parseAsk(text))
    if (read.success) return read.data
  } catch (error) {
    if (error instanceof QueryTextError) throw new RefusedCall(error.message)
    throw error
  }
  throw new RefusedCall(`An ask has one to ${queryLimits.queries} queries, separated by lines of ---.`)
}

/** A column is called what it shows: a name of the model's own could carry a figure. */
const withoutOwnNames = (query: Query): Query => ({
  ...query,
  show: query.show.map(({ of }) => ({ as: null, of })),
})

/** Percentages, reciprocals and other sizes of a unit say nothing by themselves. */
const plainNumbers: readonly number[] = [1, 12, 100, 1_000]

function hasOwnNumber(of: Expr): boolean {
  if (of.k === 'number') return !plainNumbers.includes(of.value)
  if (of.k === 'calc') return hasOwnNumber(of.a) || hasOwnNumber(of.b) || isOfNumbers(of)
  if (of.k === 'effect') return of.factors.some(hasOwnNumber)
  return 'of' in of && hasOwnNumber(of.of)
}

const isOfNumbers = ({ a, b }: Extract<Expr, { k: 'calc' }>) => a.k === 'number' && b.k === 'number'
