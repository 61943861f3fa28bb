import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const file = join(import.meta.dirname, '../src/web/head.html')

/** A page with what stands in the head of the app and of the landing page alike. */
export const withSharedHead = (html: string): string =>
  html.replace('<!--head-->', () => readFileSync(file, 'utf8').trim())

/** Puts it into the app's own page. */
export const sharedHead: Plugin = {
  name: 'shared-head',
  transformIndexHtml: { order: 'pre', handler: withSharedHead },
}
