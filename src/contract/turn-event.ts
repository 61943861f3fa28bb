import * as z from 'zod/mini'
import { answeredQuery, askedWords, block, claim, tableWords } from './answer.ts'
import { errorCodes } from './errors.ts'
import { lang } from './lang.ts'
import { plan } from './plan.ts'
import { source, table } from './result.ts'

export const turnState = z.enum(['queued', 'running', 'complete', 'stopped', 'incomplete', 'failed'])
export type TurnState = z.output<typeof turnState>

const event = <N extends string, S extends z.ZodMiniType>(name: N, data: S) =>
  z.object({ event: z.literal(name), data })

/** What happens in a turn, in order; `seq` on the wire's `id:` line counts from 1 without a gap. */
export const turnEvent = z.discriminatedUnion('event', [
  /** The question is stored: from here on nothing is lost. */
  event('started', z.object({ turn_id: z.string(), session_key: z.string(), created_at: z.string() })),
  /** What is being done, in words; the same id again updates it. */
  event(
    'step',
    z.object({ id: z.string(), label: z.string(), state: z.enum(['running', 'done', 'failed']) }),
  ),
  /** How the question was read: a plan, or the queries of a document of version 2. */
  event(
    'plan',
    z.union([
      z.object({ plan, words: askedWords }),
      z.object({ queries: z.array(answeredQuery), lang, words: askedWords }),
    ]),
  ),
  event(
    'result',
    z.object({
      ...{ tables: z.array(table), sources: z.array(source), data_version: z.string() },
      table_words: z.optional(tableWords),
    }),
  ),
  /** Sets the block at `index`: new, or the checked one in place of what streamed. null drops it. */
  event('block', z.object({ index: z.int(), block: z.nullable(block) })),
  /** Adds text to the (unchecked) block at `index`. */
  event('delta', z.object({ index: z.int(), text: z.string() })),
  /** Claims that blocks sent with or before this event refer to. */
  event('claims', z.object({ claims: z.array(claim) })),
  /** What the answer cost. */
  event('charge', z.object({ credits: z.number() })),
  /** Sent after the commit: the turn is over and stored. */
  event('done', z.object({ state: turnState })),
  event('error', z.object({ code: z.enum(errorCodes), message: z.string() })),
])
export type TurnEvent = z.output<typeof turnEvent>
export type TurnEventName = TurnEvent['event']

/** A turn's event with its place in the stream. */
export type NumberedTurnEvent = TurnEvent & { seq: number }
