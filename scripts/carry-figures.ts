import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CsvRecord, formatCsv, parseCsv } from '../src/server/insights/csv.ts'

/** Edition of the figures; raised by hand when they are carried again from a newer compilation. */
const edition = '2026.1'
const firstYear = 2000
const lastYear = 2025
const limitedData = new Set(['ERI', 'SSD'])
/** Series of record and the second opinion that is compared with it; differences above this share are written down. */
const secondOpinions = [{ indicator: 'gdp_usd', other: 'gdp_usd_unsd', from: 2015 }]
const differenceFloor = 0.05

/** Reads the compiled figures in `from` and writes the project's own form of them to `to`. */
export function carryFigures(from: string, to: string): void {
  const read = (name: string) => parseCsv(readFileSync(join(from, name), 'utf8'))
  mkdirSync(to, { recursive: true })
  const files: Record<string, string> = {}
  const series = seriesOf(read('macro.csv'))
  files['countries.csv'] = countriesCsv(read('countries.csv'))
  files['macro.csv'] = macroCsv(series)
  files['indicators.csv'] = indicatorsCsv(corrected(read('indicators.csv')), series)
  files['differences.csv'] = differencesCsv(series)
  files['segments.csv'] = segmentsCsv(read('segments.csv'))
  files['key-players.csv'] = keyPlayersCsv(read('key_players.csv'))
  const hash = createHash('sha256')
  for (const name of Object.keys(files).sort()) {
    writeFileSync(join(to, name), files[name] as string)
    hash.update(`${name}\n${files[name]}`)
  }
  const about = {
    ...{ edition, first_year: firstYear, last_year: lastYear, figures_sha256: hash.digest('hex') },
    sets: carried('sets.csv'),
  }
  writeFileSync(join(to, 'edition.json'), `${JSON.stringify(about, null, 2)}\n`)
}

/** Lists kept by hand beside this script. */
const carried = (name: string): CsvRecord[] =>
  parseCsv(readFileSync(join(import.meta.dirname, 'carried', name), 'utf8'))

/** What the compilation says of an indicator and is not so, put right. */
function corrected(rows: CsvRecord[]): CsvRecord[] {
  const corrections = carried('indicator-corrections.csv')
  const known = new Set(rows.map(row => row.id))
  for (const { id } of corrections) if (!known.has(id)) throw new Error(`no indicator ${id} to correct`)
  return rows.map(row => ({
    ...row,
    ...Object.fromEntries(
      corrections.filter(({ id }) => id === row.id).map(({ field, value }) => [field, value]),
    ),
  }))
}

/** 'indicator,iso3' → year → figure as published. */
type Series = Map<string, Map<number, string>>

function seriesOf(rows: CsvRecord[]): Series {
  const series: Series = new Map()
  for (const { iso3, indicator, year, value } of rows) {
    const key = `${indicator},${iso3}`
    const years = series.get(key) ?? new Map<number, string>()
    if (years.has(Number(year))) throw new Error(`${key}: ${year} stands twice`)
    if (!Number.isFinite(Number(value))) throw new Error(`${key}: ${year} is no number: ${value}`)
    years.set(Number(year), value as string)
    series.set(key, years)
  }
  return series
}

const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at)

/** One line a series, a column a year: a changed figure is one changed line. */
function macroCsv(series: Series): string {
  const records = [...series.entries()].sort().map(([key, held]) => {
    const [indicator = '', iso3 = ''] = key.split(',')
    return { indicator, iso3, ...Object.fromEntries(years.map(year => [year, held.get(year) ?? ''])) }
  })
  return formatCsv(['indicator', 'iso3', ...years.map(String)], records)
}

function countriesCsv(rows: CsvRecord[]): string {
  const header = [...Object.keys(rows[0] ?? {}), 'limited_data']
  return formatCsv(
    header,
    rows.map(row => ({ ...row, limited_data: limitedData.has(row.iso3 ?? '') ? 'yes' : '' })),
  )
}

