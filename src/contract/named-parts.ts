import * as z from 'zod/mini'
import { answerDocument } from './answer.ts'
import { cond, cut, expr, query, setOf, time } from './query.ts'

/** Schemas that are described once, under a name, and referred to: large ones, and those that hold themselves. */
export const namedParts = z.registry<{ id: string }>()
namedParts.add(answerDocument, { id: 'AnswerDocument' })
namedParts.add(query, { id: 'Query' })
namedParts.add(expr, { id: 'Expr' })
namedParts.add(cond, { id: 'Cond' })
namedParts.add(setOf, { id: 'SetOf' })
namedParts.add(cut, { id: 'Cut' })
namedParts.add(time, { id: 'Time' })
