import { trustedHtml } from './trust.ts'

/** The elements that HTML stands for, in a document of their own where no script runs and nothing is loaded. */
export const parseInert = (html: string): HTMLElement =>
  new DOMParser().parseFromString(trustedHtml(html), 'text/html').body
