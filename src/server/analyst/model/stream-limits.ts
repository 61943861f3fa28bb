import { AppError } from '../../platform/errors.ts'

const MiB = 1024 * 1024

/** What a provider may send, far above what a good answer takes. Beyond it the answer is broken off, never the process. */
export const streamLimits = {
  /** Bytes of one line. A call with a megabyte of arguments comes as one, and is refused to the model. */
  lineBytes: 2 * MiB,
  /** Bytes of one reply of the model, with its comments, its reasoning and all that is not read. */
  replyBytes: 16 * MiB,
  /** Bytes of all replies of one answer. */
  answerBytes: 64 * MiB,
  /** Characters of what one answer says. */
  answerTextLength: 120_000,
  /** Blocks of one answer: each event that sets one is folded into all of them. */
  answerBlocks: 300,
  /** Calls of tools in one reply, and the characters of all their arguments. */
  replyCalls: 64,
  replyArgumentsLength: 2 * MiB,
  /** Characters of one call's arguments that are kept: queries are much shorter. */
  argumentsLength: 20_000,
  /** Cells of all tables of an answer: a short call can ask for millions. */
  answerCells: 150_000,
  /** Characters of the name of a tool and of the id of a call that are kept. */
  nameLength: 100,
} as const

/** A provider sent more than an answer may take: asked again, it would do the same. */
export class TooMuchSent extends AppError {
  constructor(what: string) {
    super('unavailable', { message: `The model provider sent too much (${what}). Please try again.` })
  }
}

/** Counts what all replies to one question bring. */
export class AnswerMeter {
  #bytes = 0
  #textLength = 0

  /** @throws TooMuchSent */
  addBytes(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > streamLimits.answerBytes) throw new TooMuchSent('bytes of the answer')
  }

  /** @throws TooMuchSent */
  addText(text: string): void {
    this.#textLength += text.length
    if (this.#textLength > streamLimits.answerTextLength) throw new TooMuchSent('text of the answer')
  }
}
