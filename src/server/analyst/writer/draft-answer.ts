import type { Suggestion, Tile } from '../../../contract/answer.ts'
import type { Chart } from '../../../contract/chart.ts'
import type { Plan } from '../../../contract/plan.ts'
import type { Catalogue } from '../../insights/insights.ts'
import type { ResultSet } from '../claims/result-set.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { goodsPhrase, placePhrase, type QuestionMaker, questionMaker } from '../understanding/questions.ts'
import { listed, paragraph, type Said } from './facts.ts'

/** What a writer works from. */
export interface Writing {
  plan: Plan
  results: ResultSet
  catalogue: Catalogue
  ask: QuestionMaker
  /** The first country and segment, '' where there is none. */
  country: string
  segment: string
  /** 'South Africa', 'tea': as they stand in a sentence. */
  place: string
  goods: string
}

export function startWriting(plan: Plan, results: ResultSet, catalogue: Catalogue): Writing {
  const country = plan.group === null ? (plan.countries[0] ?? '') : ''
  const segment = plan.segments[0] ?? ''
  return {
    plan,
    results,
    catalogue,
    ask: questionMaker(catalogue),
    country,
    segment,
    place: placesPhrase(plan, catalogue),
    goods: goodsOf(plan, catalogue),
  }
}

/** 'Ghana', 'Ghana and Nigeria', 'ECOWAS', 'Africa'. */
export function placesPhrase(plan: Plan, catalogue: Catalogue): string {
  if (plan.group !== null) return catalogue.group(plan.group)?.name ?? ''
  const names = plan.countries.slice(0, 4).map(iso3 => properPlace(iso3, catalogue))
  return plan.countries.length > 4
    ? `${names.slice(0, 3).join(', ')} and ${plan.countries.length - 3} more`
    : listed(names)
}

const properPlace = (iso3: string, catalogue: Catalogue) =>
  iso3 === 'GIN' || iso3 === 'COG' ? (catalogue.country(iso3)?.name ?? iso3) : placePhrase(catalogue, iso3)

function goodsOf(plan: Plan, catalogue: Catalogue): string {
  if (plan.department !== null) return catalogue.department(plan.department)?.name.toLowerCase() ?? ''
  const names = plan.segments.map(id => goodsPhrase(catalogue, id))
  return names.length > 4 ? `${names.length} segments` : listed(names)
}

/** Gathers an answer's blocks in reading order. */
export class DraftAnswer {
  readonly drafts: Draft[] = []
  readonly #followups: Suggestion[] = []

  headline(...sentences: Said[]): this {
    const pieces = sentences.find(one => one !== null)
    if (pieces) this.drafts.push({ type: 'headline', pieces })
    return this
  }

  tiles(...tiles: (TileDraft | null)[]): this {
    const held = tiles.filter(tile => tile !== null)
    if (held.length > 0) this.drafts.push({ type: 'tiles', tiles: held.slice(0, 4) })
    return this
  }

  chart(chart: Chart | null): this {
    if (chart) this.drafts.push({ type: 'chart', chart })
    return this
  }

  table(table: string | undefined, caption: string, columns: string[]): this {
    if (table) this.drafts.push({ type: 'table', table, caption, columns })
    return this
  }

  paragraph(heading: string | null, ...sentences: Said[]): this {
    const pieces = paragraph(...sentences)
    if (pieces.length > 0) this.drafts.push({ type: 'paragraph', heading, pieces })
    return this
  }

  list(heading: string | null, ...items: Said[]): this {
    const held = items.filter(item => item !== null)
    if (held.length > 0) this.drafts.push({ type: 'list', heading, items: held })
    return this
  }

  ask(question: string, choices: Suggestion[]): this {
    this.drafts.push({ type: 'ask', question, choices })
    return this
  }

  next(...suggestions: (Suggestion | null | undefined)[]): this {
    for (const one of suggestions) {
      const isKnown = this.#followups.some(
        known => known.question === one?.question || known.label === one?.label,
      )
      if (one && !isKnown) this.#followups.push(one)
    }
    return this
  }

  /** Every block, the follow-ups last: four at most. */
  done(): Draft[] {
    if (this.#followups.length === 0) return this.drafts
    return [...this.drafts, { type: 'followups', items: this.#followups.slice(0, 4) }]
  }
}

export type TileDraft = { label: string; figure: Piece; note: Piece[]; tone: Tile['tone'] }

/** A tile, or none where its figure is not held. */
export function tile(
  label: string,
  figure: Piece | null | undefined,
  note: Piece[] | null | undefined = null,
  tone: Tile['tone'] = 'neutral',
): TileDraft | null {
  return figure ? { label, figure, note: note ?? [], tone } : null
}

/** Good or bad by the sign of a change. */
export const toneOf = (
  change: number | null,
  higherIs: 'better' | 'worse' | 'neutral' = 'better',
): Tile['tone'] =>
  change === null || Math.abs(change) < 0.05 || higherIs === 'neutral'
    ? 'neutral'
    : change > 0 === (higherIs === 'better')
      ? 'good'
      : 'bad'
