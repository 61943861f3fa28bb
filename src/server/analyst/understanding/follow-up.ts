import type { Operation, Plan } from '../../../contract/plan.ts'
import { askForGoods } from './ask-back.ts'
import {
  chartAsked,
  currencyAsked,
  has,
  namesGoods,
  namesPlace,
  namesSubject,
  orderAsked,
  rowsAsked,
  wants,
} from './cue-tests.ts'
import { gapsOf } from './gaps.ts'
import { chooseOperation, studies } from './operation-choice.ts'
import { choosePanelMeasures } from './panel-measure-choice.ts'
import { compareInDollars, planFromReading } from './plan-from-reading.ts'
import { heldTime, type PlanContext, withTime } from './plan-time.ts'
import { questionMaker } from './questions.ts'
import type { Reading } from './reading.ts'

/** The last turn, as far as a follow-up can lean on it. */
export interface LastTurn {
  plan: Plan
  /** ISO3 codes or names of what the last answer showed. */
  entities: readonly string[]
}

const opening = /^\s*(?:and|or|but|also|what about|how about|now|then|ok|okay|same|et|e)\b/i
/** Answers about goods: without any, there is nothing to answer. */
const needsGoods: readonly Operation[] = [...studies, 'key_players', 'share']
const unedited: readonly Operation[] = ['gap', 'ask_back', 'help', 'definition', 'holdings']

/** True where a question leans on the one before: it has no full subject of its own. */
export function isFollowUp(reading: Reading, last: LastTurn | null): last is LastTurn {
  if (!last || unedited.includes(last.plan.operation)) return false
  if (reading.ambiguous.length > 0 || reading.torn) return false
  if (wants(reading, 'help') || wants(reading, 'holdings') || reading.topics.length > 0) return false
  if (has(reading, 'these')) return true
  if (opening.test(reading.question)) return true
  const subject = namesSubject(reading)
  if (subject && namesPlace(reading)) return false
  const ranksAll = orderAsked(reading) !== null && /\b(?:which|what|where|top|rank)\b/i.test(reading.question)
  if (subject) return !ranksAll && !namesPlace(reading) && reading.places.length === 0
  if (namesPlace(reading))
    return reading.words <= 4 && !wants(reading, 'country_profile') && !has(reading, 'profile')
  if (reading.residual.length > 0) return false
  const says =
    reading.cues.length > 0 ||
    reading.time.windows.length > 0 ||
    reading.time.rows !== null ||
    reading.time.growth !== null ||
    reading.panelMeasures.length > 0 ||
    reading.currencies.length > 0 ||
    reading.channels.length > 0 ||
    reading.brands.length > 0 ||
    reading.notHeld.length > 0
  return says
}

/** The plan of the last turn with what the follow-up changes. */
export function editPlan(reading: Reading, last: LastTurn, context: PlanContext): Plan {
  const base = last.plan
  const { catalogue } = context
  const next: Plan = { ...base, gaps: [], assumptions: [], ask: null, term: null, depth: context.depth }
  const operation = askedOperation(reading, base)
  if (operation === 'feasibility' || operation === 'key_players') next.measures = []
  next.operation = operation
  editPlaces(next, reading, last, context)
  editGoods(next, reading, context)
  editMeasures(next, reading)
  editRows(next, reading, base)
  const target = {
    country: next.group === null ? (next.countries[0] ?? null) : null,
    segment: next.segments[0] ?? null,
    measure: next.measures[0] ?? null,
  }
  next.gaps = gapsOf(reading, target, questionMaker(catalogue), catalogue)
  if (next.gaps.length > 0 && nothingElseAsked(reading)) {
    return { ...planFromReading(reading, context), operation: 'gap', gaps: next.gaps }
  }
  if (next.segments.length === 0 && needsGoods.includes(next.operation)) {
    if (next.operation !== 'share')
      return { ...askForGoods(reading, next.countries[0], catalogue), depth: next.depth }
    next.operation = 'rank'
    next.by = null
  }
  reconcile(next)
  compareInDollars(next)
  const timed = withTime(
    { ...next, period: null, against: null },
    reading.time.windows.length > 0 || reading.time.versusYearBefore ? reading : keepTime(reading),
    context,
  )
  if (
    reading.time.windows.length === 0 &&
    base.period &&
    keepsPeriod(base, timed, base.period.grain === 'year' || heldTime(timed, catalogue).months)
  ) {
    timed.period = base.period
    timed.against = reading.time.versusYearBefore ? timed.against : base.against
  }
  return timed
}

