import { escapeHtml } from '../src/server/platform/escape-html.ts'
import type { Asked } from './ask-questions.ts'
import type { Summary, Tally } from './summary.ts'

const styles = `body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:0 0 1.5rem}th,td{padding:.15rem .7rem;text-align:right}
th:first-child,td:first-child{text-align:left}tr:nth-child(even){background:#f3f3f3}
details{border-top:1px solid #ccc;padding:.4rem 0}summary{cursor:pointer}pre{white-space:pre-wrap}`

/** The result as one page: the tables of figures, then each question that was not answered right, wrong ones first. */
export function evalPage(summary: Summary, asked: readonly Asked[]): string {
  const { all, ms, paid_for_wrong } = summary
  const order = ['wrong', 'needless', 'partly']
  const misses = order.flatMap(verdict => asked.filter(one => one.verdict === verdict))
  const parts = [
    '<h1>The analyst on its questions</h1>',
    `<p>${all.n} questions in ${(ms.all / 1000).toFixed(1)} s, ${ms.p50} ms in the middle, ${ms.p95} ms for the
     slowest twentieth. Credits taken for wrong answers: ${paid_for_wrong}.</p>`,
    tableOf('All', { all }),
    tableOf('Path', summary.by_path),
    tableOf('Kind', summary.by_kind),
    tableOf('Language', summary.by_lang),
    tableOf('Form', summary.by_form),
    tableOf('Persona', summary.by_persona),
    '<h2>Not right</h2>',
    ...misses.map(missOf),
  ]
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>The analyst on its questions</title>
<style>${styles}</style><body>${parts.join('\n')}</body></html>\n`
}

const columns = ['n', 'right', 'partly', 'wrong', 'needless', 'score'] as const

function tableOf(title: string, groups: Record<string, Tally>): string {
  const rows = Object.entries(groups).map(
    ([name, own]) =>
      `<tr><td>${escapeHtml(name)}</td>${columns.map(column => `<td>${own[column]}</td>`).join('')}</tr>`,
  )
  const head = [title, ...columns].map(text => `<th>${text}</th>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function missOf({ question, verdict, faults, text, version }: Asked): string {
  const { id, form, lang } = question
  const gold = question.accept.map(({ read, rows }) => `${read}: ${JSON.stringify(rows)}`).join('\n')
  const title = `${verdict} · ${id} · ${form}, ${lang}, document ${version ?? 'none'} · ${question.question}`
  return `<details><summary dir="auto">${escapeHtml(title)}</summary>
<p>${escapeHtml(faults.join('; '))}</p><pre dir="auto">${escapeHtml(gold)}</pre>
<pre dir="auto">${escapeHtml(text.slice(0, 1500))}</pre></details>`
}
