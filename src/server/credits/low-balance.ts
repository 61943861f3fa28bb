import { type SQL, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf, rowsOf } from '../platform/db.ts'
import { readMark, setMark } from '../platform/job-mark.ts'
import { type Mail, queueMail } from '../platform/mail.ts'
import { layoutMail } from '../platform/mail-layout.ts'
import { balance } from './ledger.ts'
import { type Prices, prices } from './prices.ts'

/** A balance is low under this share of the usual spend. */
const lowShare = 0.15
const usualDays = 30
/** Who spends little is still warned while a deep answer is within reach. */
const usualDeepAnswersAtLeast = 10

/** What an account's answers cost in the usual time, refunds taken off: an index holds it all. */
const spentLately = (userId: SQL): SQL => sql`
  select coalesce(-sum(amount), 0)::bigint from credit_entry
  where user_id = ${userId} and kind in ('spend', 'refund') and created_at > now() - make_interval(days => ${usualDays})`

/**
 * Under how many credits an account is low: 15% of what it usually spends, which is what the last 30 days cost, refunds
 * taken off, and at least the price of ten deep answers. The badge and the mail go by it alike.
 */
export async function lowBelow(ctx: Context, userId: string, known?: Pick<Prices, 'deep'>): Promise<number> {
  const { deep } = known ?? (await prices(ctx))
  const row = await rowOf<{ spent: number }>(ctx.db, sql`select (${spentLately(sql`${userId}`)}) as spent`)
  return Math.ceil(lowShare * Math.max(row?.spent ?? 0, usualDeepAnswersAtLeast * deep))
}

export interface WarningParts {
  /** Who the user is to a mail; null for one who gets none, e.g. a disabled account. */
  receiverOf: (ctx: Context, userId: string) => Promise<{ email: string; name: string } | null>
  publicUrl: string
}

/**
 * Mails a user whose credits run low, once: again only when credits came in that brought the account above the line, and
 * ran low anew. Call it after a spend was committed. Answers whether a mail was queued.
 */
export async function warnOfLowBalance(ctx: Context, parts: WarningParts, userId: string): Promise<boolean> {
  const below = await lowBelow(ctx, userId)
  if ((await balance(ctx, userId)) >= below) return false
  return inTransaction(ctx, async ctx => {
    // Asked first: the ledger keeps the entries of accounts that are gone, and those have no row to lock.
    const receiver = await parts.receiverOf(ctx, userId)
    if (!receiver || !(await isToBeTold(ctx, userId, below))) return false
    const credits = await balance(ctx, userId)
    await ctx.db.execute(sql`
      update credit_warning set told_at = now(),
        told_entry = (select max(id) from credit_entry where user_id = ${userId})
      where user_id = ${userId}`)
    await queueMail(ctx, 'low-balance', lowBalanceMail(receiver, credits, parts.publicUrl))
    return true
  })
}

/** Two answers that end together: the second one waits here and then sees that the first has told. */
async function isToBeTold(ctx: Context, userId: string, below: number): Promise<boolean> {
  await ctx.db.execute(sql`insert into credit_warning (user_id) values (${userId}) on conflict do nothing`)
  const row = await rowOf<{ by_mail: boolean; told_entry: number | null }>(
    ctx.db,
    sql`select by_mail, told_entry from credit_warning where user_id = ${userId} for update`,
  )
  if (!row?.by_mail) return false
  if (row.told_entry === null) return true
  const toppedUp = await rowOf(
    ctx.db,
    sql`select id from credit_entry where user_id = ${userId} and id > ${row.told_entry} and amount > 0
          and kind <> 'refund' and balance_after >= ${below} limit 1`,
  )
  return toppedUp !== null
}

/** Whether a user is warned by mail; who never said is. */
export async function isWarnedByMail(ctx: Context, userId: string): Promise<boolean> {
  const row = await rowOf<{ by_mail: boolean }>(
    ctx.db,
    sql`select by_mail from credit_warning where user_id = ${userId}`,
  )
  return row?.by_mail ?? true
}

/** Turns the mail on or off. */
export async function setWarnedByMail(ctx: Context, userId: string, byMail: boolean): Promise<void> {
  await ctx.db.execute(sql`
    insert into credit_warning (user_id, by_mail) values (${userId}, ${byMail})
    on conflict (user_id) do update set by_mail = excluded.by_mail`)
}

const job = 'warn-of-low-balances'

/**
 * Judges again whoever spent since the last time: a server that died between an answer and its mail leaves nobody
 * unwarned. Returns how many were warned.
 */
export async function warnWhoWasForgotten(ctx: Context, parts: WarningParts): Promise<number> {
  const { deep } = await prices(ctx)
  const { since, until } = await spanToJudge(ctx)
  const low = await rowsOf<{ user_id: string }>(
    ctx.db,
    sql`
      select account.user_id
      from (
        select distinct user_id from credit_entry
        where kind = 'spend' and created_at between ${since}::timestamptz and ${until}::timestamptz
      ) spender
      join credit_account account using (user_id)
      left join credit_warning warning using (user_id)
      where warning.by_mail is not false
        and account.balance
          <= ${lowShare}::numeric * greatest((${spentLately(sql`account.user_id`)}), ${usualDeepAnswersAtLeast * deep}::int) + 1
        and (warning.told_entry is null or exists (
          select from credit_entry entry
          where entry.user_id = account.user_id and id > warning.told_entry and amount > 0 and kind <> 'refund'
        ))`,
  )
  let toldCount = 0
  let failedCount = 0
  for (const { user_id } of low) {
    try {
      if (await warnOfLowBalance(ctx, parts, user_id)) toldCount += 1
    } catch (error) {
      // One account must not keep the mail from everybody after it.
      ctx.log.error({ err: error, user_id }, 'A low balance could not be judged')
      failedCount += 1
    }
  }
  if (failedCount === 0) await setMark(ctx, job, until)
  return toldCount
}

/** From shortly before the end of the last span, since times are those of a transaction's begin, but at most three hours. */
async function spanToJudge(ctx: Context): Promise<{ since: string; until: string }> {
  const mark = await readMark(ctx, job)
  const span = await rowOf<{ since: string; until: string }>(
    ctx.db,
    sql`select greatest(${mark}::timestamptz - interval '5 minutes', now() - interval '3 hours')::text as since,
          (now() - interval '1 minute')::text as until`,
  )
  if (!span) throw new Error('The database told no time')
  return span
}

function lowBalanceMail(
  { email, name }: { email: string; name: string },
  credits: number,
  publicUrl: string,
): Mail {
  const content = layoutMail({
    name,
    paragraphs: [
      `Your account has ${credits} ${credits === 1 ? 'credit' : 'credits'} left, which is little beside what you usually spend.`,
      'What you have asked so far stays where it is. To go on asking, add credits in your account:',
    ],
    action: { label: 'Open my account', url: `${publicUrl}/app` },
    footnotes: [
      'You get this mail once each time your credits run low. You can switch it off in Credits, below your balance.',
    ],
  })
  return { to: email, subject: 'Your credits are running low', ...content }
}
