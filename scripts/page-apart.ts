import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type ViteDevServer } from 'vite'

/** A page of its own beside the app: it carries none of the app's bytes, nor the app any of its. */
export interface PageApart {
  /** Where it stands, below the root of the repository. */
  folder: string
  /** Its file there, under whose name the build puts it out. */
  file: string
  /** Where the server has it. */
  address: string
  /** What its HTML still lacks. */
  fill?: (html: string, dev?: ViteDevServer) => Promise<string>
}

const root = join(import.meta.dirname, '..')

/** Builds a page into `outDir`, beside what is there. */
export async function buildPageApart({ folder, file, fill }: PageApart, outDir: string): Promise<void> {
  const filled: Plugin = {
    name: 'filled-page',
    transformIndexHtml: { order: 'pre', handler: async html => (fill ? await fill(html) : html) },
  }
  await build({
    root: join(root, folder),
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    publicDir: join(root, 'src/web/public'),
    plugins: [filled],
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(root, folder, file) },
    },
  })
}

/** While the app is developed, the page is at its address too, made anew for each request. */
export const servePageApart = ({ folder, file, address, fill }: PageApart): Plugin => ({
  name: `page-at-${address}`,
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = request.url?.split('?', 1)[0]
      if (path !== address || !request.headers.accept?.includes('text/html')) return next()
      const answer = async () => {
        const template = readFileSync(join(root, folder, file), 'utf8').replaceAll('"./', `"/${folder}/`)
        const html = fill ? await fill(template, server) : template
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(await server.transformIndexHtml(address, html))
      }
      answer().catch(next)
    })
  },
})
