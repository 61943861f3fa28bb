import { desc } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { creditPrice } from './tables.ts'

export interface Prices {
  /** What a quick answer costs, in credits; also the most it can cost. */
  quick: number
  /** The same for deep research. */
  deep: number
  /** For answers by a provider's model, in credits per 1,000 tokens in and out. */
  perThousandTokens: number
  /** The price list these stand in; a hold keeps it. */
  version: number
}

/** The newest price list. */
export async function prices(ctx: Context): Promise<Prices> {
  const [newest] = await ctx.db.select().from(creditPrice).orderBy(desc(creditPrice.version)).limit(1)
  if (!newest) throw new Error('There is no price list')
  return newest
}

/** Every price list there was, newest first. */
export const priceVersions = (ctx: Context) =>
  ctx.db.select().from(creditPrice).orderBy(desc(creditPrice.version))

/** Makes a new price list, for answers that are asked for from now on. Answers its version. */
export async function setPrices(ctx: Context, list: Omit<Prices, 'version'>): Promise<number> {
  const [made] = await ctx.db.insert(creditPrice).values(list).returning({ version: creditPrice.version })
  if (!made) throw new Error('A price list was not written')
  return made.version
}

export interface AnswerUse {
  /** The price held for the answer, in credits. */
  priceCredits: number
  perThousandTokens: number
  /** The built-in analyst costs exactly its price; a provider's model at most that. */
  builtIn: boolean
  tokens: { input: number; output: number }
}

/** What a whole answer costs, in credits, at least 1. A provider's count is believed only between 0 and the price. */
export function priceOfAnswer({ priceCredits, perThousandTokens, builtIn, tokens }: AnswerUse): number {
  if (builtIn) return priceCredits
  const counted = tokens.input + tokens.output
  const isCount = Number.isFinite(counted) && tokens.input >= 0 && tokens.output >= 0 && counted > 0
  if (!isCount) return priceCredits
  return Math.max(1, Math.min(priceCredits, Math.ceil((counted / 1_000) * perThousandTokens)))
}
