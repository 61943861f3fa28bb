import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { leadingZeroBits, puzzleAnswerMaxLength, puzzleText } from '../../contract/puzzle.ts'
import type { Context } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { sharedSecret } from '../platform/shared-secret.ts'

/** About 16,000 hashes: half a second in a browser, a real cost for who asks about thousands of addresses. */
export const puzzleDifficulty = 14
const lifeSeconds = 300

export interface Puzzle {
  challenge: string
  difficulty: number
}

export interface PuzzleAnswer {
  challenge: string
  answer: string
}

/** `<random>.<expiry>.<seal>`: nothing is stored until it is spent. `about` is what it is good for, a network for one. */
export async function makePuzzle(
  ctx: Context,
  about: string,
  difficulty = puzzleDifficulty,
): Promise<Puzzle> {
  const expires = Math.floor(ctx.clock.now().getTime() / 1_000) + lifeSeconds
  const body = `${randomBytes(12).toString('base64url')}.${expires}`
  const challenge = `${body}.${await sealOf(ctx, body, about)}`
  return { challenge, difficulty }
}

/** Whether an answer is right and took enough work; the first time only, and only for what the challenge was made for. */
export async function spendPuzzle(
  ctx: Context,
  { challenge, answer }: PuzzleAnswer,
  about: string,
  difficulty = puzzleDifficulty,
): Promise<boolean> {
  const [, body, expires, seal] = /^([\w-]{16}\.(\d{1,12}))\.([\w-]{43})$/.exec(challenge) ?? []
  if (!body || !seal || answer.length > puzzleAnswerMaxLength) return false
  const own = await sealOf(ctx, body, about)
  if (!timingSafeEqual(Buffer.from(own), Buffer.from(seal))) return false
  if (Number(expires) * 1_000 < ctx.clock.now().getTime()) return false
  const hash = createHash('sha256').update(puzzleText(challenge, answer)).digest()
  if (leadingZeroBits(hash) < difficulty) return false
  const spent = await rowsOf(
    ctx.db,
    sql`insert into spent_puzzles (challenge_hash, expires_at)
        values (${createHash('sha256').update(challenge).digest()}, to_timestamp(${expires}::bigint))
        on conflict do nothing returning expires_at`,
  )
  return spent.length === 1
}

async function sealOf(ctx: Context, body: string, about: string): Promise<string> {
  const secret = await sharedSecret(ctx, 'sign-in puzzle')
  return createHmac('sha256', secret).update(`${body} ${about}`).digest('base64url')
}

/** Drops spent challenges that are past their time: their seal's date refuses them now. */
export async function sweepPuzzles(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`delete from spent_puzzles where expires_at < now() - interval '1 hour'`)
}
