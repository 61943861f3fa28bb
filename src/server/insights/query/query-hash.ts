import { createHash } from 'node:crypto'
import type { Query } from '../../../contract/query.ts'
import { printQuery } from './text/print-query.ts'

/** SHA-256 of the canonical text, in hex: the same for queries that differ only in what has no meaning. */
export const queryHash = (query: Query): string =>
  createHash('sha256').update(printQuery(query)).digest('hex')
