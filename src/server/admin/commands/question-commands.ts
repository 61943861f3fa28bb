import { type OpenPointCount, openPointCounts } from '../../chat/chat.ts'
import { type Call, type Command, textOption, wholeNumber } from '../command.ts'
import { columns } from '../plain-text.ts'

export const questionCommands: readonly Command[] = [
  {
    name: 'questions',
    words: [],
    says: 'List what questions were not answered for: words not understood, things without figures, meanings left open.',
    more: ['Only counts are kept, for a year: not who asked, nor the questions.'],
    options: {
      days: { value: '<number>', says: 'of so many days, 30 without it' },
      least: { value: '<number>', says: 'what was met at least so often, twice without it' },
      limit: { value: '<number>', says: 'at most so many, 50 without it, never more than 500' },
    },
    run: list,
  },
]

const reasons: Record<OpenPointCount['why'], string> = {
  unread: 'not understood',
  unplaced: 'understood, not computed',
  not_available: 'no figures',
  left_open: 'asked back',
}

async function list(call: Call) {
  const number = (name: string, usual: number, highest: number) =>
    wholeNumber(textOption(call, name) ?? String(usual), `--${name}`, 1, highest)
  const wanted = { days: number('days', 30, 366), least: number('least', 2, 1_000_000) }
  const atMost = number('limit', 50, 500)
  const points = await openPointCounts(await call.tools.openDatabase(), { ...wanted, atMost })
  const rows = points.map(({ why, lang, words, times }) => [String(times), reasons[why], lang, words])
  const lines =
    rows.length > 0 ? columns(['Times', 'Why', 'Language', 'Words'], rows) : ['Nothing was met so often']
  return { data: { points }, lines }
}
