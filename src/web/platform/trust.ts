interface Policy {
  createHTML(html: string): string
  createScriptURL(url: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy
}

/** The scripts that sign-in and checkout may load, whatever their query: the providers' own and their stand-ins. */
const scripts = new Set([
  'https://accounts.google.com/gsi/client',
  'https://connect.facebook.net/en_US/sdk.js',
  '/dev/sign-in/gsi.js',
  '/dev/sign-in/sdk.js',
  'https://www.paypal.com/sdk/js',
  'https://checkout.flutterwave.com/v3.js',
  '/sandbox/paypal/sdk.js',
  '/sandbox/flutterwave/v3.js',
])

function knownScript(url: string): string {
  if (!scripts.has(url.split('?', 1)[0] ?? '')) throw new TypeError(`Not a script of this app: ${url}`)
  return url
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
/** The app's one policy: markup is parsed into documents that nothing shows, and scripts are those it names. */
const policy = trustedTypes?.createPolicy('soko', { createHTML: html => html, createScriptURL: knownScript })

/** Only for a document that nothing shows. */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html

/** @throws TypeError for a script the app does not know */
export const trustedScriptUrl = (url: string): string => policy?.createScriptURL(url) ?? knownScript(url)
