/** What a stream of markup says, piece by piece. */
export type MarkupEvent =
  /** A block of prose begins. */
  | { type: 'open'; kind: 'headline' | 'paragraph' | 'list'; heading: string | null }
  /** Raw text of the open block; references are whole. */
  | { type: 'text'; text: string }
  /** A list's next point begins. */
  | { type: 'item' }
  | { type: 'close' }
  /** '@tile …', '@chart …': one line, whole. */
  | { type: 'directive'; name: string; rest: string }

const longestLine = 20_000

/**
 * Reads an answer as it streams. Lines: '# ' headline, '## ' heading of what follows, '- ' points, '@name …'
 * directives, a blank line ends a block, all else is a paragraph. Typed tables and code fences are left out: a model
 * never types data.
 */
export class MarkupReader {
  readonly #emit: (event: MarkupEvent) => void
  #line = ''
  /** How much of the line has been passed on already. */
  #passed = 0
  /** Where the words of a line of prose start, once it has begun. */
  #start: number | null = null
  #open: 'headline' | 'paragraph' | 'list' | null = null
  #heading: string | null = null
  #isFenced = false

  constructor(emit: (event: MarkupEvent) => void) {
    this.#emit = emit
  }

  push(text: string): void {
    for (const [i, part] of text.split('\n').entries()) {
      if (i > 0) this.#endLine()
      this.#line += part
    }
    this.#passOn()
  }

  end(): void {
    this.#endLine()
    this.#close()
  }

  /** Passes on what is sure of an unfinished prose line: never half a reference. */
  #passOn(): void {
    if (this.#isFenced) return
    const begin = this.#start ?? this.#beginProse()
    if (begin === null) return
    const half = this.#line.lastIndexOf('[')
    const isHalf = half >= begin && !this.#line.slice(half).includes(']]')
    const start = isHalf && this.#line[half - 1] === '[' ? half - 1 : half
    const upTo = isHalf ? start : this.#line.length
    if (upTo <= this.#passed) return
    this.#emit({ type: 'text', text: this.#line.slice(this.#passed, upTo) })
    this.#passed = upTo
    if (this.#line.length > longestLine) this.#endLine()
  }

  /** The same as `#begin`, where the line so far is prose of any kind; else null. */
  #beginProse(): number | null {
    const kind = lineKind(this.#line)
    return kind === 'headline' || kind === 'point' || kind === 'prose' ? this.#begin(kind) : null
  }

  /** Opens what the line begins, once; gives back where its words start. */
  #begin(kind: 'headline' | 'point' | 'prose'): number {
    if (this.#start !== null) return this.#start
    const mark = /^\s*(?:#\s+|[-*•]\s+|\d{1,2}[.)]\s+)?/.exec(this.#line)?.[0].length ?? 0
    const start = kind === 'prose' ? 0 : mark
    this.#start = start
    const wanted = kind === 'headline' ? 'headline' : kind === 'point' ? 'list' : 'paragraph'
    const goesOn = this.#open === wanted && wanted !== 'headline'
    if (!goesOn) {
      this.#close()
      this.#emit({ type: 'open', kind: wanted, heading: wanted === 'headline' ? null : this.#heading })
      if (wanted !== 'headline') this.#heading = null
      this.#open = wanted
    }
    if (wanted === 'list') this.#emit({ type: 'item' })
    else if (goesOn) this.#emit({ type: 'text', text: ' ' })
    this.#passed = start
    return start
  }

  #endLine(): void {
    const line = this.#line
    const kind = lineKind(`${line}\n`)
    if (line.trimStart().startsWith('```')) this.#isFenced = !this.#isFenced
    else if (!this.#isFenced) this.#takeLine(line, kind)
    this.#line = ''
    this.#passed = 0
    this.#start = null
  }

  #takeLine(line: string, kind: ReturnType<typeof lineKind>): void {
    if (kind === 'skip' || kind === null) {
      if (line.trim() === '') this.#close()
    } else if (kind === 'heading') {
      this.#close()
      this.#heading = line
        .replace(/^#+\s*/, '')
        .replace(/\*\*/g, '')
        .trim()
    } else if (kind === 'directive') {
      this.#close()
      const [, name = '', rest = ''] = /^@(\w+)\s*(.*)$/.exec(line.trim()) ?? []
      this.#emit({ type: 'directive', name, rest })
    } else {
      const begin = this.#begin(kind)
      const rest = line.slice(Math.max(this.#passed, begin))
      if (rest !== '') this.#emit({ type: 'text', text: rest })
      if (kind === 'headline') this.#close()
    }
  }

  #close(): void {
    if (this.#open) this.#emit({ type: 'close' })
    this.#open = null
  }
}

/** What a line is by its first signs; null while too few of them are there. */
function lineKind(line: string): 'headline' | 'heading' | 'point' | 'directive' | 'prose' | 'skip' | null {
  const text = line.trimStart()
  if (text === '') return line.includes('\n') ? 'skip' : null
  if (text.length < 3 && !line.includes('\n') && /^[#@*|`•\d-]/.test(text)) return null
  if (/^#\s/.test(text)) return 'headline'
  if (/^##/.test(text)) return 'heading'
  if (/^@[a-z]/.test(text)) return 'directive'
  if (/^(?:\||```|---+\s*$|===)/.test(text)) return 'skip'
  if (/^(?:[-*•]\s|\d{1,2}[.)]\s)/.test(text)) return 'point'
  return 'prose'
}
