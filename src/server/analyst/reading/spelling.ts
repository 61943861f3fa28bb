import { isArabic } from './arabic.ts'
import { editDistance } from './edit-distance.ts'
import type { Lexicon } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** Shorter words are left alone; Arabic ones, written without vowels, have near neighbours. */
const leastLetters = { arabic: 6, other: 4 }

/**
 * Words that nobody knows, read as the nearest word of the lexicon: one letter away, from nine letters on two. Of four letters only
 * to a country where one was left out: 'Ghna'; 'Coca' is no cocoa.
 */
export function corrected(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  return tokens.map(token => {
    const least = isArabic(token.text) ? leastLetters.arabic : leastLetters.other
    if (token.kind !== 'word' || token.key.length < least || lexicon.knows(token.key)) return token
    const key = nearest(token.key, lexicon)
    return key === null ? token : { ...token, key }
  })
}

const semsOf = (key: string, lexicon: Lexicon): string[] => {
  const token: Token = { text: key, key, from: 0, to: key.length, kind: 'word' }
  return lexicon.matches([token], 0).map(({ sem }) => JSON.stringify(sem))
}

/** 'Ethopia' is as near to 'Etiopia' as to 'Ethiopia': both mean the same. */
function meaningOf(key: string, lexicon: Lexicon): string {
  const sems = semsOf(key, lexicon)
  return sems.length === 0 ? key : sems.join()
}

/** Words that stand for something with figures. */
const means = (key: string, lexicon: Lexicon): boolean =>
  lexicon
    .matches([{ text: key, key, from: 0, to: key.length, kind: 'word' }], 0)
    .some(({ sem }) => sem.c === 'set' || sem.c === 'meas')

const isLonger = (key: string, word: string, lexicon: Lexicon) =>
  word.length > key.length && meaningOf(word, lexicon).includes('"dim":"country"')

/** 'Sukari' and 'sugar' share a meaning, whatever else each may mean. */
const areAlike = (a: string, b: string, lexicon: Lexicon): boolean =>
  meaningOf(a, lexicon) === meaningOf(b, lexicon) ||
  semsOf(a, lexicon).some(sem => semsOf(b, lexicon).includes(sem))

/** The one nearest word; null where there is none, or where two that differ are as near. */
function nearest(key: string, lexicon: Lexicon): string | null {
  let limit = key.length >= 9 ? 2 : 1
  let found: string[] = []
  for (const word of lexicon.words) {
    if (word[0] !== key[0] || word.length < 4) continue
    const distance = editDistance(key, word, limit)
    if (distance > limit || (key.length < 5 && !isLonger(key, word, lexicon))) continue
    if (distance < limit) found = []
    limit = distance
    found.push(word)
  }
  // 'Cofee' is coffee before it is Korea in another language, 'suger' sugar before 'super'.
  const meaningful = found.filter(word => means(word, lexicon))
  if (meaningful.length > 0) found = meaningful
  const [first] = found
  const areOne = first !== undefined && found.every(word => areAlike(word, first, lexicon))
  return areOne ? first : null
}
