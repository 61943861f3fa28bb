import { escapeHtml } from './escape-html.ts'
import { contextOf, type HttpApp } from './http.ts'
import { type Mail, readMailbox } from './mail.ts'

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
    return reply.type('text/html; charset=utf-8').send(pageOf(mails))
  })
  app.fastify.get('/dev/mail.css', (_, reply) => reply.type('text/css; charset=utf-8').send(style))
}

function pageOf(mails: readonly Mail[]): string {
  const list = mails.map(
    mail => `<article><header><h2>${escapeHtml(mail.subject)}</h2><p>to ${escapeHtml(mail.to)}</p></header>
<pre>${linked(mail.text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Local mailbox</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/dev/mail.css"></head>
<body><h1>Local mailbox</h1><p class="note">No mail server is set, so mails stay here. Reload to see newer ones.</p>
${list.join('\n') || '<p>No mail yet.</p>'}</body></html>`
}

const linked = (text: string) =>
  escapeHtml(text).replace(/^https?:\/\/\S+$/gm, address => `<a href="${address}">${address}</a>`)

const style = `
body{max-width:720px;margin:0 auto;padding:32px 16px;background:#FAF8F3;color:#14130F;font:15px/1.55 system-ui,sans-serif}
h1{font-size:24px;color:#0C5B4C}h2{font-size:16px;margin:0}.note,header p{color:#6A665B;margin:0 0 16px}
article{background:#fff;border:1px solid #E7E2D6;border-top:4px solid #E8A317;border-radius:10px;padding:20px;margin:0 0 16px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}a{color:#0C5B4C}
`
