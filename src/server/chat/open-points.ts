import { sql } from 'drizzle-orm'
import type { OpenPoint } from '../analyst/analyst.ts'
import type { Context } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'

/** Of one question at most so many are counted, each at most so long: a text pasted in is no list of words that people miss. */
const most = { points: 12, characters: 40 }

/** What may say who somebody is is not kept: addresses and numbers. */
const isKept = ({ words }: OpenPoint) => words.length <= most.characters && !/[\d@]/.test(words)

/** Counts what of a question was not answered, for the operator; whose question it was is not stored. */
export async function countOpenPoints(ctx: Context, points: readonly OpenPoint[]): Promise<void> {
  const folded = points.filter(isKept).map(({ why, lang, words }) => ({
    why,
    lang,
    words: words.toLowerCase().toWellFormed().replaceAll('\0', ''),
  }))
  const kept = [...new Map(folded.map(one => [JSON.stringify(one), one])).values()].slice(0, most.points)
  if (kept.length === 0) return
  const column = (name: keyof OpenPoint) => sql.param(kept.map(one => one[name]))
  await ctx.db.execute(sql`
    insert into open_point (day, why, lang, words, times)
    select current_date, why, lang, words, 1
    from unnest(${column('why')}::text[], ${column('lang')}::text[], ${column('words')}::text[]) as one (why, lang, words)
    order by why, lang, words
    on conflict (day, why, lang, words) do update set times = open_point.times + 1`)
}

/** An open point and how often it was met. */
export type OpenPointCount = OpenPoint & { times: number }

/** What was met most often since a number of days, the most frequent first; `least`: at least so often. */
export const openPointCounts = (
  ctx: Context,
  { days, least, atMost }: { days: number; least: number; atMost: number },
): Promise<OpenPointCount[]> =>
  rowsOf<{ [K in keyof OpenPointCount]: OpenPointCount[K] }>(
    ctx.db,
    sql`
      select why, lang, words, sum(times)::int as times from open_point
      where day > current_date - ${days}::int
      group by why, lang, words having sum(times) >= ${least}
      order by times desc, why, lang, words limit ${atMost}`,
  )

/** Removes counts older than a year. */
export async function pruneOpenPoints(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`delete from open_point where day < current_date - 366`)
}
