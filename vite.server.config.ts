import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'

/** Programs that the server starts as processes of their own stand beside it under these names. */
const entries = {
  main: 'src/server/main.ts',
  'warehouse-process': 'src/server/insights/warehouse-process.ts',
  'postgres-watchdog': 'src/server/platform/postgres/watchdog.ts',
}

/** The server in a few files: starting from the sources takes Node half a second more. Packages stay outside. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
