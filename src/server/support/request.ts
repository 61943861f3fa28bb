import { clipText } from '../../contract/clip-text.ts'
import type { BodyInput } from '../../contract/endpoint.ts'
import { isBlank } from '../../contract/is-blank.ts'
import { limits } from '../../contract/limits.ts'
import type { Problems } from '../../contract/registration.ts'
import type { askForHelp } from '../../contract/support.ts'
import { AppError } from '../platform/errors.ts'

export type SupportRequest = BodyInput<typeof askForHelp>

/** One-line fields: what they are called and how long they may be. */
const lineFields = {
  First_Name: ['first name', limits.fieldMaxLength],
  Last_Name: ['last name', limits.fieldMaxLength],
  Phone: ['phone number', limits.fieldMaxLength],
  Email: ['email address', limits.emailMaxLength],
  Company: ['company name', limits.fieldMaxLength],
  Lead_Source: ['lead source', limits.fieldMaxLength],
} as const

const descriptionMissing = 'Please enter a message.'
const descriptionTooLong = `A message to support has at most ${limits.supportMessageMaxLength} characters.`

/** Every failing rule by field, the message first; also where a field is missing or of another type. */
export function problemsOfRequest(body: object): Problems {
  const sent = body as Record<string, unknown>
  const problems: Problems = {}
  const { Description } = sent
  if (typeof Description !== 'string' || isBlank(Description)) problems.Description = [descriptionMissing]
  else if (Description.length > limits.supportMessageMaxLength) problems.Description = [descriptionTooLong]
  for (const [field, [words, maxLength]] of Object.entries(lineFields)) {
    const value = sent[field] ?? ''
    // Counted as the profile counts them: a name that it took is taken here.
    if (typeof value !== 'string' || Array.from(value).length > maxLength) {
      problems[field] = [`Please enter a valid ${words}.`]
    }
  }
  return problems
}

/**
 * The request as it is stored: as sent, but for what the last exchange has beyond its limit, which nobody typed here.
 * @throws AppError('malformed') for characters that are not text
 */
export function storableRequest(request: SupportRequest): SupportRequest {
  const texts = Object.values(request).filter(value => typeof value === 'string')
  if (texts.some(text => text.includes('\0'))) throw new AppError('malformed')
  return {
    ...request,
    LastPrompt: clipped(request.LastPrompt, limits.messageMaxLength),
    LastPromptResponse: clipped(request.LastPromptResponse, limits.supportAnswerMaxLength),
  }
}

const clipped = (text: string | null | undefined, maxLength: number) => text && clipText(text, maxLength)
