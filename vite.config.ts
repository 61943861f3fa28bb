import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
  },
})
