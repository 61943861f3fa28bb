import type { TurnEvent } from '../../src/contract/turn-event.ts'
import { seededRandom } from '../../src/server/insights/seeded-random.ts'
import { type FakeScript, usualScript } from '../../src/server/testing/fake-model-server.ts'

/** How much is written, and the words it ends with. */
export const longAnswerCharacters = 20_000
export const lastWords = 'Here the answer ends.'

const words =
  'the market grows where shops are near and prices stay within what a household can spend in a week so makers of soap tea oil and rice sell smaller packs through kiosks while towns with wide roads see more of their trade move into modern stores whose shelves hold what is known and paid for on the day'.split(
    ' ',
  )

/** A model that asks for one figure and then writes 20,000 characters, with the figure in some of its sentences. */
export function longScript(paceMs: number): FakeScript {
  const usual = usualScript()
  return (call, at) => {
    const told = call.messages.at(-1)
    if (told?.role !== 'tool') return usual(call, at)
    const [figure = ''] = /US\$ [\d.]+(?:bn|m)/.exec(String(told.content)) ?? []
    return { text: longText(figure), paceMs }
  }
}

function longText(figure: string): string {
  const random = seededRandom(1, 'long answer')
  const sentence = (count: number) => {
    const picked = Array.from(
      { length: count },
      () => words[Math.floor(random.uniform() * words.length)] ?? '',
    )
    const text = picked.join(' ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const paragraphs: string[] = []
  let length = 0
  while (length < longAnswerCharacters - lastWords.length) {
    const sentences = Array.from({ length: 4 }, () => sentence(10 + Math.floor(random.uniform() * 8)))
    if (paragraphs.length % 4 === 1) sentences.push(`GDP of Ghana came to ${figure}.`)
    const text = sentences.join(' ').slice(0, longAnswerCharacters - lastWords.length - length)
    length += text.length
    paragraphs.push(`${paragraphs.length % 5 === 2 ? '## On the way of trade\n' : ''}${text}`)
  }
  return `# GDP of Ghana is ${figure}.\n\n${paragraphs.join('\n\n')} ${lastWords}\n`
}

/** The same events with each delta cut into its words: what a model sends, before anything gathered it. */
export function wordByWord(events: readonly TurnEvent[]): TurnEvent[] {
  return events.flatMap(event => {
    if (event.event !== 'delta') return [event]
    const pieces = event.data.text.match(/\S+\s*|\s+/g) ?? []
    return pieces.map((text): TurnEvent => ({ event: 'delta', data: { ...event.data, text } }))
  })
}
