import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Answer, Operation } from './operation.ts'

/** One answered operation. The moments are places in one order of all questions and answers of the run. */
export interface Acknowledgement {
  /** When it was first asked: it cannot have taken effect earlier. */
  askedAt: number
  /** When it was answered: its effect must stand from then on. */
  answeredAt: number
  operation: Operation
  answer: Answer
}

const flushBytes = 65_536

/** What was asked and what was answered, in a file outside the database, in the order of the answers. */
export function createAcknowledgementLog(path: string) {
  const file = openSync(path, 'w')
  let waiting = ''
  let moment = 0

  function flush(): void {
    writeSync(file, waiting)
    waiting = ''
  }

  return {
    /** The next place in the order of questions and answers. */
    nextMoment: () => ++moment,
    write(one: Acknowledgement): void {
      waiting += `${JSON.stringify(one)}\n`
      if (waiting.length > flushBytes) flush()
    },
    close(): void {
      flush()
      closeSync(file)
    },
  }
}

export type AcknowledgementLog = ReturnType<typeof createAcknowledgementLog>

export async function* readAcknowledgements(path: string): AsyncGenerator<Acknowledgement> {
  for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line)
}
