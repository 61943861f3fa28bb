import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const font = z.object({ family: z.string(), size: z.string(), weight: z.string() })

/** What an operator can set on the public screens; cached in the browser under `mav_chat_settings`. */
export const frontSettings = z.object({
  tagline: z.object({ text: z.string() }),
  tnc: z.object({ content: z.string() }),
  privacy: z.object({ content: z.string() }),
  clients: z.array(z.object({ name: z.string(), logo_url: z.nullable(z.string()) })),
  fonts: z.object({ section_1: font, section_2: font, section_3: font, section_4: font, section_5: font }),
})
export type FrontSettings = z.output<typeof frontSettings>

export const getFrontSettings = endpoint({
  method: 'GET',
  path: '/front/settings',
  summary: 'Tagline, terms, privacy, clients and fonts of the public screens',
  access: 'public',
  answer: frontSettings,
})