function indicatorsCsv(rows: CsvRecord[], series: Series): string {
  const header = [
    ...['id', 'name', 'unit', 'source', 'source_code', 'licence', 'decimals', 'higher_is'],
    ...['first_year', 'last_year', 'countries', 'notes'],
  ]
  const records = rows.map(row => {
    const held = [...series.entries()].filter(([key]) => key.split(',')[0] === row.id)
    const heldYears = held.flatMap(([, values]) => [...values.keys()])
    const countries = held.filter(([key]) => !limitedData.has(key.split(',')[1] ?? '')).length
    return { ...row, first_year: Math.min(...heldYears), last_year: Math.max(...heldYears), countries }
  })
  return formatCsv(header, records)
}

/** Where the second opinion differs by more than 5%: one line a country, with the years and the largest gap. */
function differencesCsv(series: Series): string {
  const records = secondOpinions.flatMap(({ indicator, other, from }) => {
    const countries = [...series.keys()]
      .filter(key => key.startsWith(`${indicator},`))
      .map(key => key.slice(-3))
    return countries.sort().flatMap(iso3 => {
      const [main, second] = [series.get(`${indicator},${iso3}`), series.get(`${other},${iso3}`)]
      return years.flatMap(year => {
        const [a, b] = [Number(main?.get(year) ?? Number.NaN), Number(second?.get(year) ?? Number.NaN)]
        if (year < from || !(Math.abs(b / a - 1) > differenceFloor)) return []
        return [{ indicator, iso3, year, other, other_is_percent: Math.round((b / a - 1) * 100) }]
      })
    })
  })
  return formatCsv(['indicator', 'iso3', 'year', 'other', 'other_is_percent'], records)
}

/** How the compiler came by a remark is no concern of the reader's. */
const plainNote = (note: string) =>
  note
    .replace(/,? ?(abstract |summary )?opened(?=\))/g, '')
    .replace(/; code not seen|\(code not seen\)|\(nearest seen\)/g, '')
    .replace(/COICOP leaf judged by us( \(.*\))?/g, '')
    .replace(/[;.,\s]+$/g, '')
    .trim()

function segmentsCsv(rows: CsvRecord[]): string {
  const header = Object.keys(rows[0] ?? {})
  return formatCsv(
    header,
    rows.map(row => ({
      ...row,
      notes: plainNote(row.notes ?? ''),
      gpc_brick_or_class: plainNote(row.gpc_brick_or_class ?? ''),
    })),
  )
}

/**
 * Rows without an address are kept as 'reported'; rows of low confidence are left behind. Notes that hold a remark of
 * the compiler or a firm's share of a market are replaced by what `player-notes.csv` says.
 */
function keyPlayersCsv(rows: CsvRecord[]): string {
  const shipped = new Map(carried('player-notes.csv').map(row => [row.note, row.shipped]))
  const notes = new Set(rows.map(row => row.note))
  for (const note of shipped.keys()) if (!notes.has(note)) throw new Error(`no such note: ${note}`)
  const header = ['segment', 'country', 'company', 'brand', 'owner_country', 'note', 'source', 'confidence']
  const records = rows
    .filter(row => row.confidence === 'high' || row.confidence === 'medium')
    .map(row => {
      const address = /^https?:\/\//.test(row.source ?? '') ? (row.source as string) : ''
      return {
        segment: row.segment ?? '',
        country: row.country_iso3 ?? '',
        company: row.company ?? '',
        brand: row.brand ?? '',
        owner_country: row.brand_owner_country ?? '',
        note: shipped.get(row.note ?? '') ?? row.note ?? '',
        source: address,
        confidence: row.confidence === 'high' && address !== '' ? 'fact' : 'reported',
      }
    })
  const order = (row: (typeof records)[number]) => `${row.segment} ${row.country} ${row.company} ${row.brand}`
  return formatCsv(
    header,
    records.sort((a, b) => (order(a) < order(b) ? -1 : 1)),
  )
}

if (import.meta.main) {
  const [from, to = join(import.meta.dirname, '..', 'data')] = process.argv.slice(2)
  if (!from) {
    process.stderr.write(
      'Usage: node scripts/carry-figures.ts <folder of the compiled figures> [data folder]\n',
    )
    process.exit(2)
  }
  carryFigures(from, to)
}
