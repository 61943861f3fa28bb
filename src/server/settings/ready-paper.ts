import type { FrontSettings } from '../../contract/front-settings.ts'
import type { ReadyPage } from '../platform/web-files.ts'

const papers = {
  tnc: { title: 'Terms of service', other: '<a href="/privacy">Privacy policy</a>' },
  privacy: { title: 'Privacy policy', other: '<a href="/tos">Terms of service</a>' },
} as const

const arrow =
  '<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m10 4-4 4 4 4"/></svg>'

/**
 * The operator's words as a page to be read without a script: what the screen of the same address draws in its place
 * (src/web/auth/terms-page.tsx), by the same style sheet.
 */
export function readyPaper(settings: FrontSettings, name: keyof typeof papers): ReadyPage {
  const html = settings[name].content.trim()
  const [heading = '', , words = ''] = /^<(h[12])>([\s\S]*?)<\/\1>/.exec(html) ?? []
  const title = words.replace(/<[^>]*>/g, '').trim() || papers[name].title
  return {
    title,
    body: `<div class="terms-page"><header class="terms-head">
<a class="terms-back" href="/">${arrow}Back</a>
<span class="terms-brand"><img src="/favicon.svg" width="24" height="24" alt="">Soko</span>
</header><main class="terms-paper" id="main"><h1>${title}</h1>
${headingsInOrder(html.slice(heading.length))}
</main><footer class="terms-foot">${papers[name].other}</footer></div>`,
  }
}

/** Headings follow the page's own, one level after the other. */
function headingsInOrder(html: string): string {
  const levels = [...new Set([...html.matchAll(/<h([1-6])>/g)].map(([, level]) => level))].sort()
  return html.replace(/<(\/?)h([1-6])>/g, (_, slash: string, level: string) => {
    return `<${slash}h${Math.min(levels.indexOf(level) + 2, 6)}>`
  })
}
