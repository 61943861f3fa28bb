import type { Logger } from './log.ts'

/** A terminal and a launcher may both pass the same Ctrl-C on; only a later one means 'now'. */
const sameWishMs = 500

/**
 * Ends the process in order at the first SIGTERM or Ctrl-C, at once at the second. A promise that nobody caught is logged
 * and the server goes on; an exception outside any promise leaves unknown state behind, so running work is ended in order
 * and the supervisor starts a fresh process.
 */
export function endInOrder(log: Logger, end: () => Promise<void>): void {
  let askedAt: number | null = null
  const ask = (exitCode: number) => {
    if (askedAt !== null) {
      if (Date.now() - askedAt > sameWishMs) process.exit(1)
      return
    }
    askedAt = Date.now()
    end().then(
      () => process.exit(exitCode),
      error => {
        log.error({ err: error }, 'The server did not end in order')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => ask(0))
  process.on('SIGINT', () => ask(0))
  process.on('unhandledRejection', error =>
    log.error({ err: error }, 'A promise failed that nobody waited for'),
  )
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'An exception was caught by nobody')
    ask(1)
  })
}
