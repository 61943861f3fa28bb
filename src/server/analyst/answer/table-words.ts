import type { TableWords } from '../../../contract/answer.ts'
import { textOf } from '../claims/result-set.ts'
import type { AskToWrite } from '../write-ask.ts'
import { writingsOf } from './write-ask.ts'
import { inPeriod, nounOf, topicOf, type Writing } from './writing.ts'

/** What the titles, heads and names of the tables of an answer are called in its language; nothing in English. */
export function tableWordsOf(input: AskToWrite): TableWords {
  if (input.lang === 'en') return {}
  return Object.assign({}, ...writingsOf(input).map(wordsOf))
}

function wordsOf(w: Writing): TableWords {
  const { view, messages, words } = w
  const { table, shown, naming, rows } = view
  const capital = (text: string) => text.charAt(0).toLocaleUpperCase(messages.tag) + text.slice(1)
  const [first] = shown
  const nouns = shown.map((one, at) => (at === 0 ? nounOf(w, one) : topicOf(w, one)))
  const period = first && !view.isOverTime ? inPeriod(w, rows[0] ?? 0, first) : ''
  const said: TableWords = { [table.title]: capital(`${messages.textList(nouns)}${period}`) }
  for (const { key, of, as } of shown) {
    const label = table.columns.find(column => column.key === key)?.label
    if (label !== undefined && as === null) said[label] = capital(String(words.noun(of)))
  }
  for (const { key, label, kind } of table.columns)
    if (naming.includes(key) || kind === 'period') said[label] = messages.text('column', { key })
  for (const key of naming)
    for (const row of rows) {
      const name = textOf(table, row, key)
      if (name !== null && name !== '') said[name] = capital(view.name(row, [key]).text)
    }
  return said
}
