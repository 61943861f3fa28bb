import type { FastifyReply } from 'fastify'
import { escapeHtml } from './escape-html.ts'
import type { HttpApp } from './http.ts'

export interface LocalPage {
  title: string
  note: string
  /** Said where there is no article. */
  empty: string
  /** HTML, everything from outside escaped. */
  articles: readonly string[]
}

const stylePath = '/dev/local.css'

/** The style of the pages that show what stayed here for want of an outside service. Mounted outside production only. */
export function mountLocalStyle(app: HttpApp): void {
  app.fastify.get(stylePath, (_, reply) => reply.type('text/css; charset=utf-8').send(style))
}

export function sendLocalPage(
  reply: FastifyReply,
  { title, note, empty, articles }: LocalPage,
): FastifyReply {
  const list = articles.join('\n') || `<p>${escapeHtml(empty)}</p>`
  return reply
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${stylePath}"></head>
<body><h1>${escapeHtml(title)}</h1><p class="note">${escapeHtml(note)}</p>
${list}</body></html>`)
}

const style = `
:root{color-scheme:light dark;--paper:light-dark(#FAF8F3,#131512);--card:light-dark(#fff,#1A1D19);--line:light-dark(#E7E2D6,#2B302A);--ink:light-dark(#14130F,#F1EFE7);--muted:light-dark(#6A665B,#A29D8F);--green:light-dark(#0C5B4C,#4FB79D)}
body{max-width:720px;margin:0 auto;padding:32px 16px;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,sans-serif}
h1{font-size:24px;color:var(--green)}h2{font-size:16px;margin:0}.note,header p{color:var(--muted);margin:0 0 16px}
article{background:var(--card);border:1px solid var(--line);border-top:4px solid light-dark(#E8A317,#F0B94A);border-radius:10px;padding:20px;margin:0 0 16px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}a{color:var(--green)}
dl{display:grid;grid-template-columns:minmax(96px,max-content) 1fr;gap:6px 16px;margin:0}dt{color:var(--muted)}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
@media(max-width:480px){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:10px}}
`
