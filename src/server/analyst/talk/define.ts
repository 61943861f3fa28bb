import { sayFigure } from '../answer/say-cell.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { ownMeasures } from './base-measures.ts'
import { countsOf } from './counts.ts'
import { measuresOf } from './past-answer.ts'
import { figureMeant } from './rows.ts'
import { joined } from './source.ts'
import type { Operation, TalkContext } from './talk-context.ts'

const mostMeasures = 2

/** What a term, a measure or a segment means; without a name, what the answer showed. */
export const define: Operation = context => {
  const { talk, answer, messages } = context
  const { terms, measures, named } = talk.parts
  const ids = measures.flatMap(measuresOf)
  const said = [
    ...terms.slice(0, 1).flatMap(id => defineTerm(context, id)),
    ...(terms.length > 0 ? [] : ids.slice(0, mostMeasures).flatMap(id => defineMeasure(context, id))),
    ...(ids.length === 0 && terms.length === 0
      ? named.segment.slice(0, 1).flatMap(id => defineSegment(context, id))
      : []),
  ]
  const own =
    said.length > 0 || !answer
      ? said
      : ownMeasures(context)
          .slice(0, mostMeasures)
          .flatMap(id => defineMeasure(context, id))
  const example = said.length > 0 && answer ? sayExample(context) : []
  const [first = messages.say('talk.define.none'), ...rest] = own
  return {
    drafts: shaped(first, [...rest, ...example]),
    showsSources: said.length === 0,
  }
}

const shaped = (first: Piece[], rest: readonly Piece[][]): Draft[] => [
  { type: 'headline', pieces: first },
  ...(rest.length > 0 ? [{ type: 'paragraph' as const, heading: null, pieces: joined(rest) }] : []),
]

export function defineTerm(context: TalkContext, id: string): Piece[][] {
  const { catalogue, messages } = context
  const term = catalogue.term(id)
  if (!term) return []
  const own = meaningOf(context, id)
  const [name, meaning] = own ? [own.name || term.name, own.meaning] : [term.name, term.meaning]
  const formula = own ? '' : term.formula
  countsOf(context, {}, [name, meaning, formula])
  return [
    messages.say('talk.define.term', { name, meaning }),
    ...(formula === '' ? [] : [messages.say('talk.define.how', { formula })]),
    ...(term.held ? [] : [messages.say('talk.define.unavailable')]),
  ]
}

/** What a measure or a term means in the language of the question; null where nothing is written down. */
function meaningOf({ catalogue, messages }: TalkContext, id: string) {
  return catalogue.meanings.find(one => one.lang === messages.lang && one.id === id) ?? null
}

/** A measure's name and unit, its formula where it is worked out, its source and note, and how far it goes. */
export function defineMeasure(context: TalkContext, id: string): Piece[][] {
  const { catalogue, messages, names } = context
  const derived = catalogue.derived.find(one => one.id === id)
  const measure = catalogue.measure(id)
  const own = names.measure(id)
  if (derived) {
    const formula = wordsOf(derived.expression, one => names.measure(one).text)
    countsOf(context, {}, [formula, own.text])
    const values = { name: own, unit: names.unitWords(derived.unit) ?? derived.unit, formula }
    return [messages.capital(messages.say('talk.define.derived', values))]
  }
  if (!measure) return []
  const { unit, source, note, kind, coverage } = measure
  const name = messages.lang === 'en' ? measure.name : own
  const meaning = meaningOf(context, id)?.meaning ?? ''
  const [from, to] = [String(coverage.firstYear), String(coverage.lastYear)]
  const counts = countsOf(context, { n: coverage.countries }, [
    String(name),
    unit,
    note,
    meaning,
    source,
    from,
    to,
  ])
  const said = [
    messages.say('talk.define.measure', { name, unit: names.unitWords(unit) ?? unit }),
    ...(meaning === '' ? [] : [[{ text: meaning }]]),
    kind === 'panel'
      ? messages.say('talk.sure.modelled')
      : messages.say('talk.define.source', { ...counts, source, from, to }),
    ...(note === '' ? [] : [messages.say('talk.define.note', { note })]),
  ]
  return said.map(one => messages.capital(one))
}

/** 'birth rate × population ÷ 1000' of an expression's text. */
const wordsOf = (expression: string, nameOf: (id: string) => string) =>
  expression
    .replace(/[a-z_0-9]{3,}/g, id => nameOf(id))
    .replaceAll('*', '×')
    .replaceAll('/', '÷')

/** What belongs to a segment: names, packs, its codes. */
export function defineSegment({ catalogue, messages }: TalkContext, id: string): Piece[][] {
  const segment = catalogue.segment(id)
  if (!segment) return []
  const { name, unit, synonyms, packSizes, classification, note } = segment
  return [
    messages.say('talk.segment', { name, items: messages.textList([...new Set(synonyms)].slice(0, 12)) }),
    ...(packSizes.length > 0
      ? [messages.say('talk.segment.packs', { items: messages.textList(packSizes.slice(0, 6)), unit })]
      : []),
    ...(classification === '' ? [] : [messages.say('talk.segment.codes', { classification })]),
    ...(note === '' ? [] : [messages.say('talk.define.note', { note })]),
  ]
}

/** The figure of the answer, where it is of what was asked about. */
function sayExample(context: TalkContext): Piece[][] {
  const figure = figureMeant(context)
  if (!figure) return []
  const said = sayFigure(figure.w, figure.row, figure.shown)
  return [context.messages.say('talk.define.example', { said })]
}

/** Which customs and classification codes a segment has. */
export const codes: Operation = context => {
  const { named } = context.talk.parts
  const said = named.segment.slice(0, 3).map(id => {
    const segment = context.catalogue.segment(id)
    return segment
      ? context.messages.say('talk.codes', { name: segment.name, classification: segment.classification })
      : []
  })
  const [first = context.messages.say('talk.codes.none'), ...rest] = said
  return { drafts: shaped(first, rest) }
}

/** What belongs to a segment. */
export const contents: Operation = context => {
  const { named } = context.talk.parts
  const said = named.segment.slice(0, 2).flatMap(id => defineSegment(context, id))
  const [first = context.messages.say('talk.codes.none'), ...rest] = said
  return { drafts: shaped(first, rest) }
}
