import { parseArgs } from 'node:util'
import { type FakeScript, startFakeModelServer } from '../../src/server/testing/fake-model-server.ts'

/** The question that makes the model write so many words. */
export const questionOf = (words: number): string => `Describe the economy of Ghana in ${words} words`

const wordsInSentence = 12
const wordsInParagraph = 60
const queries = JSON.stringify({ text: 'show gdp_usd\ncut country GHA\ntime latest' })

/** A word for each place, in letters alone, so that nobody takes it for a figure and no two places look the same. */
function wordAt(place: number): string {
  const letters = [676, 26, 1].map(size => String.fromCharCode(97 + (Math.floor(place / size) % 26)))
  return `w${letters.join('')}`
}

function textOf(words: number): string {
  const written = Array.from({ length: words }, (_, place) => {
    const isLast = (place + 1) % wordsInSentence === 0 || place === words - 1
    const gap = (place + 1) % wordsInParagraph === 0 ? '\n\n' : ' '
    return `${wordAt(place)}${isLast ? '.' : ''}${gap}`
  })
  return `# The economy of Ghana.\n\n${written.join('').trim()}\n`
}

/** Asks for a figure first, as a model that follows its prompt does; then writes as many words as the question says. */
const script =
  (paceMs: number): FakeScript =>
  ({ messages }) => {
    if (messages.at(-1)?.role !== 'tool') return { calls: [{ name: 'run_queries', input: queries }] }
    const [, words = '20'] = /in (\d+) words/.exec(JSON.stringify(messages)) ?? []
    return { text: textOf(Number(words)), paceMs }
  }

/** A process of its own: `answer-model.ts --pace <ms between words>`; tells its address and ends with its parent. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { pace: { type: 'string', default: '80' } } })
  const server = await startFakeModelServer(script(Number(values.pace)))
  process.send?.({ url: server.url })
  process.once('disconnect', () => process.exit())
  // A terminal's Ctrl-C reaches the whole group; the parent decides when this ends.
  process.on('SIGINT', () => undefined)
}
