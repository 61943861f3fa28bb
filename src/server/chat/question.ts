import { isBlank } from '../../contract/is-blank.ts'
import { limits } from '../../contract/limits.ts'
import { type AppError, invalid } from '../platform/errors.ts'
import { escapeHtml } from '../platform/escape-html.ts'

const firstMessageMaxLength = 200

const problem = (message: string): AppError => invalid({ message: [message] })

/** @throws AppError('invalid') for a message that asks nothing, is too long, or is not text */
export function checkQuestion(message: string): void {
  if (message.length > limits.messageMaxLength)
    throw problem(`A question has at most ${limits.messageMaxLength} characters.`)
  if (message.includes('\0')) throw problem('The question holds characters that are not text.')
  if (isBlank(message)) throw problem('Please enter a question.')
}

/** The beginning of a question, on one line, for lists. */
export const firstMessageOf = (question: string): string =>
  [...question.replace(/\s+/g, ' ').trim()].slice(0, firstMessageMaxLength).join('')

/** Typed text as safe HTML, its lines kept. */
export const escapeText = (text: string): string => escapeHtml(text).replace(/\r\n?|\n/g, '<br>')
