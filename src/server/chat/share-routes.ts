import * as contract from '../../contract/shares.ts'
import { AppError } from '../platform/errors.ts'
import { type HttpApp, type Input, mount } from '../platform/http.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { evidenceOf } from './evidence.ts'
import { sendExport, turnIdOf } from './route-parts.ts'
import {
  type IsDisabled,
  listShares,
  readShared,
  readSharedDocument,
  revokeShare,
  type StoredShare,
  shareTurn,
} from './shares.ts'

/** A reader opens a link, some figures and a file or two; who asks for more in a minute is no reader. */
const readsPerNetwork: RateLimit = { name: 'shared-answers', points: 300, windowSeconds: 60 }

/** Painting a picture takes as long as hundreds of reads, and whoever has a link may ask for it. */
const filesPerNetwork: RateLimit = { name: 'shared-files', points: 20, windowSeconds: 60 }

export interface ShareParts {
  rateLimits: RateLimits
  isDisabled: IsDisabled
}

/** Links to answers: made, listed and taken back by their owner, read by whoever has one. */
export function mountShares(app: HttpApp, { rateLimits, isDisabled }: ShareParts): void {
  const withUrl = (share: StoredShare): contract.Share => ({
    ...share,
    url: `${app.parts.publicUrl}/shared/${share.code}`,
  })

  mount(app, contract.shareTurn, async (ctx, { params }) => withUrl(await shareTurn(ctx, turnIdOf(params))))

  mount(app, contract.listShares, async ctx => ({ shares: (await listShares(ctx)).map(withUrl) }))

  mount(app, contract.revokeShare, async (ctx, { params }) => {
    await revokeShare(ctx, codeOf(params))
    return { status: 'OK' as const }
  })

  mount(app, contract.sharedAnswer, async (ctx, { params, network }) => {
    await rateLimits.take(readsPerNetwork, network)
    return readShared(ctx, codeOf(params), isDisabled)
  })

  mount(app, contract.sharedRows, async (ctx, { params, query, network }) => {
    await rateLimits.take(readsPerNetwork, network)
    return evidenceOf(await readSharedDocument(ctx, codeOf(params), isDisabled), query.claim)
  })

  mount(app, contract.exportShared, async (ctx, { params, query, network, reply }) => {
    await rateLimits.take(filesPerNetwork, network)
    return sendExport(reply, await readSharedDocument(ctx, codeOf(params), isDisabled), query)
  })
}

/** What cannot be a code names nothing: the same answer as for a code that nobody has. */
function codeOf({ code }: Input<typeof contract.revokeShare>['params']): string {
  if (!contract.shareCode.safeParse(code).success) throw new AppError('not_found')
  return code
}
