import { emptyPlan, type Gap, type Operation, type Plan } from '../../../contract/plan.ts'
import { areSalesPartOf, type Catalogue } from '../../insights/insights.ts'
import { askForCountry, askForGoods } from './ask-back.ts'
import { chartAsked, currencyAsked, has, orderAsked, rowsAsked, wants } from './cue-tests.ts'
import { gapsOf } from './gaps.ts'
import { asksDefinition, chooseOperation, studies } from './operation-choice.ts'
import { choosePanelMeasures } from './panel-measure-choice.ts'
import { type PlanContext, withTime } from './plan-time.ts'
import { goodsPhrase, placePhrase, type QuestionMaker, questionMaker } from './questions.ts'
import type { Reading } from './reading.ts'

/** What a reading is about, groups and departments opened. */
interface Scope {
  countries: string[]
  group: string | null
  segments: string[]
  department: string | null
  measures: string[]
}

/** Builds the plan of a question that stands on its own. */
export function planFromReading(reading: Reading, context: PlanContext): Plan {
  const { catalogue } = context
  if (asksDefinition(reading)) return definition(reading, context)
  const operation = chooseOperation(reading)
  const scope = scopeOf(reading, operation, catalogue)
  const target = {
    country: scope.countries.length === 1 || scope.group === null ? (scope.countries[0] ?? null) : null,
    segment: scope.segments[0] ?? null,
    measure: scope.measures[0] ?? null,
  }
  const ask = questionMaker(catalogue)
  const gaps = gapsOf(reading, target, ask, catalogue)
  const blocked = blockedBy(reading, operation, scope, gaps, ask, catalogue)
  if (blocked) return { ...emptyPlan, operation: 'gap', depth: context.depth, gaps: blocked }
  if (operation === 'help') return { ...emptyPlan, depth: context.depth }
  if (operation === 'holdings')
    return { ...emptyPlan, operation, countries: scope.countries, depth: context.depth }
  return completePlan(reading, operation, scope, gaps, context)
}

function definition(reading: Reading, { depth }: PlanContext): Plan {
  const [term] = reading.terms
  if (term) return { ...emptyPlan, operation: 'definition', term, depth }
  return { ...emptyPlan, operation: 'definition', measures: reading.measures.slice(0, 1), depth }
}

function scopeOf(reading: Reading, operation: Operation, catalogue: Catalogue): Scope {
  const { departments } = reading
  // 'What share of dairy is cheese' shares the department out.
  const isPart =
    operation === 'share' &&
    departments.length === 1 &&
    reading.segments.every(id => catalogue.segment(id)?.department === departments[0])
  const segments =
    reading.segments.length && !isPart
      ? reading.segments
      : departments.flatMap(id => catalogue.department(id)?.segments ?? [])
  const group = reading.countries.length > 0 ? null : (reading.groups[0] ?? null)
  const byCurrency = reading.currencies.filter(iso3 => iso3 !== '')
  const named = reading.countries.length > 0 ? reading.countries : group ? [] : byCurrency.slice(0, 1)
  const countries = group ? (catalogue.group(group)?.members ?? []) : named
  const wide = countries.length === 0 && operation !== 'holdings' && operation !== 'help'
  const wholeAfrica =
    wide && !studies.includes(operation) && operation !== 'country_profile' && reading.places.length === 0
  return {
    countries: wholeAfrica ? (catalogue.group('africa')?.members ?? []) : countries,
    group: wholeAfrica ? 'africa' : group,
    segments,
    department:
      (reading.segments.length === 0 || isPart) && departments.length === 1 ? (departments[0] ?? null) : null,
    measures: reading.measures,
  }
}