const nothingElseAsked = (reading: Reading) =>
  !namesSubject(reading) &&
  !namesPlace(reading) &&
  reading.panelMeasures.length === 0 &&
  reading.time.windows.length === 0

const keepTime = (reading: Reading): Reading => reading

/** A period stays where the next plan reads time in the same grain and the same way. */
function keepsPeriod(base: Plan, next: Plan, isHeldGrain: boolean): boolean {
  if (!isHeldGrain) return false
  const panel = (plan: Plan) => plan.measures.some(id => id.startsWith('panel_')) || plan.segments.length > 0
  if (panel(base) !== panel(next)) return false
  if (next.growth === 'mat' || next.by === 'month') return base.by === next.by
  const sameKind = (base.operation === 'trend') === (next.operation === 'trend')
  return sameKind && next.operation !== 'growth'
}

/** The operation the words ask for, else the one before; 'and Kenya?' after a look-up sets the two side by side. */
function askedOperation(reading: Reading, base: Plan): Operation {
  const asked = chooseOperation(reading)
  const named = reading.cues.some(
    cue => cue.cue === 'operation' || cue.cue === 'rank' || cue.cue === 'why' || cue.cue === 'seasonality',
  )
  const rows = rowsAsked(reading)
  if (has(reading, 'why') && base.segments.length > 0 && !namesSubject(reading)) return 'price_volume'
  if (rows === 'brand') return 'share'
  const byChannel = asked === 'channel_mix' || rows === 'channel' || reading.channels.length > 0
  // 'By channel' after the share of a brand: the brand's part of each channel.
  if (byChannel && base.operation === 'share' && base.brands.length > 0 && !namesGoods(reading))
    return 'share'
  if (rows === 'channel' || reading.channels.length > 0) return 'channel_mix'
  if (named && asked !== 'help' && asked !== 'lookup' && asked !== 'country_profile') {
    if (
      asked === 'compare' &&
      reading.time.windows.length < 2 &&
      !namesPlace(reading) &&
      !namesGoods(reading)
    ) {
      return base.operation
    }
    return asked
  }
  if (reading.time.rows === 'month' || reading.time.rows === 'year') return 'trend'
  if (reading.time.growth) return 'growth'
  const spans = asked === 'trend' && reading.time.windows.length > 0
  if (spans && (base.operation === 'lookup' || base.operation === 'trend')) return 'trend'
  if (reading.measures.length > 0 && needsGoods.includes(base.operation)) return 'lookup'
  if (reading.panelMeasures.length > 0 && studies.includes(base.operation)) return 'trend'
  return base.operation
}

const isAddition = (reading: Reading) =>
  has(reading, 'add') ||
  /^\s*and\b(?! (?:for|what|how)\b)/i.test(reading.question) ||
  wants(reading, 'compare')

function editPlaces(next: Plan, reading: Reading, last: LastTurn, { catalogue }: PlanContext): void {
  const named = reading.countries
  if (has(reading, 'these')) {
    const shown = last.entities
      .map(
        entity =>
          catalogue.country(entity)?.iso3 ?? catalogue.countries.find(one => one.name === entity)?.iso3,
      )
      .filter(iso3 => iso3 !== undefined)
    next.countries = [...new Set(shown.length > 0 ? shown : next.countries)]
    next.group = null
    next.limit = null
    return
  }
  if (named.length > 0) {
    const adds = isAddition(reading) && !studies.includes(next.operation) && next.operation !== 'feasibility'
    const kept = adds && next.group === null ? next.countries.filter(iso3 => !named.includes(iso3)) : []
    next.countries = [...kept, ...named]
    next.group = null
  } else if (reading.groups[0]) {
    next.group = reading.groups[0]
    next.countries = catalogue.group(reading.groups[0])?.members ?? []
  } else if (rowsAsked(reading) === 'country' && next.countries.length === 1) {
    next.group = 'africa'
    next.countries = catalogue.group('africa')?.members ?? []
  } else if (
    next.operation === 'rank' &&
    next.countries.length === 1 &&
    reading.segments.length === 0 &&
    /\bcountr|where\b/i.test(reading.question)
  ) {
    next.group = 'africa'
    next.countries = catalogue.group('africa')?.members ?? []
  }
}

