import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anEmail } from '../testing/builders.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { type FakeSmtpServer, fakeSmtpServer } from '../testing/smtp-server.ts'
import { waitFor } from '../testing/wait-for.ts'
import { inTransaction } from './context.ts'
import { createLog } from './log.ts'
import { queueMail, readMailbox, wasSentBefore } from './mail.ts'
import { layoutMail } from './mail-layout.ts'
import { type MailWorker, smtpSender, startMailWorker } from './mail-worker.ts'
import { createNotices, type Notices } from './notices.ts'

const database = await testDatabase()
const { pool } = database
const ctx = testContext(pool)
const log = createLog('silent')
let notices: Notices
let smtp: FakeSmtpServer
let workers: MailWorker[] = []

beforeAll(async () => {
  notices = createNotices(database.connection, log)
  await notices.ready()
  smtp = await fakeSmtpServer()
})
beforeEach(async () => {
  await Promise.all(workers.map(worker => worker.close()))
  workers = []
  await pool.query('DELETE FROM mail_outbox')
  smtp.received.length = 0
  smtp.verdict = 'take'
})
afterAll(async () => {
  await Promise.all(workers.map(worker => worker.close()))
  await notices.close()
  await smtp.stop()
})

const outgoing = (mailNeedsTls = false) => ({
  smtpUrl: smtp.url,
  mailFrom: 'Soko <no-reply@soko.test>',
  mailNeedsTls,
  publicUrl: 'https://market.soko.test:8443',
})

function startWorker() {
  const send = smtpSender(outgoing(), async ({ kind, id }) => ({
    content: Buffer.from(`${kind} ${id}`),
    contentType: 'application/pdf',
  }))
  workers.push(startMailWorker(pool, notices, send, log, { keepsBodies: false, pollMs: 1_000 }))
}

const queue = (to: string, url = 'http://soko.test/verify/abc') =>
  queueMail(ctx, 'verify', {
    to,
    subject: 'Ngũgĩ, verify your address',
    ...layoutMail({ name: 'Ngũgĩ', paragraphs: ['Hello.'], action: { label: 'Go', url } }),
  })

interface Row {
  sent_at: Date | null
  failed_at: Date | null
  attempts: number
  text_body: string
  html_body: string
}

const rowTo = async (to: string) =>
  (await pool.query<Row>('SELECT * FROM mail_outbox WHERE to_address = $1', [to])).rows[0]

const isSent = (to: string) => async () => (await rowTo(to))?.sent_at != null
const mailsTo = (to: string) => smtp.received.filter(mail => mail.to.includes(to))
const messageId = (source: string) => /^Message-ID: (.+)$/im.exec(source)?.[1]?.trim()

