import type { User } from '../../contract/auth.ts'
import { clipText } from '../../contract/clip-text.ts'
import type { BodyInput } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { askForHelp } from '../../contract/support.ts'
import { assistantLabel } from '../platform/config.ts'

/** Who asks, as the form shows it. */
export interface Sender {
  name: string
  email: string
  company: string
  phone: string
}

/** What was asked and answered last, in plain words. */
export interface Exchange {
  question: string
  answer: string
}

/** The sender as the profile knows them. */
export const senderOf = (user: User | undefined): Sender => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  company: user?.company ?? '',
  phone: user?.phone ?? '',
})

/** What goes over the wire. The first word of a name is the first name, the others are the last name. */
export function supportRequest(
  description: string,
  sender: Sender,
  exchange: Exchange | null,
): BodyInput<typeof askForHelp> {
  const [firstName = '', ...others] = sender.name.trim().split(/\s+/)
  return {
    First_Name: firstName,
    Last_Name: others.join(' '),
    Phone: sender.phone.trim(),
    Email: sender.email.trim(),
    Company: sender.company.trim(),
    LastPrompt: clipText(exchange?.question ?? '', limits.messageMaxLength),
    LastPromptResponse: clipText(exchange?.answer ?? '', limits.supportAnswerMaxLength),
    Description: description,
    Lead_Source: assistantLabel,
  }
}
