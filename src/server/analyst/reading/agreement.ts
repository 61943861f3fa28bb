import type { Affix } from '../../insights/insights.ts'

/** A word that agrees with a noun, in a surface of the lexicon: '-kubwa zaidi'. */
const agrees = /(?<!\S)-(\p{L}+)/u

/** A surface in every form of the words in it that agree with a noun: '-kubwa' is 'kubwa', 'mkubwa', 'makubwa' … */
export function agreeing(surface: string, affixes: readonly Affix[]): string[] {
  const stem = agrees.exec(surface)?.[1]
  if (stem === undefined) return [surface]
  const concords = affixes.filter(({ at, cut, unless }) => at === 'concord' && isOf(stem, cut, unless))
  const longest = Math.max(0, ...concords.map(({ cut }) => cut.length))
  return concords
    .filter(({ cut }) => cut.length === longest)
    .flatMap(({ cut, put }) => agreeing(surface.replace(agrees, put + stem.slice(cut.length)), affixes))
}

/** A cut of several letters is a whole word: '-ko' is none of '-kongwe'. */
const isOf = (stem: string, cut: string, unless: string) =>
  (cut.length > 1 ? stem === cut : stem.startsWith(cut)) &&
  (unless === '' || !unless.includes(stem.charAt(0)))
