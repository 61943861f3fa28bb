import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import type { PageApart } from './page-apart.ts'
import { withSharedHead } from './shared-head.ts'

/** What render-landing.tsx holds, which only the web's own rules can read. */
interface Renderer {
  renderLanding(version: string): string
}

const root = join(import.meta.dirname, '..')
const renderer = 'src/web/landing/render-landing.tsx'

const versionOf = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

const withMarkup = (html: string, { renderLanding }: Renderer): string =>
  withSharedHead(html).replace('<!--landing-->', () => renderLanding(versionOf()))

/** The landing page, ready to be read: the markup of its components stands in it, and its script is a small one of its own. */
export const landingPage: PageApart = {
  folder: 'src/web/landing',
  file: 'home.html',
  address: '/',
  async fill(html, dev) {
    const module = dev
      ? ((await dev.ssrLoadModule(renderer)) as Renderer)
      : (await runnerImport<Renderer>(join(root, renderer), { root, logLevel: 'warn' })).module
    return withMarkup(html, module)
  },
}
