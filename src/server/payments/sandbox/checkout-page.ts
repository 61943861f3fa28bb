import { escapeHtml } from '../../platform/escape-html.ts'
import { priceText } from '../price-text.ts'
import type { SandboxOrder } from './orders.ts'
import type { Choice } from './outcome.ts'

/** Below `place` lie the style and the script of these pages. */
interface Page {
  place: string
  label: string
}

const main: readonly (readonly [Choice, string])[] = [
  ['approve', 'Pay'],
  ['decline', 'Decline'],
  ['cancel', 'Cancel'],
]

const rare: readonly (readonly [string, readonly (readonly [Choice, string])[]])[] = [
  [
    'The payment takes its time',
    [
      ['pending-approve', 'Pending, paid after 8 s'],
      ['pending-decline', 'Pending, declined after 8 s'],
      ['late', 'Pending, paid after 15 s'],
      ['pending', 'Pending for good'],
    ],
  ],
  [
    'Something does not agree',
    [
      ['wrong-amount', 'Pay a wrong amount'],
      ['wrong-currency', 'Pay in a wrong currency'],
    ],
  ],
  [
    'The word of it',
    [
      ['notify-first', 'Paid, told before you are back'],
      ['duplicate', 'Paid, told five times'],
      ['no-notify', 'Paid, never told'],
      ['close', 'Paid, and close the window'],
      ['outage', 'Paid, then away for 20 s'],
      ['result-3', 'Paid, unknown for 10 s'],
    ],
  ],
]

const head = (
  { place, label }: Page,
  script = '',
) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Sandbox of ${escapeHtml(label)}</title><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${place}/checkout.css">${script}</head>`

const mark = '<p class="mark">SANDBOX — no money moves</p>'

/** Where a person says how the payment goes. It looks like no provider, says what it is, and works without a script. */
export function checkoutPage(page: Page, order: SandboxOrder, product: string): string {
  const button = ([choice, words]: readonly [Choice, string], look: string) =>
    `<button name="choice" value="${choice}" class="${look}">${escapeHtml(words)}</button>`
  const groups = rare
    .map(
      ([title, options]) =>
        `<fieldset><legend>${title}</legend>${options.map(option => button(option, 'small')).join('')}</fieldset>`,
    )
    .join('\n')
  return `${head(page)}
<body><main>${mark}<h1>Pay ${escapeHtml(priceText(order.asked))}</h1>
<p class="note">${escapeHtml(product)}. This is not ${escapeHtml(page.label)}: it stands in because no keys of it are set.</p>
<form method="post">${main.map((option, at) => button(option, ['go', 'plain', 'leave'][at] ?? '')).join('\n')}
<details><summary>Other endings</summary>${groups}</details></form>
<p class="note small-print">Reference ${escapeHtml(order.reference)}</p></main></body></html>`
}

const ends: Readonly<Record<SandboxOrder['state'], string>> = {
  open: 'Nothing is paid yet',
  approved: 'The payment is approved',
  pending: 'The payment is on its way',
  paid: 'The payment is made',
  declined: 'The payment is declined',
  cancelled: 'The payment is cancelled',
  refunded: 'The payment was given back',
}

/** What is left to say where the browser does not go back. */
export const overPage = (page: Page, order: SandboxOrder): string => `${head(page)}
<body><main>${mark}<h1>${ends[order.state]}</h1><p class="note">You can close this window.</p></main></body></html>`

export const unknownPage = (page: Page): string => `${head(page)}
<body><main>${mark}<h1>No such payment</h1><p class="note">Nothing is known of it here. Go back to the shop and buy again.</p></main></body></html>`

/** Tells the page around the frame, or the one that opened the window, how it went. */
export const messagePage = (
  page: Page,
  message: object,
): string => `${head(page, `<script src="${page.place}/frame.js" defer></script>`)}
<body data-message="${escapeHtml(JSON.stringify(message))}"><main>${mark}<p class="note">Going back to the shop.</p></main></body></html>`

export const frameScript = `const around = window.opener ?? (window.parent === window ? null : window.parent)
around?.postMessage(JSON.parse(document.body.dataset.message), location.origin)
if (window.opener) window.close()
`

export const checkoutStyle = `:root{color-scheme:light dark;--paper:light-dark(#FAF8F3,#131512);--card:light-dark(#fff,#1A1D19);
--line:light-dark(#8F8876,#6B7268);--ink:light-dark(#14130F,#F1EFE7);--muted:light-dark(#6A665B,#A29D8F);
--green:light-dark(#0C5B4C,#4FB79D);--on-green:light-dark(#fff,#0D1512);--soft:light-dark(#FBF0D6,#33290F)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:460px;margin:0 auto;padding:24px 20px 32px}
.mark{margin:0 0 16px;padding:8px 12px;border-left:3px solid light-dark(#E8A317,#F0B94A);background:var(--soft);font-weight:600}
h1{margin:0;font-size:24px;letter-spacing:-.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.note{margin:6px 0 20px;color:var(--muted);font-size:14px}.small-print{margin:16px 0 0;font-size:13px}
form{display:grid;gap:8px}button{min-height:44px;padding:8px 16px;border-radius:10px;font:inherit;font-weight:600;cursor:pointer}
.go{border:0;background:var(--green);color:var(--on-green)}.plain{border:1px solid var(--line);background:var(--card);color:var(--ink)}
.leave{border:0;background:none;color:var(--green)}
details{margin-top:8px;border-top:1px solid light-dark(#E7E2D6,#2B302A)}summary{min-height:44px;padding:11px 0;color:var(--muted);cursor:pointer}
fieldset{display:grid;gap:6px;margin:0 0 16px;padding:0;border:0}legend{padding:0 0 6px;font-size:13px;color:var(--muted)}
.small{min-height:44px;border:1px solid light-dark(#E7E2D6,#2B302A);background:var(--card);color:var(--ink);font-weight:400;text-align:left}
.small:hover,.plain:hover{border-color:var(--green)}:focus-visible{outline:2px solid var(--green);outline-offset:2px}
`
