import type { Evidence, exportTurn, turnRows } from '../../contract/chat.ts'
import type { exportShared, sharedRows } from '../../contract/shares.ts'
import { call, download } from '../platform/api.ts'

/**
 * An answer is asked for by its turn's id, or by the code of a link to it, for readers who may have no account. The two
 * cannot be mixed up: an id is a UUID of 36 characters, a code has 43.
 */
const isLinkCode = (id: string): boolean => id.length === 43

/** The rows behind a claim. Throws ApiError. */
export function readRows(id: string, claim: string, signal: AbortSignal): Promise<Evidence> {
  const query = { claim }
  return isLinkCode(id)
    ? call<typeof sharedRows>({
        method: 'GET',
        path: '/shared/:code/rows',
        params: { code: id },
        query,
        signal,
      })
    : call<typeof turnRows>({
        method: 'GET',
        path: '/chat/turns/:turn_id/rows',
        params: { turn_id: id },
        query,
        signal,
      })
}

interface FileWish {
  format: 'csv' | 'xlsx' | 'svg' | 'png'
  table?: string
  chart?: string
}

/** A file of an answer. Throws ApiError. */
export const readFile = (id: string, query: FileWish): Promise<Blob> =>
  isLinkCode(id)
    ? download<typeof exportShared>({
        method: 'GET',
        path: '/shared/:code/export',
        params: { code: id },
        query,
      })
    : download<typeof exportTurn>({
        method: 'GET',
        path: '/chat/turns/:turn_id/export',
        params: { turn_id: id },
        query,
      })
