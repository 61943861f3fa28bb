import { escapeHtml } from './escape-html.ts'
import { contextOf, type HttpApp } from './http.ts'
import { sendLocalPage } from './local-page.ts'
import { readMailbox } from './mail.ts'

/**
 * `GET /dev/mail?to=`: the mails that would have been sent, newest first; a page for a browser. Never mounted in
 * production, nor where a mail server is set.
 */
export function mountLocalMailbox(app: HttpApp): void {
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
        mail => `<article><header><h2>${escapeHtml(mail.subject)}</h2><p>to ${escapeHtml(mail.to)}${mail.attachments.map(name => ` · with ${escapeHtml(name)}`).join('')}</p></header>
<pre>${linked(mail.text)}</pre></article>`,
      ),
    })
  })
}

const linked = (text: string) =>
  escapeHtml(text).replace(/^https?:\/\/\S+$/gm, address => `<a href="${address}">${address}</a>`)
