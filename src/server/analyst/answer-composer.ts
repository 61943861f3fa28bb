import type { Block, Span, SuggestedAsk, Suggestion, Tile } from '../../contract/answer.ts'
import type { TurnEvent } from '../../contract/turn-event.ts'
import { type Checking, joined, type Piece, verifySentence } from './claims/verify-sentence.ts'
import { type Directive, readDirective } from './markup/directives.ts'
import { type MarkupEvent, MarkupReader } from './markup/markup-reader.ts'
import { type Offer, suggestionOf } from './markup/offer.ts'
import { isPlainText, readPieces, shownText } from './markup/pieces.ts'
import { endsSentence, splitSentences } from './markup/sentences.ts'
import { streamLimits, TooMuchSent } from './model/stream-limits.ts'

type Emit = (event: Extract<TurnEvent, { event: 'block' | 'delta' | 'claims' }>) => void

/** A sentence whose figures are not in the results, and where it stands. */
export interface Failed {
  block: number
  /** Index of the point in a list, 0 elsewhere. */
  item: number
  sentence: number
  text: string
  unmatched: string[]
}

type Prose = { kind: 'headline' | 'paragraph' | 'list'; heading: string | null; items: string[] }
type ProseBlock = { prose: Prose; checked: (Span[] | null)[][]; raw: Piece[][][] }

/**
 * Turns the stream of a model's answer into blocks, one path for every model: prose shows unchecked at once, each
 * sentence is checked when it ends, a block turns checked when all of it holds. What fails waits for `failures`.
 */
export class AnswerComposer {
  readonly #reader: MarkupReader
  readonly #emit: Emit
  readonly #checking: Checking
  readonly #blockOf: (directive: Directive) => Block | null
  readonly blocks: (Block | null)[] = []
  /** Blocks that hold something which no result has. */
  readonly #failing = new Map<number, ProseBlock>()
  #open: { prose: Prose; index: number; sent: string; isShown: boolean } | null = null
  #claimsSent = 0
  followups: Suggestion[] = []
  /** The queries behind what is offered. */
  readonly suggestions: SuggestedAsk[] = []

  /** A provider's labels, headings and captions are checked like its prose. */
  constructor(emit: Emit, checking: Checking, blockOf: (directive: Directive) => Block | null) {
    this.#emit = emit
    this.#checking = checking
    this.#blockOf = blockOf
    this.#reader = new MarkupReader(event => this.#take(event))
  }

  /** Takes a piece of the stream; what is left of an open block shows at once. */
  push(text: string): void {
    this.#reader.push(text)
    this.#showOpen()
  }

  end(): void {
    this.#reader.end()
  }

  /** Adds a finished block that no model wrote: gaps, method, sources, follow-ups. */
  add(block: Block): void {
    this.#set(this.#newBlock(), block)
  }

