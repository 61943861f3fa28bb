import { editDistance } from './edit-distance.ts'
import { kindOrder, type Lexicon, type Meaning } from './lexicon.ts'
import { isPlainWord } from './plain-words.ts'
import { type Token, tokenize } from './tokens.ts'

/** A known phrase found in a question. */
export interface Mention {
  meaning: Meaning
  /** Other meanings of the same words, of the same kind first. */
  others: Meaning[]
  text: string
  start: number
  end: number
}

export interface Found {
  mentions: Mention[]
  tokens: Token[]
  /** Words mended, as typed and as read. */
  mended: { from: string; to: string }[]
  /** A misspelt name that lies as near to one country as to another. */
  torn: { text: string; countries: string[] } | null
}

/** Countries that are taken for one another: a slip is never mended across such a pair. */
const traps = [
  ['niger', 'nigeria'],
  ['mauritius', 'mauritania'],
  ['mali', 'malawi'],
  ['gambia', 'zambia'],
  ['namibia', 'zambia'],
  ['guinea', 'ghana'],
  ['sudan', 'chad'],
  ['gabon', 'gambia'],
]
const trapCountries: Record<string, string> = {
  niger: 'NER',
  nigeria: 'NGA',
  mauritius: 'MUS',
  mauritania: 'MRT',
  mali: 'MLI',
  malawi: 'MWI',
  gambia: 'GMB',
  zambia: 'ZMB',
  namibia: 'NAM',
  guinea: 'GIN',
  ghana: 'GHA',
  gabon: 'GAB',
}

/** A question has fewer words than this; a pasted page is not searched for slips. */
const mostMended = 60

/** Everything known that a question names: longest first, misspelt words mended where only one name is near. */
export function findMentions(question: string, lexicon: Lexicon): Found {
  const tokens = tokenize(question)
  const mended: Found['mended'] = []
  let torn: Found['torn'] = null
  for (const token of tokens.slice(0, mostMended)) {
    if (lexicon.index.knows(token.key) || isPlainWord(token.word) || isPlainWord(token.key)) continue
    const near = nearest(token.key, lexicon)
    if (near.length === 1 && near[0]) {
      mended.push({ from: token.raw, to: near[0] })
      token.key = near[0]
      token.word = near[0]
    } else if (near.length > 1) {
      const countries = near.map(word => trapCountries[word]).filter(iso3 => iso3 !== undefined)
      if (countries.length > 1) torn = { text: token.raw, countries }
    }
  }
  return { mentions: scan(tokens, lexicon), tokens, mended, torn }
}

/** Words within one slip (two in a long word); several where it lies between the two of a trap. */
function nearest(key: string, lexicon: Lexicon): string[] {
  if (key.length < 5) return []
  const limit = key.length >= 8 ? 2 : 1
  let best = limit + 1
  let words: string[] = []
  for (const word of lexicon.index.vocabulary) {
    if (word.length < 5 || word[0] !== key[0]) continue
    const distance = editDistance(key, word, limit)
    if (distance < best) {
      best = distance
      words = [word]
    } else if (distance === best && best <= limit) words.push(word)
  }
  if (words.length < 2) return words
  const trap = traps.find(pair => pair.every(name => words.includes(name)))
  return trap ?? (best === 1 && words.length === 2 ? words.slice(0, 1) : [])
}

function scan(tokens: Token[], lexicon: Lexicon): Mention[] {
  const mentions: Mention[] = []
  for (let at = 0; at < tokens.length; ) {
    const match = lexicon.index.at(tokens, at, lexicon.accepts)
    if (!match) {
      at++
      continue
    }
    const ordered = [...match.meanings].sort((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind))
    const [meaning, ...others] = ordered
    const [first, last] = [tokens[match.from], tokens[match.to - 1]]
    if (meaning && first && last) {
      mentions.push({ meaning, others, text: match.text, start: first.start, end: last.end })
    }
    at = match.to
  }
  return mentions
}
