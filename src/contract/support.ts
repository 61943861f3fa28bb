import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const optional = z.optional(z.nullable(z.string()))

export const askForHelp = endpoint({
  method: 'POST',
  path: '/help',
  summary: 'Send a request to the support team',
  access: 'session',
  /** Names as the product specification spells them. What is said of the sender is stored as sent, and trusted by nobody. */
  body: z.object({
    First_Name: optional,
    Last_Name: optional,
    Phone: optional,
    Email: optional,
    Company: optional,
    LastPrompt: optional,
    LastPromptResponse: optional,
    /** The additional message: without one nothing is sent. */
    Description: z.string(),
    Lead_Source: optional,
  }),
  answer: z.object({ message: z.string() }),
})
