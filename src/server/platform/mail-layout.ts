import { escapeHtml } from './escape-html.ts'

export interface MailContent {
  /**
   * Whom it speaks to, e.g. 'Ama Mensah'; null where nobody has proved the address: the name is then anybody's words to
   * a stranger.
   */
  name: string | null
  paragraphs: readonly string[]
  /** Somebody's own words, each below its title: line breaks kept, marked as quoted, so that they cannot pose as ours. */
  quotes?: readonly { title: string; text: string }[]
  /** The one thing to do. In the plain text the address stands alone on its line. */
  action?: { label: string; url: string }
  /** Said below, smaller. */
  footnotes?: readonly string[]
}

/** The same mail as plain text and as HTML in the product's look, which needs no picture and no script. */
export function layoutMail(content: MailContent): { text: string; html: string } {
  return { text: plain(content), html: html(content) }
}

const greeting = (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`)

/** Everything that a program could show as the beginning of a new line. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

function plain({ name, paragraphs, quotes = [], action, footnotes = [] }: MailContent): string {
  const quoted = quotes.map(({ title, text }) => [`${title}:`, ...text.split(lineBreak)].join('\n> '))
  const parts = [
    greeting(name),
    ...paragraphs,
    ...quoted,
    ...(action ? [action.url] : []),
    ...footnotes,
    'Soko',
  ]
  return `${parts.join('\n\n')}\n`
}

const font = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"

function html({ name, paragraphs, quotes = [], action, footnotes = [] }: MailContent): string {
  const body = [greeting(name), ...paragraphs]
    .map(line => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`)
    .join('\n')
  const quoted = quotes.map(quote).join('\n')
  const small = footnotes
    .map(line => `<p style="margin:12px 0 0;font-size:13px;color:#6A665B">${escapeHtml(line)}</p>`)
    .join('\n')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Soko</title></head>
<body style="margin:0;padding:32px 16px;background:#FAF8F3;color:#14130F;font:15px/1.55 ${font}">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 20px;font-size:19px;font-weight:650;color:#0C5B4C">Soko</p>
<div style="background:#FFFFFF;border:1px solid #E7E2D6;border-top:4px solid #E8A317;border-radius:10px;padding:28px">
${body}
${quoted}
${action ? button(action) : ''}
${small}
</div>
<p style="margin:20px 0 0;font-size:12px;color:#726C5E">Market answers you can put in front of a board.</p>
</div>
</body>
</html>
`
}

/** Each line in an element of its own: not every mail program keeps line breaks. */
function quote({ title, text }: { title: string; text: string }): string {
  const lines = text.split(lineBreak).map(line => `<div>${escapeHtml(line) || '&nbsp;'}</div>`)
  return `<p style="margin:0 0 4px;font-size:13px;font-weight:600;color:#6A665B">${escapeHtml(title)}</p>
<div style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #E7E2D6;overflow-wrap:anywhere">${lines.join('')}</div>`
}

function button({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url)
  return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;background:#0C5B4C;color:#FFFFFF;text-decoration:none;font-weight:600;border-radius:10px;padding:12px 22px">${escapeHtml(label)}</a></p>
<p style="margin:0;font-size:13px;color:#6A665B;overflow-wrap:anywhere">Or open this address: ${address}</p>`
}
