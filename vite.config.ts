import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * What every screen needs comes in one file, the signed-out screens in a second, the signed-in ones in a third: on a slow
 * network a request costs more than the kilobytes around it. Parts fetched later (dialogs, menus, long lists) stay out.
 */
const chunks = [
  {
    name: 'index',
    test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)\/|src\/web\/(main|app\/(app|routes|access|broken-page|dead-end-page)|platform\/(?!query-client|puzzle|follow-events|event-stream)|ui\/(?!dialog|confirm|menu\.|tabs|virtual))|src\/contract\/(limits|messages)/,
  },
  { name: 'auth', test: /src\/web\/auth\// },
  {
    name: 'workspace',
    test: /node_modules\/@tanstack\/(react-query|query-core)\/|src\/web\/app\/workspace-page/,
  },
]

/** The web app. `npm run dev` serves it from here; the build goes to dist/web (scripts/build.ts). */
export default defineConfig({
  plugins: [react()],
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
