const [opens, closes] = ['<!--', '-->']

/** A question without the comments of markup that were pasted into it: nobody said them. */
export function saidPart(question: string): string {
  const [first = '', ...rest] = question.split(opens)
  const after = rest.map(part => part.split(closes).slice(1).join(closes))
  const said = [first, ...after].join('').trim()
  return said === '' ? question : said
}
