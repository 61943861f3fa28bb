import { clipText } from '../../contract/clip-text.ts'
import { isEmail } from '../../contract/registration.ts'
import type { Crm, Lead } from './crm.ts'
import { oneLine } from './one-line.ts'
import type { supportTicket } from './tables.ts'
import { withoutSecrets } from './without-secrets.ts'

export type Ticket = typeof supportTicket.$inferSelect

/** The longest each field may be in the CRM, in characters: a longer one refuses the whole lead. */
const fieldMaxLength = {
  First_Name: 40,
  Last_Name: 80,
  Email: 100,
  Phone: 30,
  Company: 100,
  Lead_Source: 120,
  Description: 32_000,
} as const
/** The shorter of the two kinds of custom field with several lines. */
const customMaxLength = 2_000
const notGiven = 'Not given'

/** What the CRM cannot do without: refused, the lead is refused. */
export const neededFields: readonly string[] = ['Last_Name', 'Company', 'Description']

/**
 * A ticket as a lead: fields cut to their length, secrets out of free text, a surname and a company always there. What does
 * not fit its field whole stands in the description, which also names the ticket.
 */
export function leadOf(ticket: Ticket, fields: Crm['fields'], leftOut: readonly string[] = []): Lead {
  const [first, last] = nameOf(ticket)
  const whole = {
    First_Name: first,
    Last_Name: last,
    Email: oneLine(ticket.email),
    Phone: oneLine(ticket.phone),
    Company: oneLine(ticket.company) || notGiven,
    Lead_Source: oneLine(ticket.leadSource),
  }
  const { Email, Phone } = whole
  const custom = customFields(ticket, fields)
  const lead: Record<string, string> = {
    First_Name: clipText(first, fieldMaxLength.First_Name),
    Last_Name: clipText(last, fieldMaxLength.Last_Name),
    Email: isEmail(Email) && Email.length <= fieldMaxLength.Email ? Email : '',
    Phone: Phone.length <= fieldMaxLength.Phone ? Phone : '',
    Company: clipText(whole.Company, fieldMaxLength.Company),
    Lead_Source: clipText(whole.Lead_Source, fieldMaxLength.Lead_Source),
    ...custom,
  }
  for (const field of leftOut) if (!neededFields.includes(field)) delete lead[field]
  const unfit = (values: Record<string, string>) =>
    Object.entries(values)
      .filter(([field, value]) => value !== '' && lead[field] !== value)
      .map(([field, value]) => `${field.replaceAll('_', ' ')}: ${value}`)
  lead.Description = descriptionOf(ticket, unfit(whole), unfit(custom))
  return Object.fromEntries(Object.entries(lead).filter(([, value]) => value !== ''))
}

/** The long texts come last, so that what is cut off at the end is never the ticket's number. */
function descriptionOf(ticket: Ticket, facts: readonly string[], texts: readonly string[]): string {
  const head = [`Ticket ${ticket.id}`, ...facts].join('\n')
  const all = [head, ticket.description.trim(), ...texts].join('\n\n')
  return clipText(withoutSecrets(all), fieldMaxLength.Description)
}

function customFields(ticket: Ticket, { lastPrompt, lastAnswer }: Crm['fields']): Record<string, string> {
  const text = (value: string | null) => clipText(withoutSecrets(value?.trim() ?? ''), customMaxLength)
  return {
    ...(lastPrompt && { [lastPrompt]: text(ticket.lastPrompt) }),
    ...(lastAnswer && { [lastAnswer]: text(ticket.lastPromptResponse) }),
  }
}

/** First and last name. The CRM demands the last one, so a single name is it. */
function nameOf({ firstName, lastName, email }: Ticket): [first: string, last: string] {
  const [first, last] = [oneLine(firstName), oneLine(lastName)]
  if (last !== '') return [first, last]
  return ['', first || oneLine(email).split('@')[0] || notGiven]
}
