interface MarkupPolicy {
  createHTML(html: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: MarkupPolicy): MarkupPolicy
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
/** The app's one policy: it lets text be parsed into a document that nothing shows, never set into the page. */
const policy = trustedTypes?.createPolicy('soko', { createHTML: html => html })

/** The elements that HTML stands for, in a document of their own where no script runs and nothing is loaded. */
export const parseInert = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html').body
