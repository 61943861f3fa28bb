import * as z from 'zod/mini'
import { type FrontSettings, frontSettings } from '../../contract/front-settings.ts'
import { safeHtml } from './safe-html.ts'

/** What an operator sets apart from the rest, by the name it has on the command line. */
export const frontParts = ['tagline', 'terms', 'privacy', 'clients', 'fonts'] as const
export type FrontPart = (typeof frontParts)[number]

/** A file that cannot be what stands on the public screens; its message is one plain line. */
export class UnfitContent extends Error {
  override name = 'UnfitContent'
}

const taglineMaxLength = 200
const htmlMaxLength = 200_000
const clientsAtMost = 40

/** The security policy lets the page load pictures from here only, so that no other address would show one. */
const logo = z.nullable(
  z
    .string()
    .check(
      z.regex(
        /^(?:\/(?!\/)[\w./-]{1,200}|data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/=]{1,70000})$/,
        'a logo is null, a path of this site, or a data: picture of at most 50 kB',
      ),
    ),
)
const clients = z
  .array(
    z.object({
      name: z.string().check(z.regex(/^[^<>\p{Cc}]{1,80}$/u, 'a name has 1 to 80 characters')),
      logo_url: logo,
    }),
  )
  .check(z.maxLength(clientsAtMost, `there are at most ${clientsAtMost}`))
const font = z.object({
  family: z.string().check(z.regex(/^[\w\s,'-]{1,200}$/, 'a family is names separated by commas')),
  size: z.string().check(z.regex(/^\d{1,3}(?:\.\d{1,2})?(?:px|rem|em)$/, 'a size is like 48px')),
  weight: z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'a weight is a number like 600')),
})
const fonts = z.object({
  section_1: font,
  section_2: font,
  section_3: font,
  section_4: font,
  section_5: font,
})

/**
 * What a file says, as it is stored: terms and privacy with nothing left in them that runs or loads.
 * @throws UnfitContent
 */
export function contentOf(part: FrontPart, text: string): unknown {
  if (text.trim() === '') throw new UnfitContent('The file is empty')
  switch (part) {
    case 'tagline':
      return { text: taglineOf(text) }
    case 'terms':
    case 'privacy':
      return { content: htmlOf(text) }
    case 'clients':
      return parsed(clients, text)
    case 'fonts':
      return parsed(fonts, text)
  }
}

function taglineOf(text: string): string {
  const line = text.trim()
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line)) throw new UnfitContent('A tagline is one line')
  if (line.length > taglineMaxLength)
    throw new UnfitContent(`A tagline has at most ${taglineMaxLength} characters`)
  return line
}

function htmlOf(text: string): string {
  if (text.length > htmlMaxLength) throw new UnfitContent(`At most ${htmlMaxLength} characters are kept`)
  const safe = safeHtml(text)
  if (safe.replace(/<[^>]*>|\s/g, '') === '') throw new UnfitContent('Nothing in the file can be shown')
  return safe
}

function parsed(schema: z.ZodMiniType, text: string): unknown {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new UnfitContent('The file is not JSON')
  }
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = issue?.path.join('.')
  throw new UnfitContent(
    `The file does not fit${place ? ` at ${place}` : ''}: ${issue?.message ?? 'not valid'}`,
  )
}

const fieldOf = {
  tagline: 'tagline',
  terms: 'tnc',
  privacy: 'privacy',
  clients: 'clients',
  fonts: 'fonts',
} as const satisfies Record<FrontPart, keyof FrontSettings>

/** One part of the settings, in the shape it is stored in. */
export const partOf = (settings: FrontSettings, part: FrontPart): unknown => settings[fieldOf[part]]

/** The settings with what is stored in the place of what ships. What no longer fits the contract is left out. */
export function withParts(
  settings: FrontSettings,
  stored: readonly { part: FrontPart; content: unknown }[],
): FrontSettings {
  let result = settings
  for (const { part, content } of stored) {
    if (content === null) continue
    const next = frontSettings.safeParse({ ...result, [fieldOf[part]]: content })
    if (next.success) result = next.data
  }
  return {
    ...result,
    tnc: { content: safeHtml(result.tnc.content) },
    privacy: { content: safeHtml(result.privacy.content) },
  }
}
