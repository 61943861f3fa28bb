import { eq, inArray, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { notify } from '../platform/notices.ts'
import { type Crm, CrmAway, type LeadAnswer } from './crm.ts'
import { leadOf, neededFields, type Ticket } from './lead.ts'
import { supportLead, supportTicket } from './tables.ts'

/** Wakes whoever hands leads over. */
export const leadChannel = 'lead_waits'

const batch = 20
/** A try that was cut off (its server died) is repeated after this long. */
const claimSeconds = 120
const firstWaitSeconds = 15
const longestWaitSeconds = 3_600
/** Counted from when it was put in line. After it a person has to look. */
const giveUpAfterHours = 72
/** About an hour of tries: a server that stood still for days has not tried for days. */
const triesAtLeast = 8
/** More than fit into the three days: something goes wrong before any answer can be noted. */
const triesAtMost = 200

interface Claimed {
  ticket: Ticket
  attempts: number
  leftOut: string[]
  isOld: boolean
}

/** Puts a ticket in line for the CRM, in the caller's transaction. */
export async function queueLead(ctx: Context, ticketId: string): Promise<void> {
  await ctx.db.insert(supportLead).values({ ticketId })
  await notify(ctx, leadChannel, ticketId)
}

/**
 * Hands over every ticket that is due, with every instance taking part. A ticket is sent again until the CRM has answered
 * for it, so it may come twice when an answer is lost, never not at all; after three days a person is called.
 * @returns how many the CRM took
 */
export async function handOverLeads(ctx: Context, crm: Crm): Promise<number> {
  let takenCount = 0
  for (;;) {
    const all = await claim(ctx)
    if (all.length === 0) return takenCount
    const claimed = all.filter(one => !(one.isOld && one.attempts > triesAtMost))
    for (const one of all) if (!claimed.includes(one)) await note(ctx, one, neverAnswered)
    if (claimed.length === 0) continue
    const { answers, isAway } = await insert(ctx, crm, claimed)
    for (const [at, one] of claimed.entries()) {
      const answer = answers[at] ?? neverAnswered
      if (answer.kind === 'taken') takenCount += 1
      await note(ctx, one, answer)
    }
    // The others would wait for the same silence; they are due again in a minute.
    if (isAway) return takenCount
  }
}

const neverAnswered: LeadAnswer = { kind: 'not-now', code: 'NO_ANSWER', reason: 'No answer' }

/** The tickets of this try, theirs alone for a while. */
async function claim(ctx: Context): Promise<Claimed[]> {
  return inTransaction(ctx, async ctx => {
    const due = await rowsOf<{ ticket_id: string; attempts: number; left_out: string[]; is_old: boolean }>(
      ctx.db,
      sql`update support_lead set attempts = attempts + 1,
            next_attempt_at = now() + make_interval(secs => ${claimSeconds})
          where ticket_id in (select ticket_id from support_lead where state = 'waiting' and next_attempt_at <= now()
                              order by next_attempt_at limit ${batch} for update skip locked)
          returning ticket_id, attempts, left_out,
            created_at < now() - make_interval(hours => ${giveUpAfterHours}) as is_old`,
    )
    if (due.length === 0) return []
    const ids = due.map(row => row.ticket_id)
    const tickets = await ctx.db.select().from(supportTicket).where(inArray(supportTicket.id, ids))
    return tickets.flatMap(ticket => {
      const row = due.find(one => one.ticket_id === ticket.id)
      return row ? { ticket, attempts: row.attempts, leftOut: row.left_out, isOld: row.is_old } : []
    })
  })
}

interface Inserted {
  answers: LeadAnswer[]
  isAway: boolean
}

async function insert(ctx: Context, crm: Crm, claimed: readonly Claimed[]): Promise<Inserted> {
  const leads = claimed.map(({ ticket, leftOut }) => leadOf(ticket, crm.fields, leftOut))
  try {
    return { answers: await crm.insert(leads), isAway: false }
  } catch (error) {
    if (!(error instanceof CrmAway)) throw error
    ctx.log.warn({ reason: error.message, leadCount: leads.length }, 'The CRM took no tickets')
    return {
      answers: claimed.map(() => ({ kind: 'not-now', code: 'AWAY', reason: error.message })),
      isAway: true,
    }
  }
}

/** Each by itself: an answer that cannot be written down must not leave those beside it to be sent again. */
async function note(ctx: Context, claimed: Claimed, answer: LeadAnswer): Promise<void> {
  try {
    await write(ctx, claimed, answer)
  } catch (error) {
    ctx.log.error({ err: error, ticket_id: claimed.ticket.id }, 'What the CRM answered could not be noted')
  }
}

async function write(ctx: Context, claimed: Claimed, answer: LeadAnswer): Promise<void> {
  const { ticket, attempts, leftOut, isOld } = claimed
  const row = eq(supportLead.ticketId, ticket.id)
  if (answer.kind === 'taken') {
    await ctx.db
      .update(supportLead)
      .set({ state: 'handed_over', leadId: answer.leadId, lastError: null, endedAt: sql`now()` })
      .where(row)
    return
  }
  // A field that the CRM does not like is no reason to lose the ticket: once more, without it.
  const field = answer.kind === 'refused' ? answer.field : null
  if (field && !neededFields.includes(field) && !leftOut.includes(field)) {
    await ctx.db
      .update(supportLead)
      .set({ leftOut: [...leftOut, field], lastError: answer.reason, nextAttemptAt: sql`now()` })
      .where(row)
    return
  }
  if (answer.kind === 'not-now' && !(isOld && attempts >= triesAtLeast)) {
    await ctx.db
      .update(supportLead)
      .set({
        lastError: answer.reason,
        nextAttemptAt: sql`now() + make_interval(secs => ${waitOf(attempts)})`,
      })
      .where(row)
    return
  }
  ctx.log.error(
    { alarm: 'crm_lead_given_up', ticket_id: ticket.id, attempts, crm_answer: answer.code, field },
    'A ticket was not handed to the CRM',
  )
  await ctx.db
    .update(supportLead)
    .set({ state: 'given_up', lastError: answer.reason, endedAt: sql`now()` })
    .where(row)
}

/** Twice as long after each try, and never in step with the others. */
const waitOf = (attempts: number): number =>
  Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds) * (0.75 + Math.random() / 4)

/** Puts a ticket that was given up in line again; false where it waits or was handed over, or never was in line. */
export async function retryLead(ctx: Context, ticketId: string): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const again = await rowsOf(
      ctx.db,
      sql`update support_lead set state = 'waiting', attempts = 0, created_at = now(), next_attempt_at = now(),
            left_out = '{}', ended_at = null
          where ticket_id = ${ticketId} and state = 'given_up' returning ticket_id`,
    )
    if (again.length > 0) await notify(ctx, leadChannel, ticketId)
    return again.length > 0
  })
}

/** After a restore nobody knows what the CRM has taken since: what waits is left to a person. Answers how many. */
export async function giveUpWaitingLeads(ctx: Context, reason: string): Promise<number> {
  const given = await rowsOf(
    ctx.db,
    sql`update support_lead set state = 'given_up', last_error = ${reason}, ended_at = now()
        where state = 'waiting' returning ticket_id`,
  )
  return given.length
}
