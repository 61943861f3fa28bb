/** A row as an SQL gave it: names and figures side by side, years among the figures or as text. */
export type ExpectedRow = (string | number | null)[]

/** A figure of a result, with the names of its row's members (id and name of each) and the years it is of. */
export interface ShownFigure {
  value: number
  members: string[][]
  years: number[]
}

/** The rows kept of what an SQL gave; a result may go on after them. */
const mostRows = 12

/**
 * What a result lacks of the expected rows, read row by row and from left to right; null where it has the same figures
 * (within 0.1%) in the same order, of the same members and years. Words that only explain a row are no members.
 */
export function firstDifference(expected: ExpectedRow[], shown: ShownFigure[]): string | null {
  const wanted = expected.flatMap(figuresOf)
  const longer = expected.length < mostRows && shown.length > wanted.length
  if (longer || shown.length < wanted.length)
    return `${wanted.length} figures expected, ${shown.length} shown`
  for (const [at, { value, words, years }] of wanted.entries()) {
    const { value: own, members, years: ownYears } = shown[at] as ShownFigure
    const place = `figure ${at + 1}: ${[...words, value].join(' ')} expected, ${members.flat().join(' ')} ${own} shown`
    if (!(Math.abs(own - value) <= Math.abs(value) * 0.001)) return place
    const unnamed = members.some(names => words.length > 0 && !words.some(word => isNameOf(word, names)))
    if (unnamed) return `${place}: another member`
    if (years.length > 0 && ownYears.some(year => !years.includes(year)))
      return `${place}: of ${years.join(', ')}, not ${ownYears.join(', ')}`
  }
  return null
}

/** The figures of a row, each with the row's words and years; a row of nothing but a year has that year as its figure. */
function figuresOf(row: ExpectedRow): { value: number; words: string[]; years: number[] }[] {
  const numbers = row.filter(cell => typeof cell === 'number')
  const figures = numbers.filter(cell => !isYear(cell))
  const texts = row.filter(cell => typeof cell === 'string')
  const years = [...numbers, ...texts.map(Number)].filter(isYear)
  const words = texts.filter(text => text !== '' && !isYear(Number(text)))
  if (figures.length === 0) return numbers.map(value => ({ value, words, years: [] }))
  return figures.map(value => ({ value, words, years }))
}

const isYear = (value: number) => Number.isInteger(value) && value >= 1990 && value <= 2035

/** 'traditional' and 'Traditional trade' are names of 'traditional_trade'. */
function isNameOf(word: string, names: string[]): boolean {
  const own = letters(word)
  return names.map(letters).some(name => name.startsWith(own) || own.startsWith(name))
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
