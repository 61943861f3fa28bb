import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the fields for an industry and a place offer while one types; anything else may be typed too. */
export const suggestions = z.object({ industries: z.array(z.string()), countries: z.array(z.string()) })
export type Suggestions = z.output<typeof suggestions>

export const getSuggestions = endpoint({
  method: 'GET',
  path: '/front/suggestions',
  summary: 'Names of industries and of the 52 countries, for fields that complete what is typed',
  access: 'public',
  answer: suggestions,
})
