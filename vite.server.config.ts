import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from 'vite'

/** What the server starts as processes of their own stands beside it under its own name. */
const processes = globSync('src/server/**/*-process.ts', {
  cwd: import.meta.dirname,
  exclude: ['src/server/testing/**'],
})

const entries = {
  main: 'src/server/main.ts',
  'postgres-watchdog': 'src/server/platform/postgres/watchdog.ts',
  ...Object.fromEntries(processes.map(file => [basename(file, '.ts'), file])),
}

/**
 * The server in a few files: starting from the sources takes Node half a second more. Packages stay outside, save one:
 * drizzle's hundreds of files cost half a second and 55 MB when each is looked up.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ['drizzle-orm'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: entries,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
