import type { SocialProvider } from '../../../contract/social.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { providerNames } from '../provider-identity.ts'
import { type Person, people, queryOf } from './person.ts'

interface Consent {
  provider: SocialProvider
  place: string
  nonce: string
}

const head = (place: string, title: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${escapeHtml(title)}</title><meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${place}/consent.css">
<script src="${place}/consent.js" defer></script></head>`

const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')

/** Where a person says who to be: it looks like neither provider, and says what it is. */
export function consentPage({ provider, place, nonce }: Consent): string {
  const name = providerNames[provider]
  const action = `${place}/${provider.toLowerCase()}/done`
  const isGoogle = provider === 'GOOGLE'
  const known = people
    .map(([person, remark]) => personForm(action, nonce, person, isGoogle ? remark : ''))
    .join('\n')
  const runs = isGoogle
    ? '<label class="check"><input type="checkbox" name="is_run" value="yes">Google runs this address</label>'
    : ''
  return `${head(place, `Stand-in for ${name}`)}
<body><main><p class="mark">Stand-in for ${name}</p><h1>Who would you like to be?</h1>
<p class="note">This is not ${name}. It stands in on this machine because no keys of ${name} are set: nobody asks for a
password, and nothing leaves the machine.</p>
<div class="people">${known}</div>
<form class="other" action="${action}">${hidden({ nonce })}<h2>Somebody else</h2>
<label>First name<input name="given_name" autocomplete="off" required></label>
<label>Last name<input name="family_name" autocomplete="off" required></label>
<label class="wide">Email address<input name="email" type="email" autocomplete="off"${isGoogle ? ' required' : ''}></label>
${runs}<button class="go">Continue</button></form>
<button type="button" class="leave" id="cancel">Cancel</button></main></body></html>`
}

function personForm(action: string, nonce: string, person: Person, remark: string): string {
  const { givenName, familyName, email } = person
  const initials = `${givenName[0] ?? ''}${familyName[0] ?? ''}`
  return `<form action="${action}">${hidden({ nonce, ...queryOf(person) })}<button class="person">
<span class="face" aria-hidden="true">${escapeHtml(initials)}</span><span><b>${escapeHtml(`${givenName} ${familyName}`)}</b>
<span>${escapeHtml(email)}</span>${remark && `<small>${escapeHtml(remark)}</small>`}</span></button></form>`
}

/** Hands its message to the page that opened this one, and closes. */
export const donePage = (place: string, message: object): string => `${head(place, 'Signed in')}
<body data-message="${escapeHtml(JSON.stringify(message))}"><main><p class="note">Signed in. You can close this window.</p></main></body></html>`

/** Runs on both pages. */
export const consentScript = `const { message } = document.body.dataset
const tell = what => {
  if (window.opener) window.opener.postMessage(what, location.origin)
  window.close()
}
if (message) tell(JSON.parse(message))
document.getElementById('cancel')?.addEventListener('click', () => tell({ cancelled: true }))
`

export const consentStyle = `:root{color-scheme:light dark;--paper:light-dark(#FAF8F3,#131512);--card:light-dark(#fff,#1A1D19);
--line:light-dark(#8F8876,#6B7268);--ink:light-dark(#14130F,#F1EFE7);--muted:light-dark(#6A665B,#A29D8F);
--green:light-dark(#0C5B4C,#4FB79D);--on-green:light-dark(#fff,#0D1512);--soft:light-dark(#FBF0D6,#33290F)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:460px;margin:0 auto;padding:24px 20px 32px}
.mark{margin:0 0 16px;padding:8px 12px;border-left:3px solid light-dark(#E8A317,#F0B94A);background:var(--soft);font-weight:600}
h1{margin:0;font-size:24px;letter-spacing:-.02em}h2{grid-column:1/-1;margin:0;font-size:15px}
.note{margin:6px 0 20px;color:var(--muted);font-size:14px}.people{display:grid;gap:8px}
button{min-height:44px;border-radius:10px;font:inherit;cursor:pointer}
.person{display:flex;gap:12px;align-items:center;width:100%;padding:10px 12px;border:1px solid var(--line);background:var(--card);color:var(--ink);text-align:left}
.person:hover{border-color:var(--green)}.person b,.person span span,.person small{display:block}.person small,.person span span{color:var(--muted);font-size:13px}
.face{display:grid;flex:none;place-items:center;width:36px;height:36px;border-radius:50%;background:var(--green);color:var(--on-green);font-size:13px;font-weight:600}
.other{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-top:24px}.other label{display:grid;gap:4px;font-size:13px}
.other .wide,.other .check,.go{grid-column:1/-1}.other .check{display:flex;gap:8px;align-items:center;min-height:32px}
.check input{width:18px;height:18px;accent-color:var(--green)}
input:not([type=checkbox]){width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:10px;background:var(--card);color:inherit;font:inherit}
.go{border:0;background:var(--green);color:var(--on-green);font-weight:600}
.leave{width:100%;margin-top:8px;border:0;background:none;color:var(--green);font-weight:600}
:focus-visible{outline:2px solid var(--green);outline-offset:2px}
`
