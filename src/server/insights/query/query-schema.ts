import * as z from 'zod/mini'
import { ask, cond, cut, expr, setOf, time } from '../../../contract/query.ts'

/** Names of the parts that refer to each other, as `$defs`. */
const parts = z.registry<{ id: string }>()
parts.add(expr, { id: 'Expr' })
parts.add(cond, { id: 'Cond' })
parts.add(setOf, { id: 'SetOf' })
parts.add(cut, { id: 'Cut' })
parts.add(time, { id: 'Time' })

/** JSON Schema (2020-12) of an ask: an object, its recursive parts under `$defs`. */
export const querySchema = () => z.toJSONSchema(ask, { metadata: parts, target: 'draft-2020-12' })
