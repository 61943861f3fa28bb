import type { FastifyReply } from 'fastify'
import type { AnswerDocument } from '../../contract/answer.ts'
import * as contract from '../../contract/chat.ts'
import { exportAnswer } from '../analyst/analyst.ts'
import { AppError } from '../platform/errors.ts'

/** What cannot be an id names nothing: the same answer as for an id nobody has. */
export function turnIdOf({ turn_id }: { turn_id: string }): string {
  if (!contract.turnId.safeParse(turn_id).success) throw new AppError('not_found')
  return turn_id.toLowerCase()
}

type Wish = Parameters<typeof exportAnswer>[1]

/** Sends a file of an answer, as one that no browser runs. @throws AppError('not_found') for a part it lacks */
export async function sendExport(
  reply: FastifyReply,
  document: AnswerDocument,
  wish: Wish,
): Promise<FastifyReply> {
  const { body, type, filename } = await exportAnswer(document, wish)
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('x-content-type-options', 'nosniff')
    .send(body)
}
