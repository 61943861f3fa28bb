import { AppError } from './errors.ts'
import { escapeHtml } from './escape-html.ts'
import { contextOf, type HttpApp } from './http.ts'
import { sendLocalPage } from './local-page.ts'
import { findAttachment, type KeptMail, readMailbox } from './mail.ts'
import type { MakeFile } from './mail-worker.ts'

const filePath = '/dev/mail/file'

/**
 * `GET /dev/mail?to=`: the mails that would have been sent, newest first, with their files; a page for a browser. Never
 * mounted in production, nor where a mail server is set.
 */
export function mountLocalMailbox(app: HttpApp, makeFile: MakeFile): void {
  app.fastify.get('/dev/mail', async (request, reply) => {
    const { to } = request.query as { to?: unknown }
    const mails = await readMailbox(contextOf(app, request), typeof to === 'string' && to !== '' ? to : null)
    reply.header('cache-control', 'no-store')
    if (!request.headers.accept?.includes('text/html')) return mails
    return sendLocalPage(reply, {
      title: 'Local mailbox',
      note: 'No mail server is set, so mails stay here. Reload to see newer ones.',
      empty: 'No mail yet.',
      articles: mails.map(
        mail => `<article><header><h2>${escapeHtml(mail.subject)}</h2><p>to ${escapeHtml(mail.to)}${filesOf(mail)}</p></header>
<pre>${linked(mail.text)}</pre></article>`,
      ),
    })
  })

  app.fastify.get(filePath, async (request, reply) => {
    const { name } = request.query as { name?: unknown }
    const attachment = await findAttachment(contextOf(app, request), String(name))
    if (!attachment) throw new AppError('not_found')
    const { content, contentType } = await makeFile(attachment)
    return reply
      .type(contentType)
      .header('content-disposition', `attachment; filename="${attachment.name}"`)
      .header('cache-control', 'no-store')
      .send(content)
  })
}

const filesOf = ({ attachments = [] }: KeptMail) =>
  attachments
    .map(name => ` · with <a href="${filePath}?name=${encodeURIComponent(name)}">${escapeHtml(name)}</a>`)
    .join('')

const linked = (text: string) =>
  escapeHtml(text).replace(/^https?:\/\/\S+$/gm, address => `<a href="${address}">${address}</a>`)
