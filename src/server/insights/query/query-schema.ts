import * as z from 'zod/mini'
import { namedParts } from '../../../contract/named-parts.ts'
import { ask } from '../../../contract/query.ts'

/** JSON Schema (2020-12) of an ask: an object, its recursive parts under `$defs`. */
export const querySchema = () => z.toJSONSchema(ask, { metadata: namedParts, target: 'draft-2020-12' })
