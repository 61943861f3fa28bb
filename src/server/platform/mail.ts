import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from './context.ts'
import { rowOf, rowsOf } from './db.ts'
import { notify } from './notices.ts'

/** A file that goes with a mail; it is made when the mail leaves, so that the outbox holds no files. */
export interface Attachment {
  /** As the receiver sees it, e.g. 'soko-receipt-2026-000123.pdf'. */
  name: string
  /** Who makes it, e.g. 'receipt'. */
  kind: string
  /** Of what. */
  id: string
}

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes; to the sender of mails without it. */
  replyTo?: string
  attachment?: Attachment
}

/** A mail as it is shown in the local mailbox. */
export interface KeptMail extends Pick<Mail, 'to' | 'subject' | 'text' | 'html'> {
  /** The names of its files, where it has any. */
  attachments?: string[]
}

/** Wakes the worker that sends. */
export const mailChannel = 'mail_queued'

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent if and only if that commits. `purpose` is what
 * limits count by. Answers the mail's id.
 */
export async function queueMail(ctx: Context, purpose: string, mail: Mail): Promise<string> {
  const id = randomUUID()
  const messageId = `<${randomBytes(18).toString('base64url')}@soko>`
  await ctx.db.execute(sql`
    insert into mail_outbox (id, to_address, purpose, subject, text_body, html_body, message_id, reply_to, attachment)
    values (${id}, ${mail.to}, ${purpose}, ${mail.subject}, ${mail.text}, ${mail.html}, ${messageId},
      ${mail.replyTo ?? null}, ${mail.attachment ? JSON.stringify(mail.attachment) : null})`)
  await notify(ctx, mailChannel, id)
  return id
}

/** How many mails of a purpose were queued for an address, however it was typed, in the last `seconds`. */
export async function countMails(
  ctx: Context,
  purpose: string,
  to: string,
  seconds: number,
): Promise<number> {
  const found = await rowOf<{ count: number }>(
    ctx.db,
    sql`select count(*) from mail_outbox
        where lower(to_address) = lower(${to}) and purpose = ${purpose} and created_at > now() - make_interval(secs => ${seconds})`,
  )
  return found?.count ?? 0
}

/** Whether a mail was sent more than `hours` ago or given up; one that still waits in the outbox was not. */
export async function wasSentBefore(ctx: Context, mailId: string, hours: number): Promise<boolean> {
  const found = await rowOf<{ is_old: boolean | null }>(
    ctx.db,
    sql`select failed_at is not null or sent_at < now() - make_interval(hours => ${hours}) as is_old
        from mail_outbox where id = ${mailId}`,
  )
  // Mails are kept for longer than any link lives, so one that is gone is old.
  return found ? found.is_old === true : true
}

/** Lets the mails that went to an address until now go with an account that has it no more. */
export async function ownMails(ctx: Context, userId: string, to: string): Promise<void> {
  await ctx.db.execute(sql`update mail_outbox set user_id = ${userId} where lower(to_address) = lower(${to})`)
}

/** Forgets all mails to an account's address and to those it had, also the ones that were not sent yet. */
export async function forgetMails(ctx: Context, { id, email }: { id: string; email: string }): Promise<void> {
  await ctx.db.execute(
    sql`delete from mail_outbox where lower(to_address) = lower(${email}) or user_id = ${id}`,
  )
}

/** Gives up every mail that still waits, and empties it: after a restore nobody knows which of them were sent since. */
export async function giveUpMails(ctx: Context, reason: string): Promise<void> {
  await ctx.db.execute(sql`
    update mail_outbox set failed_at = now(), last_error = ${reason}, text_body = '', html_body = ''
    where sent_at is null and failed_at is null`)
}

/** Mails of the local mailbox, newest first, at most 50; to one address or to all. */
export async function readMailbox(ctx: Context, to: string | null): Promise<KeptMail[]> {
  const rows = await rowsOf<Omit<KeptMail, 'attachments'> & { file: string | null }>(
    ctx.db,
    sql`select to_address as to, subject, text_body as text, html_body as html, attachment ->> 'name' as file
        from mail_outbox
        where ${to}::text is null or lower(to_address) = lower(${to}::text)
        order by created_at desc limit 50`,
  )
  return rows.map(({ file, ...mail }) => (file === null ? mail : { ...mail, attachments: [file] }))
}

/** The file of this name that went with a mail in the local mailbox. */
export async function findAttachment(ctx: Context, name: string): Promise<Attachment | null> {
  const found = await rowOf<{ attachment: Attachment }>(
    ctx.db,
    sql`select attachment from mail_outbox where attachment ->> 'name' = ${name} order by created_at desc limit 1`,
  )
  return found?.attachment ?? null
}
