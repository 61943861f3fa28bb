import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { databaseStatus } from './health.ts'
import type { HttpApp } from './http.ts'

/** When it is worth looking again. */
const retrySeconds = 10
/** A database that answered just now is not asked again for the next page. */
const believedMs = 1_000

const lastAnswers = new WeakMap<HttpApp, number>()

/** True while a page of the app could do nothing: the server ends, or its database is away. */
export async function isUnderMaintenance(app: HttpApp): Promise<boolean> {
  if (app.isDraining) return true
  if (performance.now() - (lastAnswers.get(app) ?? Number.NEGATIVE_INFINITY) < believedMs) return false
  if ((await databaseStatus(app)) !== 'ready') return true
  lastAnswers.set(app, performance.now())
  return false
}

/** 503 with a page of one piece: no script, and nothing else to fetch from a server that may be gone by then. */
export function sendMaintenancePage(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  void reply
    .code(503)
    .header('retry-after', String(retrySeconds))
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy.replace("style-src 'self'", `style-src '${styleHash}'`))
    .type('text/html; charset=utf-8')
    .send(maintenancePage)
}

const style = `
:root{color-scheme:light dark;--paper:light-dark(#faf8f3,#131512);--ink:light-dark(#14130f,#f1efe7);--muted:light-dark(#6a665b,#a29d8f);--green:light-dark(#0c5b4c,#4fb79d);--green-ink:light-dark(#fff,#0d1512);--marigold:light-dark(#e8a317,#f0b94a)}
*{box-sizing:border-box;margin:0}
main{display:grid;align-content:center;justify-items:start;gap:12px;min-height:100vh;min-height:100dvh;max-width:560px;margin:0 auto;padding:32px 20px}
body{background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.cloth{display:block;width:100%;margin-bottom:20px;border-radius:16px}
.brand{display:flex;gap:8px;align-items:center;font-weight:650}
h1{font-size:26px;line-height:1.2;letter-spacing:-.02em;font-weight:650;text-wrap:balance}
p{color:var(--muted)}
a{display:inline-flex;align-items:center;min-height:44px;margin-top:12px;padding:8px 18px;border-radius:10px;background:var(--green);color:var(--green-ink);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid var(--marigold);outline-offset:2px}
.tile{fill:var(--green)}.thread{fill:none;stroke:var(--marigold);stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}
`
const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`

/** The zigzag of the mark, woven across a band. */
const cloth = `<svg class="cloth" viewBox="0 0 520 96" role="presentation"><defs><pattern id="zigzag" width="40" height="32" patternUnits="userSpaceOnUse"><path d="M-10 19l10 8 10-8 10 8 10-8 10 8 10-8" fill="none" stroke="#e8a317" stroke-width="4"/><path d="M-10 4l10 8 10-8 10 8 10-8 10 8 10-8" fill="none" stroke="#faf8f3" stroke-opacity=".5" stroke-width="2.5"/></pattern></defs><rect width="520" height="96" rx="16" fill="#0c5b4c"/><rect width="520" height="96" rx="16" fill="url(#zigzag)"/></svg>`

const mark = `<svg width="24" height="24" viewBox="0 0 26 26" aria-hidden="true"><rect class="tile" width="26" height="26" rx="7"/><path class="thread" d="M5 17l4-4 4 4 4-4 4 4M5 11l4-4 4 4 4-4 4 4"/></svg>`

/** Within the page, like all of it. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><rect width="26" height="26" rx="7" fill="#0c5b4c"/><path d="M5 17l4-4 4 4 4-4 4 4M5 11l4-4 4 4 4-4 4 4" fill="none" stroke="#e8a317" stroke-width="2.2"/></svg>`

export const maintenancePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Back in a moment · Soko</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<style>${style}</style>
</head>
<body>
<main id="main">
${cloth}
<div class="brand">${mark}Soko</div>
<h1>Back in a moment</h1>
<p>Soko is being restarted, or waits for its database. Your conversations and drafts are kept, and an answer that was being
written goes on.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`
