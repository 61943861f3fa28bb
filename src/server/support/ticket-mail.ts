import { isEmail } from '../../contract/registration.ts'
import type { Mail } from '../platform/mail.ts'
import { layoutMail } from '../platform/mail-layout.ts'
import { oneLine } from './one-line.ts'
import type { SupportRequest } from './request.ts'

const subjectWords = 80

/**
 * What the support team reads. Whose account it is comes from the server; everything else the sender typed, so it is
 * quoted, and a name or a company stays on its line.
 */
export function ticketMail(
  request: SupportRequest,
  ticket: { id: string; to: string; accountEmail: string; userId: string },
): Mail {
  const said = oneLine(request.Email)
  const replyTo = isEmail(said) ? said : ticket.accountEmail
  const name = oneLine(`${request.First_Name ?? ''} ${request.Last_Name ?? ''}`)
  const lines = [
    ['Name', name],
    ['Email', said],
    ['Phone', oneLine(request.Phone)],
    ['Company', oneLine(request.Company)],
    ['Sent from', oneLine(request.Lead_Source)],
  ].flatMap(([label, value]) => (value ? `${label}: ${value}` : []))
  const quotes = [
    { title: 'Message', text: request.Description.trim() },
    { title: 'As the sender describes themselves', text: lines.join('\n') },
    { title: 'Last question', text: request.LastPrompt?.trim() ?? '' },
    { title: 'Its answer', text: request.LastPromptResponse?.trim() ?? '' },
  ].filter(({ text }) => text !== '')
  const content = layoutMail({
    name: 'support team',
    paragraphs: [
      `The account ${ticket.accountEmail} asks for help. An answer to this mail goes to ${replyTo}.`,
    ],
    quotes,
    footnotes: [`Ticket ${ticket.id}, account ${ticket.userId}.`],
  })
  const subject = `Support request: ${shorten(oneLine(request.Description))}`
  return { to: ticket.to, subject, replyTo, ...content }
}

function shorten(text: string): string {
  const signs = [...text]
  return signs.length > subjectWords ? `${signs.slice(0, subjectWords).join('').trimEnd()}…` : text
}
