import { createTransport } from 'nodemailer'
import type { Pool } from 'pg'
import type { Logger } from './log.ts'
import { type Attachment, mailChannel } from './mail.ts'
import type { Notices } from './notices.ts'

export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  replyTo: string | null
  attachment: Attachment | null
}

/** Makes the file that goes with a mail. */
export type MakeFile = (attachment: Attachment) => Promise<{ content: Buffer; contentType: string }>

/** Hands a mail over; resolves once the other side has taken it. */
export type SendMail = (mail: OutgoingMail) => Promise<void>

export interface MailWorker {
  /** Ends after the mail that is being sent. */
  close(): Promise<void>
}

interface Claimed extends OutgoingMail {
  id: string
  attempts: number
  is_too_old: boolean
}

/** A try that was cut off (its server died) is repeated after this long. */
const claimSeconds = 60
/** Longest wait between tries: a mail server that comes back has everything within two minutes. */
const longestWaitSeconds = 60
const idlePollMs = 15_000

export interface SmtpSettings {
  smtpUrl: string
  mailFrom: string
  mailNeedsTls: boolean
  publicUrl: string
}

/**
 * Sends over SMTP. A dropped connection or a silent server is an error within a minute. Where TLS is needed, nothing is
 * sent without it and a valid certificate, whatever the query of the address says.
 */
export function smtpSender(
  { smtpUrl, mailFrom: from, mailNeedsTls, publicUrl }: SmtpSettings,
  makeFile: MakeFile,
): SendMail {
  const { hostname } = new URL(publicUrl)
  const transport = createTransport({
    url: mailNeedsTls ? demandingTls(smtpUrl) : smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ replyTo, attachment, messageId, ...mail }) => {
    const file = attachment && { filename: attachment.name, ...(await makeFile(attachment)) }
    await transport.sendMail({
      from,
      ...mail,
      // The outbox does not know under which name it is sent.
      messageId: messageId.replace(/@[^@]*>$/, `@${hostname}>`),
      ...(replyTo !== null && { replyTo }),
      ...(file && { attachments: [file] }),
    })
  }
}

/** The address with TLS demanded in its query, which the library puts above every other option. */
function demandingTls(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  url.searchParams.set('requireTLS', 'true')
  url.searchParams.set('tls.rejectUnauthorized', 'true')
  return url.href
}

/** Keeps mails where they are: the local mailbox reads the outbox. */
export const localMailbox: SendMail = async () => undefined

/**
 * Sends what is in the outbox, with every instance taking part. A mail is taken again until the other side said yes, under
 * the same Message-ID: it may arrive twice when an answer is lost, never not at all.
 */
export function startMailWorker(
  pool: Pool,
  notices: Notices,
  send: SendMail,
  log: Logger,
  options: { keepsBodies: boolean; pollMs?: number },
): MailWorker {
  let isClosed = false
  let wake = () => {}
  const stopListening = notices.listen(mailChannel, () => wake())

  const loop = (async () => {
    while (!isClosed) {
      const woken = new Promise<void>(resolve => {
        wake = resolve
      })
      const wasBusy = await deliverNext(pool, send, log, options.keepsBodies).catch(error => {
        log.error({ err: error }, 'The outbox could not be read')
        return false
      })
      if (!wasBusy && !isClosed) await waitFor(woken, await msUntilDue(pool, options.pollMs ?? idlePollMs))
    }
  })()

  return {
    async close() {
      isClosed = true
      stopListening()
      wake()
      await loop
    },
  }
}

async function waitFor(woken: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([woken, timeout])
  clearTimeout(timer)
}

/** Until the next mail is due, at most `longestMs`. */
async function msUntilDue(pool: Pool, longestMs: number): Promise<number> {
  try {
    const found = await pool.query<{ ms: number | null }>(
      `SELECT extract(epoch FROM min(next_attempt_at) - now())::float8 * 1000 AS ms FROM mail_outbox
       WHERE sent_at IS NULL AND failed_at IS NULL`,
    )
    const ms = found.rows[0]?.ms ?? longestMs
    return Math.min(Math.max(ms, 20), longestMs)
  } catch {
    return Math.min(2_000, longestMs)
  }
}

/** Sends one mail that is due; false when there is none. */
async function deliverNext(pool: Pool, send: SendMail, log: Logger, keepsBodies: boolean): Promise<boolean> {
  const mail = await claim(pool)
  if (!mail) return false
  try {
    const { id: _, attempts: __, is_too_old: ___, ...outgoing } = mail
    await send(outgoing)
    await pool.query(
      `UPDATE mail_outbox SET sent_at = now(), last_error = NULL,
         text_body = CASE WHEN $2 THEN text_body ELSE '' END, html_body = CASE WHEN $2 THEN html_body ELSE '' END
       WHERE id = $1`,
      [mail.id, keepsBodies],
    )
  } catch (error) {
    await noteFailure(pool, mail, error, log, keepsBodies)
  }
  return true
}

async function claim(pool: Pool): Promise<Claimed | undefined> {
  const claimed = await pool.query<Claimed>(
    `UPDATE mail_outbox SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
     WHERE id = (SELECT id FROM mail_outbox
                 WHERE sent_at IS NULL AND failed_at IS NULL AND next_attempt_at <= now()
                 ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, to_address AS to, subject, text_body AS text, html_body AS html, message_id AS "messageId", reply_to AS "replyTo",
       attachment, attempts, created_at < now() - interval '3 days' AS is_too_old`,
    [claimSeconds],
  )
  return claimed.rows[0]
}

async function noteFailure(
  pool: Pool,
  mail: Claimed,
  error: unknown,
  log: Logger,
  keepsBodies: boolean,
): Promise<void> {
  const code = responseCodeOf(error)
  const isForGood = [550, 551, 553, 554].includes(code) || mail.is_too_old
  const waitSeconds = Math.min(2 ** mail.attempts, longestWaitSeconds) * (0.75 + Math.random() / 4)
  const reason = error instanceof Error ? error.message : String(error)
  log.warn(
    { err: error, mail_id: mail.id, attempts: mail.attempts, gave_up: isForGood },
    'A mail was not sent',
  )
  await pool.query(
    `UPDATE mail_outbox SET last_error = $2, next_attempt_at = now() + make_interval(secs => $3),
       failed_at = CASE WHEN $4 THEN now() END,
       text_body = CASE WHEN $5 THEN '' ELSE text_body END, html_body = CASE WHEN $5 THEN '' ELSE html_body END
     WHERE id = $1`,
    [mail.id, reason.slice(0, 500), waitSeconds, isForGood, isForGood && !keepsBodies],
  )
}

/** SMTP's three digits, or 0. */
function responseCodeOf(error: unknown): number {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return Number.isFinite(code) ? code : 0
}

/** Drops mails that are a month old. */
export async function sweepMails(pool: Pool): Promise<void> {
  await pool.query(`DELETE FROM mail_outbox WHERE created_at < now() - interval '30 days'`)
}
