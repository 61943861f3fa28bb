import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { checkoutPage } from './scripts/checkout-page.ts'
import { landingPage } from './scripts/landing-page.ts'
import { servePageApart } from './scripts/page-apart.ts'
import { sharedHead } from './scripts/shared-head.ts'

/**
 * What every screen needs comes in one file, the signed-out screens in a second, the signed-in ones in a third: on a slow
 * network a request costs more than the kilobytes around it. Parts fetched later (dialogs, menus, long lists) stay out.
 */
const chunks = [
  {
    name: 'index',
    test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)\/|src\/web\/(main|app\/(app|routes|access|broken-page|dead-end-page)|platform\/(?!load-script|query-client|puzzle|follow-events|event-stream|suggestions|copy-text)|ui\/(?!dialog|confirm|menu\.|tabs|virtual|calendar|date-|day))|src\/contract\/(limits|messages)/,
  },
  { name: 'auth', test: /src\/web\/(auth\/|social\/social-(entry|options|failure))/ },
  {
    name: 'workspace',
    test: /node_modules\/@tanstack\/(react-query|query-core)\/|src\/web\/app\/workspace-page/,
  },
]

/** Which files of the app the screens at and below an address are drawn by. */
const preloaded = {
  login: ['auth'],
  register: ['auth'],
  app: ['workspace'],
  'app/chat': ['workspace', 'analyst', 'chart-drawing'],
  shared: ['shared-page', 'workspace', 'analyst', 'chart-drawing'],
}

/** What the screens at an address ask the server for before anything else; public, so the browser can ask by itself. */
const signInCalls = ['/api/front/settings', '/api/social/options']
const asked: Record<string, readonly string[]> = { login: signInCalls, register: signInCalls }

/** A file of the app and those it cannot run without, by its name. */
function filesOf(name: string, bundle: Rolldown.OutputBundle): string[] {
  const chunk = Object.values(bundle).find(file => file.type === 'chunk' && file.name === name)
  if (chunk?.type !== 'chunk') throw new Error(`The build wrote no file '${name}'`)
  return [chunk.fileName, ...chunk.imports]
}

/**
 * Writes a page for each of these addresses beside the app's one page: the same, and it names the files its screen is in,
 * so that a browser fetches those with the first one and not after it. The server takes the page nearest to an address.
 */
const pagesThatPreload: Plugin = {
  name: 'pages-that-preload',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('The build wrote no page')
    for (const [address, names] of Object.entries(preloaded)) {
      const html = String(page.source)
      const files = new Set(names.flatMap(name => filesOf(name, bundle)))
      const more = [...files].filter(file => !html.includes(file))
      const links = more.map(file => `  <link rel="modulepreload" crossorigin href="/${file}">\n`)
      const calls = asked[address] ?? []
      links.unshift(...calls.map(call => `  <link rel="preload" as="fetch" crossorigin href="${call}">\n`))
      const source = html.replace('</head>', `${links.join('')}  </head>`)
      this.emitFile({ type: 'asset', fileName: `${address}.html`, source })
    }
  },
}

/** The web app. `npm run dev` serves it from here; the build goes to dist/web (scripts/build.ts). */
export default defineConfig({
  plugins: [react(), sharedHead, pagesThatPreload, servePageApart(landingPage), servePageApart(checkoutPage)],
  publicDir: 'src/web/public',
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // The security policy allows no inline script and no data: address, so nothing may be folded into another file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    // One style sheet: all of it is 8 kB, and no screen waits for a second one.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