/** The gaps alone, where nothing that is held is left of the question. */
function blockedBy(
  reading: Reading,
  operation: Operation,
  scope: Scope,
  gaps: Gap[],
  ask: QuestionMaker,
  catalogue: Catalogue,
): Gap[] | null {
  const goods = scope.segments.length > 0
  const figures = scope.measures.length > 0
  const subject = goods || figures
  const covered = reading.countries.length > 0 || reading.groups.length > 0
  if (reading.places.length > 0 && !covered) return gaps
  if (goods && gaps.some(gap => gap.reason.startsWith('We do not hold the retail panel'))) return gaps
  if (reading.topics.length > 0 && !subject) return gaps
  if (reading.firms.length > 0 && operation !== 'key_players') return gaps
  const noShare =
    operation === 'share' ? (onePartGap(reading, scope, ask) ?? noPartGap(scope, ask, catalogue)) : null
  if (noShare) return [...gaps, noShare]
  if (reading.notHeld.length > 0 && !goods && !figures) return gaps
  if (reading.notHeld.length > 0 && isWholeQuestion(reading, operation)) return gaps
  if (!subject && reading.residual.length > 0 && unknownMatters(reading, operation)) {
    const asked = reading.residual.join(' ')
    const reason = `We do not hold ‘${asked}’: it is neither one of the 60 segments nor one of the country figures.`
    return [...gaps, { asked, kind: 'topic', reason, nearest: nearestPlace(reading, ask) }]
  }
  return null
}

/** 'Share of tea by country in Kenya': one part has nothing to be shared out with. */
function onePartGap(reading: Reading, scope: Scope, ask: QuestionMaker): Gap | null {
  const by = rowsAsked(reading)
  const [country = '', ...countries] = scope.countries
  const [segment = '', ...segments] = scope.segments
  const isOne =
    (by === 'country' && country !== '' && countries.length === 0) ||
    (by === 'segment' && segment !== '' && segments.length === 0)
  if (!isOne || scope.measures.length > 0) return null
  return {
    asked: `share by ${by}`,
    kind: 'topic',
    reason: `A share by ${by} needs more than one ${by} to share out.`,
    nearest:
      by === 'country' ? ask.rankCountries(segment) : country ? ask.segmentsOf(country) : ask.holdings(),
  }
}

/** 'Share of tea in remittances': sales are a part of household consumption and of GDP, and of no other figure. */
function noPartGap(
  { segments, countries, measures }: Scope,
  ask: QuestionMaker,
  catalogue: Catalogue,
): Gap | null {
  const [segment, country, measure] = [segments[0], countries[0], measures[0]]
  if (!segment || !measure || measures.some(areSalesPartOf)) return null
  const figure = catalogue.measure(measure)?.phrase ?? measure
  const goods = segments.length === 1 ? ` of ${goodsPhrase(catalogue, segment)}` : ''
  return {
    asked: `share of ${figure}`,
    kind: 'topic',
    reason: `Sales${goods} are no part of ${figure}.`,
    nearest: country ? ask.shareOfSpending(segment, country) : null,
  }
}

/** 'Penetration of tea in Kenya' asks only for what is not held; 'price and penetration' asks for more. */
function isWholeQuestion(reading: Reading, operation: Operation): boolean {
  const names = reading.notHeld.map(({ name }) => name)
  if (names.includes('regulation') || names.includes('awareness and attitudes')) {
    return !['feasibility', 'consumer_profile', 'segment_profile', 'key_players'].includes(operation)
  }
  const more = reading.panelMeasures.some(({ text }) => !/^(?:market|demand|sales|purchases)$/.test(text))
  const studied = ['feasibility', 'consumer_profile', 'key_players', 'channel_mix', 'share', 'price_volume']
  return (
    !more &&
    reading.measures.length === 0 &&
    !studied.includes(operation) &&
    !wants(reading, 'segment_profile')
  )
}

const tampering =
  /\b(?:ignore|instructions?|system prompt|prompt|jailbreak|pretend|passwords?|api keys?|secrets?|tokens?)\b/i

/** An unknown word is the subject of 'drones in Kenya'; it is noise in a greeting or in an attempt to give orders. */
function unknownMatters(reading: Reading, operation: Operation): boolean {
  if (tampering.test(reading.question) || operation === 'holdings') return false
  if (operation === 'country_profile') return !wants(reading, 'country_profile')
  if (operation !== 'help') return true
  return !wants(reading, 'help') && reading.residual.length <= 2 && reading.words > 2
}

function nearestPlace(reading: Reading, ask: QuestionMaker): Gap['nearest'] {
  const country = reading.countries[0]
  return country ? ask.segmentsOf(country) : ask.holdings()
}

