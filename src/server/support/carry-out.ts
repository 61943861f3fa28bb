import { and, asc, eq, gt } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { supportTicket } from './tables.ts'

const ticketsPerPage = 50

/** What the user wrote to support, as it is stored. */
export async function* everyTicket(ctx: Context, userId: string): AsyncGenerator<unknown> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await ctx.db
      .select()
      .from(supportTicket)
      .where(and(eq(supportTicket.userId, userId), gt(supportTicket.id, last)))
      .orderBy(asc(supportTicket.id))
      .limit(ticketsPerPage)
    for (const ticket of page) {
      last = ticket.id
      yield ticketOf(ticket)
    }
    if (page.length < ticketsPerPage) return
  }
}

/** The fields under the names of the call that brought them. */
const ticketOf = (ticket: typeof supportTicket.$inferSelect) => ({
  id: ticket.id,
  created_at: ticket.createdAt,
  First_Name: ticket.firstName,
  Last_Name: ticket.lastName,
  Phone: ticket.phone,
  Email: ticket.email,
  Company: ticket.company,
  LastPrompt: ticket.lastPrompt,
  LastPromptResponse: ticket.lastPromptResponse,
  Description: ticket.description,
  Lead_Source: ticket.leadSource,
})
