import type { Plan } from '../../../contract/plan.ts'
import type { Cell } from '../../../contract/result.ts'
import type { Country, Measure, Term } from '../catalogue-shape.ts'
import { number, periodColumn, text } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { quoted } from './panel-sums.ts'
import { PlanError } from './plan-error.ts'

/** What a word or a measure means, how it is computed, and whether it is held. */
export function runDefinition(run: EngineRun, plan: Plan): void {
  const term = plan.term ? findTerm(run, plan.term) : undefined
  const measures = plan.measures.flatMap(id => run.catalogue.measure(id) ?? [])
  if (!term && measures.length === 0)
    throw new PlanError('missing', 'term', 'a definition needs a term or a measure')
  const rows: Cell[][] = [
    ...(term ? [[term.name, term.meaning, term.formula, term.held ? 'held' : 'not held', '']] : []),
    ...measures.map((measure): Cell[] => [
      measure.name,
      measure.kind === 'figure' ? `${measure.name}, in ${measure.unit}.` : measure.detail,
      measure.kind === 'figure' ? '' : measure.detail,
      `${measure.coverage.firstYear}–${measure.coverage.lastYear}, ${measure.coverage.countries} of 52 countries`,
      [`${measure.source} (${measure.licence})`, measure.detail, measure.note]
        .filter(part => part !== '')
        .join(' · '),
    ]),
  ]
  run.add({
    role: 'definition',
    title: `What ${term?.name ?? measures[0]?.name} means`,
    columns: [
      text('term', 'Term'),
      text('meaning', 'Meaning'),
      text('formula', 'Formula'),
      text('held', 'Held'),
      text('source', 'Source'),
    ],
    rows,
    measures,
    countries: [],
    spans: [],
    coverage: null,
  })
}

/** By id, name or synonym, whatever the case. */
function findTerm(run: EngineRun, asked: string): Term | undefined {
  const wanted = asked.trim().toLowerCase()
  return (
    run.catalogue.term(asked) ??
    run.catalogue.terms.find(
      term => term.name.toLowerCase() === wanted || term.synonyms.some(word => word.toLowerCase() === wanted),
    )
  )
}

/** What is held: themes of figures with their years and coverage, the panel, the key players; for a country its own. */
export async function runHoldings(run: EngineRun, plan: Plan): Promise<void> {
  addThemes(run)
  addCounts(run)
  for (const iso3 of plan.countries.slice(0, 3))
    await addCountryHoldings(run, run.catalogue.country(iso3) as Country)
}

const byTheme = (run: EngineRun): [string, Measure[]][] => [
  ...Map.groupBy(run.catalogue.measures, measure => measure.theme).entries(),
]

function addThemes(run: EngineRun): void {
  run.add({
    role: 'holdings',
    title: 'What is held, by theme',
    columns: [
      text('theme', 'Theme'),
      number('measures', 'Measures', 'measures', 0),
      ...[periodColumn('first_year', 'From'), periodColumn('last_year', 'To')],
      number('countries', 'Countries', 'countries', 0, 'most countries that any measure of the theme holds'),
      text('examples', 'Among them'),
    ],
    rows: byTheme(run).map(([theme, measures]): Cell[] => [
      ...[theme, measures.length],
      String(Math.min(...measures.map(measure => measure.coverage.firstYear))),
      String(Math.max(...measures.map(measure => measure.coverage.lastYear))),
      Math.max(...measures.map(measure => measure.coverage.countries)),
      measures
        .slice(0, 4)
        .map(measure => measure.name)
        .join('; '),
    ]),
    measures: run.catalogue.measures,
    countries: [],
    spans: [],
    coverage: null,
    flags: [],
  })
}

function addCounts(run: EngineRun): void {
  const { catalogue } = run
  const facts = catalogue.keyPlayers.filter(player => player.confidence === 'fact').length
  const counts: [string, number][] = [
    ['Countries covered in full', catalogue.group('africa')?.members.length ?? 0],
    ['Countries with limited data', catalogue.countries.filter(country => country.limitedData).length],
    ['Macro indicators', catalogue.measures.filter(measure => measure.kind === 'figure').length],
    ['Consumer goods segments', catalogue.segments.length],
    ['Departments of segments', catalogue.departments.filter(department => !department.umbrella).length],
    ['Measures of the retail panel', catalogue.measures.filter(measure => measure.kind === 'panel').length],
    ['Sales channels', catalogue.channels.length],
    ['Named groups of countries', catalogue.groups.length],
    ['Key-player facts with a source', facts],
  ]
  run.add({
    role: 'summary',
    title: `What is held, counted; the panel runs from ${catalogue.panel.from} to ${catalogue.panel.to}`,
    columns: [text('what', 'What'), number('count', 'Count', null, 0)],
    rows: counts,
    measures: [],
    countries: [],
    spans: [],
    coverage: null,
  })
}

async function addCountryHoldings(run: EngineRun, country: Country): Promise<void> {
  const rows = await run.ask(
    `SELECT indicator, max(year)::INTEGER AS last_year FROM figures WHERE iso3 = ${quoted([country.iso3])} GROUP BY indicator`,
  )
  const last = new Map(rows.map(row => [String(row.indicator), Number(row.last_year)]))
  const themes = byTheme(run).filter(([, measures]) => measures.every(measure => measure.kind === 'figure'))
  run.add({
    role: 'country_holdings',
    title: `What is held for ${country.name}`,
    columns: [
      text('theme', 'Theme'),
      number('measures_held', 'Measures held', 'measures', 0),
      number('measures', 'Of', 'measures', 0),
      periodColumn('last_year', 'Latest year'),
    ],
    rows: themes.map(([theme, measures]): Cell[] => {
      const held = measures.flatMap(measure => last.get(measure.id) ?? [])
      return [theme, held.length, measures.length, held.length > 0 ? String(Math.max(...held)) : null]
    }),
    measures: themes.flatMap(([, measures]) => measures),
    countries: [country.iso3],
    spans: [],
    coverage: { held: last.size, of: themes.flatMap(([, measures]) => measures).length, what: 'indicators' },
    flags: country.limitedData
      ? [
          `${country.name}: limited data, not one of the 52 countries covered in full; the retail panel does not hold it.`,
        ]
      : [],
  })
}
