import { sql } from 'drizzle-orm'
import type { ErrorCode } from '../../contract/errors.ts'
import { type Context, retrying } from '../platform/context.ts'
import type { Db } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'

type Refusal = 'mismatch' | 'insufficient' | 'paused' | 'unknown'
type Outcome = 'open' | 'settled' | 'released' | 'expired' | 'posted' | 'repeated' | Refusal

/** What a verb of the ledger answers (the SQL type `credit_answer`); the account's figures are those after it. */
const columns = {
  outcome: sql<Outcome>`outcome`,
  amount: sql<number>`amount`,
  balance: sql<number | null>`balance`,
  held: sql<number | null>`held`,
}
export interface LedgerAnswer {
  outcome: Outcome
  amount: number
  balance: number | null
  held: number | null
}

const refusals: Partial<Record<Outcome, ErrorCode>> = {
  paused: 'spending_paused',
  mismatch: 'idempotency_mismatch',
  unknown: 'not_found',
}

/**
 * Calls one of the ledger's SQL functions: one statement, one answer.
 * @throws AppError for a refusal; `neededCredits` is what a 402 says was needed
 */
export async function askLedger(
  ctx: Context,
  name: 'hold_credits' | 'settle_credits' | 'release_credits' | 'post_credits' | 'reverse_credits',
  args: readonly (string | number | boolean | null)[],
  neededCredits = 0,
): Promise<LedgerAnswer> {
  const query = queryOf(ctx.db, name, args.length)
  const values = Object.fromEntries(args.map((arg, index) => [index, arg]))
  const [answer] = await retrying(ctx, () => query.execute(values))
  if (!answer) throw new Error('The ledger gave no answer')
  if (answer.outcome === 'insufficient') {
    const free = (answer.balance ?? 0) - (answer.held ?? 0)
    throw new AppError('insufficient_credits', { needed: neededCredits, balance: free })
  }
  const refusal = refusals[answer.outcome]
  if (refusal) throw new AppError(refusal)
  return answer
}

type LedgerQuery = ReturnType<typeof makeQuery>
const queries = new WeakMap<Db, Map<string, LedgerQuery>>()

/** The call with its arguments left open, made once for the database (and anew for each transaction). */
function queryOf(db: Db, name: string, argCount: number): LedgerQuery {
  const known = queries.get(db) ?? new Map<string, LedgerQuery>()
  queries.set(db, known)
  const query = known.get(name) ?? makeQuery(db, name, argCount)
  known.set(name, query)
  return query
}

/** Named, so that PostgreSQL reads and plans each verb once a connection. */
function makeQuery(db: Db, name: string, argCount: number) {
  const places = Array.from({ length: argCount }, (_, index) => sql`${sql.placeholder(String(index))}`)
  const call = sql`${sql.raw(name)}(${sql.join(places, sql`, `)})`
  return db.select(columns).from(call).prepare(name)
}