describe('the outbox', () => {
  test('a mail leaves at once, whole, and its links are wiped from the database', async () => {
    startWorker()
    const to = anEmail()
    await queue(to)
    await waitFor('the mail is sent', isSent(to))
    const [mail] = mailsTo(to)
    expect(mail?.from).toBe('no-reply@soko.test')
    expect(mail?.source).toMatch(/^Content-Type: text\/plain/m)
    expect(mail?.source).toMatch(/^Content-Type: text\/html/m)
    expect(mail?.source).toMatch(/^http:\/\/soko\.test\/verify\/abc\r$/m)
    expect((await rowTo(to))?.text_body).toBe('')
  })

  test('an answer goes to the address the mail names; without one no header says so', async () => {
    startWorker()
    const [named, plain] = [anEmail(), anEmail()]
    const mail = { subject: 's', text: 't', html: 'h' }
    await queueMail(ctx, 'support', { ...mail, to: named, replyTo: 'ama@example.com' })
    await queueMail(ctx, 'support', { ...mail, to: plain })
    for (const to of [named, plain]) await waitFor('it is sent', isSent(to))
    expect(mailsTo(named)[0]?.source).toMatch(/^Reply-To: ama@example\.com\r$/m)
    expect(mailsTo(plain)[0]?.source).not.toMatch(/^Reply-To:/m)
  })

  test('a file goes with its mail under its name, made as the mail leaves; the local mailbox tells its name', async () => {
    const [withFile, without] = [anEmail(), anEmail()]
    const mail = { subject: 's', text: 't', html: 'h' }
    const attachment = { name: 'soko-receipt-2026-000001.pdf', kind: 'receipt', id: 'r1' }
    await queueMail(ctx, 'receipt', { ...mail, to: withFile, attachment })
    await queueMail(ctx, 'receipt', { ...mail, to: without })
    expect((await readMailbox(ctx, withFile)).map(({ attachments }) => attachments)).toEqual([
      ['soko-receipt-2026-000001.pdf'],
    ])
    expect((await readMailbox(ctx, without)).map(({ attachments }) => attachments)).toEqual([undefined])
    startWorker()
    for (const to of [withFile, without]) await waitFor('it is sent', isSent(to))
    const source = mailsTo(withFile)[0]?.source ?? ''
    expect(source).toMatch(/^Content-Type: application\/pdf; name=soko-receipt-2026-000001\.pdf\r$/m)
    expect(source).toMatch(/^Content-Disposition: attachment; filename=soko-receipt-2026-000001\.pdf\r$/m)
    expect(source).toContain(Buffer.from('receipt r1').toString('base64'))
    expect(mailsTo(without)[0]?.source).not.toContain('Content-Disposition')
  })

  test('a mail of a transaction that fails is never sent', async () => {
    startWorker()
    const [kept, lost] = [anEmail(), anEmail()]
    const failing = inTransaction(ctx, async tx => {
      await queueMail(tx, 'verify', { to: lost, subject: 's', text: 't', html: 'h' })
      throw new Error('changed its mind')
    })
    await expect(failing).rejects.toThrow('changed its mind')
    await queue(kept)
    await waitFor('the other mail is sent', isSent(kept))
    expect(mailsTo(lost)).toEqual([])
  })

  test('faults 45: with the mail server down mails stay, and are sent once when it returns', async () => {
    await smtp.stop()
    startWorker()
    const addresses = [anEmail(), anEmail(), anEmail()]
    for (const to of addresses) await queue(to)
    await waitFor('each was tried in vain', async () => {
      const tried = await pool.query('SELECT 1 FROM mail_outbox WHERE attempts > 0 AND sent_at IS NULL')
      return tried.rowCount === 3
    })
    const waits = await pool.query<{ longest: number }>(
      'SELECT max(extract(epoch FROM next_attempt_at - now()))::float8 AS longest FROM mail_outbox',
    )
    expect(waits.rows[0]?.longest).toBeLessThanOrEqual(60)
    await smtp.start()
    for (const to of addresses) await waitFor('it is sent', isSent(to), 10_000)
    for (const to of addresses) expect(mailsTo(to)).toHaveLength(1)
  })

  test('faults 45: however long it was away, the wait between two tries stays under two minutes', async () => {
    await smtp.stop()
    const to = anEmail()
    await queue(to)
    await pool.query('UPDATE mail_outbox SET attempts = 30 WHERE to_address = $1', [to])
    startWorker()
    await waitFor('it was tried again', async () => ((await rowTo(to))?.attempts ?? 0) > 30)
    await waitFor('the failure is noted', async () => {
      const noted = await pool.query('SELECT 1 FROM mail_outbox WHERE last_error IS NOT NULL')
      return noted.rowCount === 1
    })
    const found = await pool.query<{ wait: number }>(
      'SELECT extract(epoch FROM next_attempt_at - now())::float8 AS wait FROM mail_outbox',
    )
    expect(found.rows[0]?.wait).toBeGreaterThan(20)
    expect(found.rows[0]?.wait).toBeLessThan(120)
    await smtp.start()
  })

  test('faults 46: a server that takes a mail and hangs up gets it again under the same Message-ID, never not at all', async () => {
    smtp.verdict = 'take-and-hang-up'
    startWorker()
    const to = anEmail()
    await queue(to)
    await waitFor('it was taken once', () => mailsTo(to).length === 1)
    smtp.verdict = 'take'
    await waitFor('it is sent', isSent(to), 10_000)
    const ids = mailsTo(to).map(mail => messageId(mail.source))
    expect(ids).toHaveLength(2)
    expect(ids[0]).toMatch(/^<[\w-]{24}@market\.soko\.test>$/)
    expect(ids[1]).toBe(ids[0])
  })

  test('faults 47: an address refused for good is not tried again', async () => {
    smtp.verdict = { code: 550 }
    startWorker()
    const to = anEmail()
    await queue(to)
    await waitFor('it was given up', async () => (await rowTo(to))?.failed_at != null)
    expect((await rowTo(to))?.attempts).toBe(1)
  })

  test('of a mail refused for good nothing opens an account any more: its link is wiped and counts as old', async () => {
    smtp.verdict = { code: 550 }
    const to = anEmail()
    const id = await queue(to)
    expect(await wasSentBefore(ctx, id, 24)).toBe(false)
    startWorker()
    await waitFor('it was given up', async () => (await rowTo(to))?.failed_at != null)
    expect(await rowTo(to)).toMatchObject({ text_body: '', html_body: '' })
    expect(await wasSentBefore(ctx, id, 24)).toBe(true)
  })

  test('an address refused for now is tried again', async () => {
    smtp.verdict = { code: 451 }
    startWorker()
    const to = anEmail()
    await queue(to)
    await waitFor('it was tried', async () => ((await rowTo(to))?.attempts ?? 0) > 0)
    smtp.verdict = 'take'
    await waitFor('it is sent', isSent(to), 10_000)
    expect((await rowTo(to))?.failed_at).toBeNull()
    expect(mailsTo(to)[0]?.source).toMatch(/^http:\/\/soko\.test\/verify\/abc\r$/m)
  })

  test('three workers send thirty mails once each', async () => {
    for (let count = 0; count < 3; count += 1) startWorker()
    const addresses = Array.from({ length: 30 }, anEmail)
    await Promise.all(addresses.map(to => queue(to)))
    await waitFor('all are sent', async () => {
      const waiting = await pool.query('SELECT 1 FROM mail_outbox WHERE sent_at IS NULL')
      return waiting.rowCount === 0
    })
    for (const to of addresses) expect(mailsTo(to)).toHaveLength(1)
  })
})

test('where TLS is needed, a mail server that offers none gets nothing of a mail', async () => {
  smtp.verdict = 'take'
  const mail = { to: anEmail(), subject: 'S', text: 'T', html: 'H', messageId: '<a@soko>' }
  const whole = { ...mail, replyTo: null, attachment: null }
  const noFile = async () => ({ content: Buffer.from(''), contentType: 'text/plain' })
  await smtpSender(outgoing(), noFile)(whole)
  expect(mailsTo(mail.to)).toHaveLength(1)
  for (const query of ['', '?ignoreTLS=true', '?opportunisticTLS=true&requireTLS=false']) {
    const needing = { ...outgoing(true), smtpUrl: `${smtp.url}/${query}` }
    await expect(smtpSender(needing, noFile)(whole)).rejects.toThrow(/TLS/)
  }
  expect(mailsTo(mail.to)).toHaveLength(1)
})