function completePlan(
  reading: Reading,
  first: Operation,
  scope: Scope,
  gaps: Gap[],
  context: PlanContext,
): Plan {
  const { catalogue } = context
  const notes: string[] = reading.mended.map(({ from, to }) => `‘${from}’ is read as ‘${to}’.`)
  const needs = missingPart(first, scope, reading, catalogue)
  if (needs) return { ...needs, depth: context.depth }
  const operation = fitOperation(first, scope, reading, notes, gaps, catalogue)
  const currency = currencyAsked(reading)
  const goods = scope.segments.length > 0 || scope.measures.length === 0
  const measures =
    scope.segments.length === 0 &&
    scope.measures.length > 0 &&
    !reading.panelMeasures.some(({ text }) => /volume|price|value/.test(text))
      ? scope.measures
      : [
          ...scope.measures,
          ...(goods ? choosePanelMeasures(reading, operation, currency, scope.countries.length) : []),
        ]
  const draft: Plan = {
    ...emptyPlan,
    operation,
    measures: operation === 'country_profile' ? [] : measures,
    countries: scope.countries,
    group: scope.group,
    segments: scope.segments,
    department: scope.department,
    brands: reading.brands,
    channels: reading.channels,
    by: rowsOf(reading, operation, scope),
    growth: reading.time.growth ?? (operation === 'growth' ? 'yoy' : null),
    rank_by:
      operation === 'rank'
        ? wants(reading, 'growth') || /\bfastest|slowest\b/i.test(reading.question)
          ? 'growth'
          : 'level'
        : null,
    order: operation === 'rank' ? (orderAsked(reading) ?? 'highest') : null,
    limit: reading.limit,
    currency,
    chart: chartAsked(reading),
    depth: context.depth,
    gaps,
    assumptions: notes,
  }
  noteChoices(draft, reading, catalogue)
  compareInDollars(draft)
  return withTime(draft, reading, context)
}

/** Asks for the country or the goods where the operation cannot do without. */
function missingPart(
  operation: Operation,
  scope: Scope,
  reading: Reading,
  catalogue: Catalogue,
): Plan | null {
  const needsPlace = studies.includes(operation) || operation === 'country_profile'
  if (studies.includes(operation) && scope.segments.length === 0) return askForGoods(reading)
  if (operation === 'share' && scope.segments.length === 0 && scope.countries.length !== 1)
    return askForGoods(reading)
  if (operation === 'key_players' && scope.segments.length === 0 && scope.group) return askForGoods(reading)
  if (needsPlace && scope.countries.length === 0) {
    return scope.segments[0] ? askForCountry(reading, scope.segments[0], catalogue) : askForGoods(reading)
  }
  return null
}

/** A study is of one segment in one country; for sets of either, the ranking or comparison answers. */
function fitOperation(
  operation: Operation,
  scope: Scope,
  reading: Reading,
  notes: string[],
  gaps: Gap[],
  catalogue: Catalogue,
): Operation {
  const manyPlaces = scope.countries.length > 1
  const manyGoods = scope.segments.length > 1
  if (operation === 'feasibility' && (manyPlaces || manyGoods))
    return oneStudy(scope, reading, gaps, catalogue)
  if (studies.includes(operation) && (manyPlaces || manyGoods)) {
    notes.push('A profile covers one segment in one country; for several, they are compared side by side.')
    return scope.group !== null || manyGoods ? 'rank' : 'compare'
  }
  if (operation === 'lookup' && (scope.group !== null || (manyGoods && !manyPlaces))) return 'rank'
  if (operation === 'compare' && scope.group !== null) return 'rank'
  if (operation === 'lookup' && (manyPlaces || manyGoods)) return 'compare'
  if (operation === 'growth' && scope.group !== null) return 'rank'
  if (operation === 'compare' && !manyPlaces && !manyGoods && reading.time.windows.length < 2) return 'trend'
  if (operation === 'share' && scope.segments.length === 0) return 'rank'
  return operation
}

