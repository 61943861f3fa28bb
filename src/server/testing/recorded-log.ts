import { Writable } from 'node:stream'
import { createLog, type Logger } from '../platform/log.ts'

/** A log whose lines (JSON, as written) a test can look into. */
export function recordedLog(): { log: Logger; lines: string[] } {
  const lines: string[] = []
  const sink = new Writable({
    write(line, _, done) {
      lines.push(String(line))
      done()
    },
  })
  return { log: createLog('debug', sink), lines }
}
