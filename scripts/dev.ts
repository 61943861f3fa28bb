import { spawn } from 'node:child_process'
import { argv, env, execPath } from 'node:process'
import { createServer } from 'vite'

/** The server from its sources, started again at each change, and the web app with hot reload in front of it. */
const WEB_PORT = 5173
const serverPort = env.PORT ?? '3000'
const webUrl = `http://localhost:${WEB_PORT}`

const server = spawn(
  execPath,
  ['--watch', '--watch-preserve-output', 'src/server/main.ts', ...argv.slice(2)],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Links in mails and the check of the origin speak of the address in the browser.
    env: { ...env, PUBLIC_URL: env.PUBLIC_URL ?? webUrl },
  },
)

const target = `http://127.0.0.1:${serverPort}`
const vite = await createServer({
  configFile: 'vite.config.ts',
  configLoader: 'native',
  server: {
    port: WEB_PORT,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/dev', '/sandbox', '/healthz', '/readyz'].map(path => [path, { target }]),
    ),
  },
})
await vite.listen()
console.log(`The app, with hot reload: ${webUrl}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill(signal))
server.on('exit', code => {
  void vite.close().then(() => process.exit(code ?? 0))
})
