import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, runnerImport } from 'vite'

/** What render-landing.tsx holds, which only the web's own rules can read. */
interface Renderer {
  renderLanding(version: string): string
}

const root = join(import.meta.dirname, '..')
const folder = join(root, 'src/web/landing')
const renderer = 'src/web/landing/render-landing.tsx'

const versionOf = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

const withMarkup = (html: string, { renderLanding }: Renderer): string =>
  html.replace('<!--landing-->', () => renderLanding(versionOf()))

/**
 * Builds the landing page into `outDir` as `home.html`, ready to be read: the markup of its components stands in it, and
 * its script is a small one of its own. Apart from the app, so that neither carries a byte of the other.
 */
export async function buildLanding(outDir: string): Promise<void> {
  const ready: Plugin = {
    name: 'ready-landing',
    transformIndexHtml: {
      order: 'pre',
      handler: async html =>
        withMarkup(
          html,
          (await runnerImport<Renderer>(join(root, renderer), { root, logLevel: 'warn' })).module,
        ),
    },
  }
  await build({
    root: folder,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    publicDir: join(root, 'src/web/public'),
    plugins: [ready],
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(folder, 'home.html') },
    },
  })
}

/** While the app is developed, '/' is the landing page too, made anew for each request. */
export const landingAtHome: Plugin = {
  name: 'landing-at-home',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = request.url?.split('?', 1)[0]
      if (path !== '/' || !request.headers.accept?.includes('text/html')) return next()
      const answer = async () => {
        const template = readFileSync(join(folder, 'home.html'), 'utf8').replaceAll(
          '"./',
          '"/src/web/landing/',
        )
        const html = withMarkup(template, (await server.ssrLoadModule(renderer)) as Renderer)
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(await server.transformIndexHtml('/', html))
      }
      answer().catch(next)
    })
  },
}
