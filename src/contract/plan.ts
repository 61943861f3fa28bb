import * as z from 'zod/mini'

/** The kinds of answers of the first version of documents; those after `feasibility` computed nothing. */
export const operations = [
  'lookup',
  'trend',
  'compare',
  'rank',
  'share',
  'growth',
  'price_volume',
  'channel_mix',
  'segment_profile',
  'consumer_profile',
  'key_players',
  'country_profile',
  'feasibility',
  'definition',
  'holdings',
  'gap',
  'ask_back',
  'help',
] as const
export const operation = z.enum(operations)
export type Operation = z.output<typeof operation>

export const grain = z.enum(['year', 'month'])
export type Grain = z.output<typeof grain>

/** A closed span of time. `from` and `to` are both 'YYYY' (grain year) or both 'YYYY-MM' (grain month), inclusive. */
export const period = z.object({
  from: z.string().check(z.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/)),
  to: z.string().check(z.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/)),
  grain,
  /** As the user or a rule names it, e.g. 'last calendar year'; null where the dates say it all. */
  name: z.nullable(z.string()),
})
export type Period = z.output<typeof period>

/** Something asked for and not held, named as the user named it, with the nearest question we can answer. */
export const gap = z.object({
  asked: z.string(),
  kind: z.enum(['place', 'segment', 'measure', 'period', 'brand', 'grain', 'topic']),
  /** One sentence that says what is not held and why, e.g. 'We do not hold household penetration.' */
  reason: z.string(),
  /** A full question in words that is answerable here and now, or null. */
  nearest: z.nullable(z.object({ label: z.string(), question: z.string() })),
})
export type Gap = z.output<typeof gap>

/** The ways a chart could be drawn; `table` asked for no chart. */
const chartWish = z.enum(['line', 'columns', 'bars', 'stacked', 'panels', 'tile_map', 'table'])

/**
 * What a question was read as before there were queries: stored answers of that time keep it, no new one has it. Ids were those
 * of the catalogue then. Empty lists and nulls mean 'the operation's default'.
 */
export const plan = z.object({
  operation,
  /** Catalogue ids: an indicator ('gdp_usd') or a panel measure ('panel_value_usd'). */
  measures: z.array(z.string()),
  /** ISO 3166-1 alpha-3, in the order asked. */
  countries: z.array(z.string()),
  /** Id of the named group the countries came from ('ecowas', 'africa'), or null. */
  group: z.nullable(z.string()),
  segments: z.array(z.string()),
  /** Id of the department the segments came from ('non_alcoholic_beverages'), or null. */
  department: z.nullable(z.string()),
  brands: z.array(z.string()),
  channels: z.array(z.string()),
  /** What the rows of the main table are. */
  by: z.nullable(z.enum(['country', 'segment', 'brand', 'channel', 'year', 'month'])),
  period: z.nullable(period),
  /** The period compared with, where one was asked for. */
  against: z.nullable(period),
  growth: z.nullable(z.enum(['yoy', 'cagr', 'mat'])),
  rank_by: z.nullable(z.enum(['level', 'growth'])),
  order: z.nullable(z.enum(['highest', 'lowest'])),
  limit: z.nullable(z.int().check(z.gte(1), z.lte(60))),
  currency: z.nullable(z.enum(['usd', 'lcu'])),
  chart: z.nullable(chartWish),
  /** `deep` adds context, peers and competition to a profile or a study. */
  depth: z.enum(['quick', 'deep']),
  /** The term of a `definition`. */
  term: z.nullable(z.string()),
  /** Parts of the question that cannot be answered; the rest still is. */
  gaps: z.array(gap),
  /** How the question was read where it left a choice, a sentence each. */
  assumptions: z.array(z.string()),
  /** For `ask_back`: one question, two to four choices, the default first. */
  ask: z.nullable(
    z.object({
      question: z.string(),
      choices: z.array(z.object({ label: z.string(), question: z.string() })),
    }),
  ),
})
export type Plan = z.output<typeof plan>

/** A plan with nothing in it. */
export const emptyPlan: Plan = {
  operation: 'help',
  measures: [],
  countries: [],
  group: null,
  segments: [],
  department: null,
  brands: [],
  channels: [],
  by: null,
  period: null,
  against: null,
  growth: null,
  rank_by: null,
  order: null,
  limit: null,
  currency: null,
  chart: null,
  depth: 'quick',
  term: null,
  gaps: [],
  assumptions: [],
  ask: null,
}
