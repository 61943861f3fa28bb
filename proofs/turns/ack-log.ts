import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { TurnState } from '../../src/contract/turn-event.ts'

/** What the server acknowledged to a client: that a question is stored, or that its answer is, with its price. */
export type Acknowledgement =
  | { of: 'started'; turnId: string }
  | { of: 'done'; turnId: string; state: TurnState; credits: number }

export interface AckLog {
  /** On the disk when it returns: from then on the server may be held to it. */
  write(one: Acknowledgement): void
  /** As it stands on the disk, oldest first. */
  read(): Acknowledgement[]
  close(): void
}

export function openAckLog(file: string): AckLog {
  const log = openSync(file, 'a')
  return {
    write(one) {
      writeSync(log, `${JSON.stringify(one)}\n`)
      fsyncSync(log)
    },
    read: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line)),
    close: () => closeSync(log),
  }
}
