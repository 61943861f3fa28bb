/** Words in the middle of a sentence, with what the words around them agree with. */
export class Phrase {
  readonly text: string
  /** Gender and number, article, noun class: what messages of the language select by; '' where it has none. */
  readonly form: string
  /** The members of a list: what stands before it ('in', 'of') stands before each. */
  readonly members: readonly Phrase[]

  constructor(text: string, form = '', members: readonly Phrase[] = []) {
    this.text = text
    this.form = form
    this.members = members
  }

  /** With more words behind; the whole agrees as its head does. */
  with(more: string): Phrase {
    return more === '' ? this : new Phrase(this.text + more, this.form)
  }

  toString(): string {
    return this.text
  }
}

/** Words with or without what they agree by. */
export type Words = string | Phrase

export const phraseOf = (words: Words): Phrase => (typeof words === 'string' ? new Phrase(words) : words)
