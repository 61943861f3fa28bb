import { startServerProcess } from '../src/server/testing/server-process.ts'

/** The built product, running for real: its own database, its own panel, one port. */
export interface Product {
  url: string
  /** Newest first, as the local mailbox shows them. */
  mailsTo(address: string): Promise<{ subject: string; text: string }[]>
}

/** A product that was started here, and is stopped here. */
export interface StartedProduct extends Product {
  /** What it printed so far. */
  printed(): string
  /** Ends it in order. */
  stop(): Promise<void>
}

/** A product that runs already. */
export const productAt = (url: string): Product => ({
  url,
  async mailsTo(address) {
    const answer = await fetch(`${url}/dev/mail?to=${encodeURIComponent(address)}`)
    return (await answer.json()) as { subject: string; text: string }[]
  },
})

/**
 * Starts dist/server/main.js on a free port and waits until it is ready. The data folder is kept between runs, so the
 * panel is made once; each test registers its own people.
 * @throws when it is not ready in three minutes, with what it printed
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<StartedProduct> {
  const { url, printed, end } = await startServerProcess({
    entry: 'dist/server/main.js',
    env: { DATA_DIR: '.cache/e2e', ...settings },
    readyMaxMs: 180_000,
  })
  return {
    ...productAt(url),
    printed,
    async stop() {
      await end('SIGTERM')
    },
  }
}
