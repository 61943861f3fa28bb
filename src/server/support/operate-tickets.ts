import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { supportLead, supportTicket } from './tables.ts'

const listAtMost = 200
const summaryLength = 120

/** A ticket as a list shows it; everything in it but the times was typed by its sender. */
export interface TicketSummary {
  id: string
  userId: string
  createdAt: Date
  closedAt: Date | null
  /** null where it never was in line for a CRM. */
  crm: 'waiting' | 'handed_over' | 'given_up' | null
  /** The beginning of the message. */
  beginning: string
}

export type WholeTicket = typeof supportTicket.$inferSelect & {
  lead: Pick<
    typeof supportLead.$inferSelect,
    'state' | 'attempts' | 'leadId' | 'lastError' | 'leftOut' | 'endedAt'
  > | null
}

/** Tickets, newest first. */
export async function findTickets(
  ctx: Context,
  { which, limit = 50 }: { which: 'open' | 'closed' | 'all'; limit?: number },
): Promise<TicketSummary[]> {
  const { id, userId, createdAt, closedAt, description } = supportTicket
  const state = which === 'all' ? undefined : which === 'open' ? isNull(closedAt) : isNotNull(closedAt)
  return ctx.db
    .select({
      id,
      userId,
      createdAt,
      closedAt,
      crm: supportLead.state,
      beginning: sql<string>`left(${description}, ${summaryLength})`,
    })
    .from(supportTicket)
    .leftJoin(supportLead, eq(supportLead.ticketId, id))
    .where(state)
    .orderBy(desc(createdAt))
    .limit(Math.min(limit, listAtMost))
}

/**
 * One ticket with how it stands with the CRM, by its id or a beginning of it that no other has.
 * @throws AppError('not_found')
 */
export async function wholeTicket(ctx: Context, idOrBeginning: string): Promise<WholeTicket> {
  if (!/^[0-9a-f][0-9a-f-]{3,35}$/i.test(idOrBeginning)) throw new AppError('not_found')
  const { state, attempts, leadId, lastError, leftOut, endedAt } = supportLead
  const found = await ctx.db
    .select({ ticket: supportTicket, lead: { state, attempts, leadId, lastError, leftOut, endedAt } })
    .from(supportTicket)
    .leftJoin(supportLead, eq(supportLead.ticketId, supportTicket.id))
    .where(sql`${supportTicket.id}::text like ${`${idOrBeginning.toLowerCase()}%`}`)
    .limit(2)
  const [only, another] = found
  if (!only || another) throw new AppError('not_found')
  return { ...only.ticket, lead: only.lead }
}

/** Closes a ticket; one that is closed stays as it was closed. Answers whether it was open. */
export async function closeTicket(
  ctx: Context,
  { id, by, note }: { id: string; by: string; note: string | null },
): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const closed = await ctx.db
      .update(supportTicket)
      .set({ closedAt: sql`now()`, closedBy: by, closingNote: note })
      .where(and(eq(supportTicket.id, id), isNull(supportTicket.closedAt)))
      .returning({ id: supportTicket.id })
    return closed.length > 0
  })
}