  /** The place of one more block. @throws TooMuchSent */
  #newBlock(): number {
    if (this.blocks.length >= streamLimits.answerBlocks) throw new TooMuchSent('blocks of the answer')
    return this.blocks.push(null) - 1
  }

  #take(event: MarkupEvent): void {
    if (event.type === 'open') {
      const prose: Prose = {
        kind: event.kind,
        heading: event.heading !== null && this.#isSafe(event.heading) ? event.heading : null,
        items: event.kind === 'list' ? [] : [''],
      }
      this.#open = { prose, index: this.#newBlock(), sent: '', isShown: false }
    } else if (event.type === 'item') {
      this.#open?.prose.items.push('')
    } else if (event.type === 'text' && this.#open) {
      const { items } = this.#open.prose
      items[items.length - 1] = (items.at(-1) ?? '') + event.text
    } else if (event.type === 'close' && this.#open) {
      const { prose, index } = this.#open
      this.#open = null
      this.#settle(index, prose)
    } else if (event.type === 'directive') this.#direct(event.name, event.rest)
  }

  /** Shows an unfinished block unchecked; at a sentence's end its figures are checked and marked. */
  #showOpen(): void {
    const open = this.#open
    if (!open || open.prose.kind === 'list') return
    const raw = open.prose.items[0] ?? ''
    // Text without a mark is shown as it is, and what was shown of it begins it.
    const isPlain = isPlainText(raw)
    const shown = isPlain ? raw : shownText(readPieces(raw))
    if (!open.isShown && shown.trim() === '') return
    if (!open.isShown) {
      open.isShown = true
      this.#set(open.index, unchecked(open.prose, []))
    }
    const more = isPlain || shown.startsWith(open.sent) ? shown.slice(open.sent.length) : ''
    if (more === '') return
    open.sent = shown
    this.blocks[open.index] = unchecked(open.prose, [{ text: shown }])
    this.#emit({ event: 'delta', data: { index: open.index, text: more } })
    if (!endsSentence(shown)) return
    const sentences = splitSentences(readPieces(raw)).map(pieces => ({
      pieces,
      spans: verifySentence(pieces, this.#checking).spans,
    }))
    if (!sentences.some(({ spans }) => spans?.some(span => span.claim !== undefined))) return
    const spans = sentences.flatMap(one => one.spans ?? [{ text: shownText(one.pieces) }])
    this.#set(open.index, unchecked(open.prose, joined(spans)))
  }

  /** A block is whole: checked if every sentence holds, else left muted until its failures are settled. */
  #settle(index: number, prose: Prose): void {
    const raw = prose.items.map(item => splitSentences(readPieces(item.trim())))
    const checked = raw.map(sentences =>
      sentences.map(pieces => verifySentence(pieces, this.#checking).spans),
    )
    if (raw.every(sentences => sentences.length === 0)) {
      this.#drop(index)
      return
    }
    const entry = { prose, checked, raw }
    if (checked.flat().every(spans => spans !== null)) {
      this.#finish(index, entry)
      return
    }
    this.#failing.set(index, entry)
    this.#set(index, { ...unchecked(prose, [{ text: raw.flat(1).map(shownText).join('') }]) })
  }

  /** The sentences that hold figures which no result has. */
  failures(): Failed[] {
    return [...this.#failing].flatMap(([block, { checked, raw }]) =>
      checked.flatMap((sentences, item) =>
        sentences.flatMap((spans, sentence) => {
          const pieces = raw[item]?.[sentence]
          if (spans !== null || !pieces) return []
          const { unmatched } = verifySentence(pieces, this.#checking)
          return [{ block, item, sentence, text: shownText(pieces), unmatched }]
        }),
      ),
    )
  }

  /** Puts other words in a failed sentence's place; true where they hold. */
  rewrite(failed: Failed, text: string): boolean {
    const entry = this.#failing.get(failed.block)
    const sentences = entry?.checked[failed.item]
    if (!sentences) return false
    const pieces = readPieces(`${text.trim()} `)
    const { spans } = verifySentence(pieces, this.#checking)
    if (spans === null || text.trim() === '') return false
    sentences[failed.sentence] = spans
    return true
  }

  /** Settles what failed for good: sentences that still fail are left out, empty blocks dropped. */
  settleAll(): void {
    for (const [index, entry] of this.#failing) this.#finish(index, entry)
  }

  /** Puts a headline of the house in the place of one that failed. */
  replaceHeadline(index: number, pieces: readonly Piece[]): void {
    const { results, book } = this.#checking
    const { spans } = verifySentence(pieces, { results, book })
    if (spans === null) return
    this.#failing.delete(index)
    this.#set(index, { type: 'headline', checked: true, spans })
  }

  #finish(index: number, { prose, checked }: ProseBlock): void {
    const items = checked.map(sentences => trimmed(joined(sentences.flatMap(spans => spans ?? []))))
    const held = items.filter(spans => spans.length > 0)
    if (held.length === 0) this.#drop(index)
    else if (prose.kind === 'list') {
      this.#set(index, { type: 'list', checked: true, heading: prose.heading, items: held })
    } else this.#set(index, { ...unchecked(prose, held.flat()), checked: true } as Block)
  }

  #drop(index: number): void {
    const wasShown = this.blocks[index] !== null
    this.#failing.delete(index)
    this.blocks[index] = null
    if (wasShown) this.#emit({ event: 'block', data: { index, block: null } })
  }

  /** True where a short text holds no figure, or only ones that the results have. */
  #isSafe(text: string): boolean {
    return !this.#checking.outside || verifySentence([{ text }], this.#checking).spans !== null
  }

  #direct(name: string, rest: string): void {
    const directive = readDirective(name, rest)
    if (directive === null || !wordsOf(directive).every(text => this.#isSafe(text))) return
    if (directive.name === 'next') this.followups.push(this.offer(directive.offer))
    else if (directive.name === 'choice') this.#addChoice(this.offer(directive.offer))
    else if (directive.name === 'tile') this.#addTile(directive)
    else {
      const block = this.#blockOf(directive)
      if (block) this.add(block)
    }
  }

  /** A suggestion as it is shown; its queries are kept, but for those that a provider's model names. */
  offer({ ask, ...words }: Offer): Suggestion {
    if (ask === undefined || this.#checking.outside) return suggestionOf(words)
    const suggestion = suggestionOf({ ...words, ask })
    const { suggestion_id, question } = suggestion
    const isKnown = this.suggestions.some(known => known.suggestion_id === suggestion_id)
    if (suggestion_id !== undefined && !isKnown) this.suggestions.push({ suggestion_id, question, text: ask })
    return suggestion
  }

  #addChoice(choice: Suggestion): void {
    const last = this.blocks.length - 1
    const block = this.blocks[last]
    if (block?.type === 'ask') this.#set(last, { ...block, choices: [...block.choices, choice] })
  }

  /** Tiles in a row are one block; a tile whose figure does not hold is left out. */
  #addTile({ label, figure, note, tone }: Extract<Directive, { name: 'tile' }>): void {
    const main = verifySentence(figure, this.#checking).spans
    const small = verifySentence(note, this.#checking).spans
    const span = main?.[0]
    if (!span || span.claim === undefined || small === null) return
    const tile: Tile = { label, figure: span, note: small, tone }
    const last = this.blocks.length - 1
    const block = this.blocks[last]
    if (block?.type === 'tiles') this.#set(last, { type: 'tiles', tiles: [...block.tiles, tile].slice(0, 4) })
    else this.add({ type: 'tiles', tiles: [tile] })
  }

  /** Claims go out before the block that refers to them. */
  #set(index: number, block: Block): void {
    const { claims } = this.#checking.book
    if (claims.length > this.#claimsSent) {
      this.#emit({ event: 'claims', data: { claims: claims.slice(this.#claimsSent) } })
      this.#claimsSent = claims.length
    }
    this.blocks[index] = block
    this.#emit({ event: 'block', data: { index, block } })
  }
}

/** The words of a directive that are shown and tied to no cell. */
function wordsOf(directive: Directive): string[] {
  if (directive.name === 'tile') return [directive.label]
  if (directive.name === 'table') return [directive.caption]
  if (directive.name === 'ask') return [directive.question]
  if (directive.name === 'chart') return []
  return [directive.offer.label, directive.offer.question]
}

function unchecked(prose: Prose, spans: Span[]): Block {
  if (prose.kind === 'headline') return { type: 'headline', checked: false, spans }
  if (prose.kind === 'list') return { type: 'list', checked: false, heading: prose.heading, items: [spans] }
  return { type: 'paragraph', checked: false, heading: prose.heading, spans }
}

/** Without spaces at either end. */
function trimmed(spans: Span[]): Span[] {
  const out = spans.map(span => ({ ...span }))
  const [first, last] = [out[0], out.at(-1)]
  if (first && first.claim === undefined) first.text = first.text.trimStart()
  if (last && last.claim === undefined) last.text = last.text.trimEnd()
  return out.filter(span => span.text !== '')
}
