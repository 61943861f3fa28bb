import { Readable } from 'node:stream'
import type { deleteAccount as endpoint } from '../../contract/account.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { deletionWord } from '../../contract/messages.ts'
import {
  type Account,
  type Auth,
  deleteUser,
  lockAccount,
  lockOwner,
  proveOwner,
  readRecord,
} from '../auth/auth.ts'
import { type Context, inTransaction, type SignedInContext } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { forgetMails, queueMail } from '../platform/mail.ts'
import type { RateLimit } from '../platform/rate-limit.ts'
import { type DataPart, dataFile } from './data-file.ts'
import { goodbyeMail } from './goodbye-mail.ts'

const downloads: RateLimit = { name: 'data-download', points: 10, windowSeconds: 3_600 }
/** Answers that were asked to stop end within a second or two, also on another instance. */
const endWorkMs = 15_000

export const accountDeleted = 'Your account has been deleted. We have sent you a last mail about it.'
const typeTheWord = `Type ${deletionWord} to confirm.`
const stillRunning = 'An answer is still being written. Stop it, then delete the account.'

export interface AccountParts {
  auth: Auth
  /** What of the account each room holds, in the order of the file. */
  partsOfData: (ctx: Context) => readonly DataPart[]
  /** Settles what the user may have paid for already: once, before anything is ended. */
  settleUp: (ctx: Context, userId: string) => Promise<void>
  /** Ends what the user has running, saved and paid for. */
  endWork: (ctx: Context, userId: string) => Promise<void>
  /**
   * Deletes what a room holds of a user, in the caller's transaction; false where something runs again, which undoes it.
   * What hangs on the user's row by a key needs none.
   */
  erase: (ctx: Context, userId: string) => Promise<boolean>
}

/** Everything that is kept of the account, as the text of one JSON file. @throws AppError('rate_limited') */
export async function downloadData(ctx: SignedInContext, parts: AccountParts): Promise<Readable> {
  await parts.auth.rateLimits.take(downloads, ctx.user.id)
  const head = { made_at: ctx.clock.now().toISOString(), account: await readRecord(ctx, ctx.user.id) }
  // Its queries are made one by one as the reader takes what came of them: no transaction waits for a slow network.
  return Readable.from(dataFile(head, parts.partsOfData(ctx), ctx.user.id), {
    objectMode: false,
    highWaterMark: 65_536,
  })
}

/**
 * Deletes the account for good, all or nothing: running answers are ended and saved first, the ledger stays and names
 * nobody. Its sessions are dead with it, and its address may be registered again.
 * @throws AppError('invalid' | 'rate_limited' | 'turn_in_progress' | 'busy' | 'unauthenticated')
 */
export async function deleteAccount(
  ctx: SignedInContext,
  parts: AccountParts,
  { confirmation, network, ...proof }: BodyOf<typeof endpoint> & { network: string },
): Promise<void> {
  if (confirmation.trim() !== deletionWord) throw invalid({ confirmation: [typeTheWord] })
  const proven = await proveOwner(ctx, parts.auth, { ...proof, network })
  await parts.settleUp(ctx, ctx.user.id)
  const giveUpAt = performance.now() + endWorkMs
  do {
    await parts.endWork(ctx, ctx.user.id)
    if (await eraseAll(ctx, parts, proven)) return
  } while (performance.now() < giveUpAt)
  throw new AppError('turn_in_progress', { message: stillRunning })
}

/** Undoes what was erased so far. */
class StillRunning extends Error {
  override name = 'StillRunning'
}

/** False where something began to run in the meantime; nothing is gone then. */
async function eraseAll(ctx: SignedInContext, { erase }: AccountParts, proven: Account): Promise<boolean> {
  try {
    await inTransaction(ctx, async ctx => {
      // Of two calls at the same instant the second finds it done.
      if (!(await lockAccount(ctx, ctx.user.id))) return
      const account = await lockOwner(ctx, proven)
      if (!(await erase(ctx, account.id))) throw new StillRunning()
      await deleteUser(ctx, account.id)
      await forgetMails(ctx, account)
      await queueMail(ctx, 'goodbye', goodbyeMail(account))
    })
    return true
  } catch (error) {
    if (error instanceof StillRunning) return false
    throw error
  }
}