function editGoods(next: Plan, reading: Reading, { catalogue }: PlanContext): void {
  const { departments } = reading
  if (reading.segments.length > 0) {
    next.segments =
      ['lookup', 'trend', 'compare', 'growth'].includes(next.operation) &&
      isAddition(reading) &&
      !namesPlace(reading) &&
      !opensAsSwap(reading)
        ? [...new Set([...next.segments, ...reading.segments])]
        : reading.segments
    if (studies.includes(next.operation)) next.segments = reading.segments
    next.department = null
  } else if (departments.length > 0) {
    next.segments = departments.flatMap(id => catalogue.department(id)?.segments ?? [])
    next.department = departments.length === 1 ? (departments[0] ?? null) : null
  }
  if (namesGoods(reading)) {
    next.measures = next.measures.filter(id => id.startsWith('panel_'))
    next.brands = []
  }
  if (reading.brands.length > 0) next.brands = reading.brands
  if (reading.channels.length > 0) next.channels = reading.channels
}

const opensAsSwap = (reading: Reading) => has(reading, 'swap')

function editMeasures(next: Plan, reading: Reading): void {
  if (reading.measures.length > 0) {
    next.measures = isAddition(reading)
      ? [...new Set([...next.measures, ...reading.measures])]
      : reading.measures
    next.segments = []
    next.department = null
    return
  }
  const currency = currencyAsked(reading) ?? next.currency
  const local = currencyAsked(reading)
  if (local) {
    next.currency = local
    const [from, to] = local === 'lcu' ? ['usd', 'lcu'] : ['lcu', 'usd']
    next.measures = next.measures.map(id =>
      id.endsWith(`_${from}`) && !id.includes('_pc_') ? id.replace(`_${from}`, `_${to}`) : id,
    )
  }
  const specific = reading.panelMeasures.length > 0 || has(reading, 'per_capita')
  if (next.segments.length > 0 && (specific || next.measures.length === 0)) {
    next.measures = choosePanelMeasures(reading, next.operation, currency, next.countries.length)
  }
}

function editRows(next: Plan, reading: Reading, base: Plan): void {
  next.by = rowsAsked(reading) ?? (next.operation === base.operation ? base.by : null)
  if (next.operation === 'share' && next.brands.length > 0 && wants(reading, 'channel_mix'))
    next.by = reading.channels.length > 0 ? 'brand' : 'channel'
  next.chart = chartAsked(reading) ?? (next.operation === base.operation ? base.chart : null)
  next.order = orderAsked(reading) ?? base.order
  next.limit = reading.limit ?? (next.operation === base.operation ? next.limit : null)
  next.growth = reading.time.growth ?? (next.operation === 'growth' ? (base.growth ?? 'yoy') : null)
  if (wants(reading, 'growth') && next.operation === 'rank') next.rank_by = 'growth'
  if (has(reading, 'seasonality')) next.by = 'month'
}

/** Makes operation, rows and sets fit one another after the edit. */
function reconcile(next: Plan): void {
  const places = next.countries.length
  const goods = next.segments.length
  if (next.group !== null && (next.operation === 'lookup' || next.operation === 'compare'))
    next.operation = 'rank'
  if (studies.includes(next.operation) && (places > 1 || goods > 1))
    next.operation = next.group ? 'rank' : 'compare'
  if (next.operation === 'feasibility' && (places > 1 || goods > 1)) next.operation = 'compare'
  if (next.operation === 'lookup' && (places > 1 || goods > 1)) next.operation = 'compare'
  if (next.operation === 'compare' && places === 1 && goods <= 1) next.operation = 'lookup'
  if (next.operation === 'rank') {
    next.order ??= 'highest'
    next.rank_by ??= 'level'
    if (places === 1 && goods <= 1) next.segments = []
  } else {
    next.order = null
    next.rank_by = null
  }
  if (next.by === null || next.operation === 'compare' || next.operation === 'rank') {
    if (next.operation === 'compare' || next.operation === 'rank') {
      next.by = places > 1 ? 'country' : 'segment'
    } else if (next.operation === 'trend') next.by ??= 'year'
    else if (next.operation === 'share') next.by = next.group ? 'country' : 'brand'
    else if (next.operation === 'channel_mix') next.by = 'channel'
  }
  if (
    next.measures.length === 0 &&
    ['lookup', 'trend', 'compare', 'rank', 'growth', 'share'].includes(next.operation)
  ) {
    next.measures = [next.currency === 'lcu' ? 'panel_value_lcu' : 'panel_value_usd']
  }
}