function oneStudy(scope: Scope, reading: Reading, gaps: Gap[], catalogue: Catalogue): Operation {
  const ask = questionMaker(catalogue)
  const [country = '', otherCountry] = scope.countries
  const [segment = '', otherSegment] = scope.segments
  const other = otherCountry && scope.countries.length > 1 ? ask.feasibility(segment, otherCountry) : null
  const nearest = other ?? (otherSegment ? ask.feasibility(otherSegment, country) : null)
  gaps.push({
    asked: reading.question,
    kind: 'topic',
    reason: `One study covers one segment in one country: this one is for ${goodsPhrase(catalogue, segment)} in ${placePhrase(catalogue, country)}.`,
    nearest,
  })
  scope.countries = [country]
  scope.segments = [segment]
  scope.group = null
  scope.department = null
  return 'feasibility'
}

function rowsOf(reading: Reading, operation: Operation, scope: Scope): Plan['by'] {
  const asked = operation === 'share' && reading.brands.length > 0 ? null : rowsAsked(reading)
  if (has(reading, 'seasonality')) return 'month'
  if (asked === 'month' || asked === 'year') {
    if (operation === 'trend' || operation === 'growth') return asked
  } else if (asked) return asked
  if (operation === 'share') return partsOf(reading, scope)
  if (operation === 'channel_mix') return 'channel'
  if (operation === 'rank' || operation === 'compare') {
    if (scope.countries.length > 1) return 'country'
    if (scope.segments.length > 1 || scope.measures.length === 0) return 'segment'
    return 'country'
  }
  if (operation === 'trend') return reading.time.rows === 'month' ? 'month' : 'year'
  return null
}

/** What a share is of: the goods beside a national total, a brand in each channel, else what the scope has several of. */
function partsOf(reading: Reading, scope: Scope): Plan['by'] {
  if (reading.brands.length > 0)
    return reading.channels.length === 0 && wants(reading, 'channel_mix') ? 'channel' : 'brand'
  if (scope.segments.length > 1) return 'segment'
  return scope.group || scope.measures.length > 0 ? 'country' : 'brand'
}

/** Local currencies do not compare: several countries are shown in US$, and the wish is named as a gap. */
export function compareInDollars(draft: Plan): void {
  if (draft.currency !== 'lcu' || draft.countries.length < 2) return
  draft.currency = 'usd'
  draft.measures = draft.measures.map(id => id.replace(/^panel_(value|price)_lcu$/, 'panel_$1_usd'))
  draft.gaps.push({
    asked: 'local currency',
    kind: 'measure',
    reason: 'We do not hold several countries in one local currency: they are compared in US$.',
    nearest: null,
  })
}

function noteChoices(draft: Plan, reading: Reading, catalogue: Catalogue): void {
  const department = catalogue.department(draft.department ?? '')
  if (department?.umbrella) {
    draft.assumptions.push(
      `${department.name} are read as ${draft.segments.length} segments, across the departments they stand in.`,
    )
  }
  const orders = reading.cues.flatMap(cue => (cue.cue === 'rank' ? [cue.order] : []))
  if (orders.includes('highest') && orders.includes('lowest') && /\bbottom\b/i.test(reading.question)) {
    draft.order = 'highest'
    draft.assumptions.push(
      'The ranking is from the highest; the lowest stand at its end, in the table of all.',
    )
  }
  if (draft.group === 'africa' && reading.groups.length === 0) {
    draft.assumptions.push('No country was named: the answer is for the 52 countries covered.')
  }
  if (draft.segments.length === 1 && draft.segments[0] === 'tea') {
    draft.assumptions.push(
      'Tea is black and green tea; rooibos and herbal infusions are a segment of their own.',
    )
  }
  if (draft.currency === 'lcu' && reading.countries.length === 0 && reading.currencies[0]) {
    draft.assumptions.push(
      `The currency names the country: ${catalogue.country(reading.currencies[0])?.name}.`,
    )
  }
  if (reading.threshold) {
    draft.assumptions.push(`All rows are shown in order; ‘${reading.threshold}’ can be read off the ranking.`)
  }
  if (has(reading, 'why')) {
    draft.assumptions.push(
      '‘Why’ is answered by splitting growth into price and volume, which shows what moved and not what caused it.',
    )
  }
}
