import type { Affix } from '../../insights/insights.ts'

/** Parts of a verb that is written as one word, by their place in it. */
interface Slots {
  subjects: Affix[]
  tenses: Affix[]
  relatives: Affix[]
  objects: Affix[]
  finals: Affix[]
}

/**
 * The infinitives that a verb may be of: 'pesava' is 'pesar'; where it is written as one word, 'yameongezeka' is 'kuongezeka', 'hazipandi' is 'kutopanda'. Its parts
 * are a subject, a tense, a relative, an object, the stem and its end; each says how many letters are left after it at least.
 */
export function verbReader(affixes: readonly Affix[]): (key: string) => readonly string[] {
  const of = (at: string) => affixes.filter(one => one.at === at)
  const endings = of('verb')
  const [relatives, objects, finals] = [of('relative'), of('object'), of('final')]
  const ways: Slots[] = [
    { subjects: of('subject'), tenses: of('tense'), relatives, objects, finals },
    { subjects: of('not subject'), tenses: of('not tense'), relatives, objects, finals },
  ]
  if (endings.length === 0 && ways.every(({ subjects }) => subjects.length === 0)) return () => []
  const all = (key: string) => [
    ...endings.filter(one => hasEnding(key, one)).map(({ cut, put }) => withoutEnding(key, cut) + put),
    ...ways.flatMap(slots => infinitives(key, slots)),
  ]
  const known = new Map<string, readonly string[]>()
  return key => {
    const found = known.get(key) ?? [...new Set(all(key))]
    if (known.size < mostKnown) known.set(key, found)
    return found
  }
}

const hasEnding = (key: string, { cut, least }: Affix) => key.length >= least && key.endsWith(cut)
const withoutEnding = (key: string, cut: string) => key.slice(0, key.length - cut.length)

/** So many words are remembered: what people type has no end. */
const mostKnown = 20_000

function infinitives(key: string, { subjects, tenses, relatives, objects, finals }: Slots): string[] {
  return after(key, subjects).flatMap(({ rest: afterSubject, affix: subject }) =>
    // What has no subject, a request, has no tense.
    after(afterSubject, subject.cut === '' ? tenses.filter(({ cut }) => cut === '') : tenses).flatMap(
      ({ rest, affix: { put } }) =>
        optional(rest, relatives)
          .flatMap(one => optional(one, objects))
          .flatMap(stem => stemsOf(stem, finals))
          .map(stem => put + stem),
    ),
  )
}

/** What is left of a word after each part that it may begin with. */
const after = (word: string, parts: readonly Affix[]) =>
  parts
    .filter(({ cut, least }) => word.startsWith(cut) && word.length - cut.length >= least)
    .map(affix => ({ rest: word.slice(affix.cut.length), affix }))

const optional = (word: string, parts: readonly Affix[]) => [
  word,
  ...after(word, parts).map(({ rest }) => rest),
]

/** So many ends may follow each other: 'uzwaje' is how it is sold. */
const mostFinals = 2

/** A stem as it stands, and with the end of the infinitive. */
const stemsOf = (stem: string, finals: readonly Affix[], depth = mostFinals): string[] => [
  stem,
  ...finals
    .filter(({ cut, least }) => depth > 0 && stem.endsWith(cut) && stem.length >= least)
    .flatMap(({ cut, put }) => stemsOf(stem.slice(0, stem.length - cut.length) + put, finals, depth - 1)),
]

/** A verb that supposes something, as two words: 'ikipanda' is 'kama kupanda'. */
export interface Supposed {
  said: string
  verb: string
}

/** The verbs that a word supposes in its tense; none where it goes on from words before it: 'imekuwa ikipanda'. */
export function supposedReader(
  affixes: readonly Affix[],
): (key: string, before: readonly string[]) => readonly Supposed[] {
  const infinitivesOf = verbReader(affixes)
  const ways = affixes
    .filter(({ at }) => at === 'supposing')
    .map(({ cut, put, unless }) => ({
      ...{ said: put, unless },
      verbsOf: verbReader(affixes.filter(({ at, cut: own }) => !at.endsWith('tense') || own === cut)),
    }))
  return (key, before) =>
    ways.flatMap(({ said, unless, verbsOf }) =>
      before.some(word => infinitivesOf(word).includes(unless))
        ? []
        : verbsOf(key).map(verb => ({ said, verb })),
    )
}
