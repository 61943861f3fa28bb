import { createHash, randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Context, inTransaction, type SignedInContext } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { queueMail } from '../platform/mail.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { queueLead } from './leads.ts'
import { problemsOfRequest, type SupportRequest, storableRequest } from './request.ts'
import { supportTicket } from './tables.ts'
import { ticketMail } from './ticket-mail.ts'

export { everyTicket } from './carry-out.ts'
export type { Crm } from './crm.ts'
export { crmOf } from './crm-of.ts'
export { giveUpWaitingLeads, retryLead } from './leads.ts'
export { mountLocalCrm } from './local-crm.ts'
export {
  closeTicket,
  findTickets,
  type TicketSummary,
  type WholeTicket,
  wholeTicket,
} from './operate-tickets.ts'

export interface SupportParts {
  rateLimits: RateLimits
  /** Who hears of a ticket. */
  supportEmail: string
  /** Whether tickets go on to a CRM. */
  hasCrm: boolean
  /** The address that an account has proven. */
  emailOf: (ctx: Context, userId: string) => Promise<string>
}

const tickets: RateLimit = { name: 'support', points: 10, windowSeconds: 3_600 }
/** A double click, or a try again after an answer that was lost. Later the same words may be meant anew. */
const repeatWithinMs = 600_000

/**
 * Stores a request for support as the signed-in user's, mails it to the team and puts it in line for the CRM, all or
 * nothing. The same request again within ten minutes is the same ticket, and counts towards no limit once the first one is
 * stored.
 * @throws AppError('malformed' | 'invalid' | 'rate_limited')
 */
export async function sendTicket(
  ctx: SignedInContext,
  parts: SupportParts,
  sent: SupportRequest,
): Promise<void> {
  const request = storableRequest(sent)
  const problems = problemsOfRequest(request)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const contentHash = hashOf(request)
  if (await isRepeat(ctx, contentHash)) return
  await parts.rateLimits.take(tickets, ctx.user.id)
  await inTransaction(ctx, async tx => {
    // One after the other for one user: of two clicks the second finds the first one's ticket.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`support ${tx.user.id}`}, 0))`)
    if (await isRepeat(tx, contentHash)) return
    await storeTicket(tx, parts, request, contentHash)
  })
}

async function storeTicket(
  ctx: SignedInContext,
  { supportEmail, emailOf, hasCrm }: SupportParts,
  request: SupportRequest,
  contentHash: string,
): Promise<void> {
  const userId = ctx.user.id
  const id = randomUUID()
  await ctx.db.insert(supportTicket).values({
    id,
    userId,
    firstName: request.First_Name,
    lastName: request.Last_Name,
    phone: request.Phone,
    email: request.Email,
    company: request.Company,
    lastPrompt: request.LastPrompt,
    lastPromptResponse: request.LastPromptResponse,
    description: request.Description,
    leadSource: request.Lead_Source,
    contentHash,
    createdAt: ctx.clock.now(),
  })
  const accountEmail = await emailOf(ctx, userId)
  await queueMail(ctx, 'support', ticketMail(request, { id, to: supportEmail, accountEmail, userId }))
  if (hasCrm) await queueLead(ctx, id)
}

async function isRepeat(ctx: SignedInContext, contentHash: string): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - repeatWithinMs)
  const { userId, createdAt, contentHash: known } = supportTicket
  const found = await ctx.db
    .select({ id: supportTicket.id })
    .from(supportTicket)
    .where(and(eq(userId, ctx.user.id), gt(createdAt, since), eq(known, contentHash)))
    .limit(1)
  return found.length > 0
}

/** The same for the same words, in whatever order the fields came. */
function hashOf(request: SupportRequest): string {
  const fields = Object.entries(request).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url')
}
