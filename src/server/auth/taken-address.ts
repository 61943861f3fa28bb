import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { countMails, queueMail } from '../platform/mail.ts'
import { type Account, findAccount } from './account.ts'
import { alreadyRegisteredMail } from './mails.ts'
import type { Verification } from './verification.ts'

const noticePurpose = 'already-registered'
const noticesPerHour = 3
/** Within it a second registration is taken for a double click. */
const doubleClickSeconds = 10

interface TakenParts {
  verification: Verification
  publicUrl: string
}

/**
 * Somebody registered an address that is taken: its owner is told, unless it was a double click. Where nobody has proved
 * the address yet and the password is another one, neither will count: nobody knows which of the two reads its mail.
 */
export async function tellOwner(
  ctx: Context,
  parts: TakenParts,
  { email, isSamePassword }: { email: string; isSamePassword: boolean },
): Promise<void> {
  const owner = await findAccount(ctx, email)
  if (!owner) return
  if (owner.status === 'unverified' && !isSamePassword) await contest(ctx, owner.id)
  if (await wasMailedJustNow(ctx, owner)) return
  if (owner.status === 'unverified') return parts.verification.send(ctx, owner.id)
  if ((await countMails(ctx, noticePurpose, owner.email, 3_600)) >= noticesPerHour) return
  await queueMail(ctx, noticePurpose, alreadyRegisteredMail(owner, parts.publicUrl))
}

/** Counted from the row, not from its mails: anybody can ask for another mail. */
const contest = (ctx: Context, userId: string) =>
  ctx.db.execute(sql`
    update users set is_contested = true
    where id = ${userId} and status = 'unverified'
      and created_at < now() - make_interval(secs => ${doubleClickSeconds})`)

async function wasMailedJustNow(ctx: Context, owner: Account): Promise<boolean> {
  const counts = await Promise.all(
    ['verify', noticePurpose].map(purpose => countMails(ctx, purpose, owner.email, doubleClickSeconds)),
  )
  return counts.some(count => count > 0)
}
