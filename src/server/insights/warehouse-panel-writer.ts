import { DOUBLE, DuckDBDataChunk, DuckDBInstance, UTINYINT } from '@duckdb/node-api'
import type { PanelCodes, PanelSink } from './sample-panel.ts'

/** Gathers the panel's rows and writes them as Parquet: every row, and the totals of country, segment and month. */
export interface PanelWriter {
  sink: PanelSink
  /**
   * Writes the panel, its totals by country, segment and month, its sums by year, and the figures of `macroFile`; answers
   * with the panel's rows.
   */
  write(files: PanelFiles, macroFile: string): Promise<{ rows: number }>
  close(): void
}

export interface PanelFiles {
  panel: string
  totals: string
  yearly: string
  /** The public figures, a row each: they stand beside the panel so that both load at the same speed. */
  figures: string
}

const chunkRows = 2048
const types = [UTINYINT, UTINYINT, UTINYINT, UTINYINT, UTINYINT, DOUBLE, DOUBLE, DOUBLE]
const rowGroupRows = 81_920

export async function createPanelWriter(codes: PanelCodes): Promise<PanelWriter> {
  // One thread, so that the same rows make the same bytes on every machine.
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', preserve_insertion_order: 'true' })
  const connection = await instance.connect()
  await connection.run(`CREATE TABLE rows (segment UTINYINT, country UTINYINT, month UTINYINT, brand UTINYINT,
    channel UTINYINT, value_lcu DOUBLE, value_usd DOUBLE, volume DOUBLE)`)
  const appender = await connection.createAppender('rows')
  const columns = types.map(() => new Float64Array(chunkRows))
  let filled = 0
  let rows = 0
  const flush = () => {
    if (filled === 0) return
    const chunk = DuckDBDataChunk.create(types, filled)
    for (const [place, column] of columns.entries()) {
      const vector = chunk.getColumnVector(place)
      for (let at = 0; at < filled; at++) vector.setItem(at, column[at] as number)
      vector.flush()
    }
    appender.appendDataChunk(chunk)
    rows += filled
    filled = 0
  }
  const sink: PanelSink = {
    add(...row) {
      for (let place = 0; place < row.length; place++)
        (columns[place] as Float64Array)[filled] = row[place] as number
      if (++filled === chunkRows) flush()
    },
  }
  return {
    sink,
    async write(files, macroFile) {
      flush()
      appender.closeSync()
      const copy = (select: string, file: string) =>
        connection.run(
          `COPY (${select}) TO ${text(file)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowGroupRows})`,
        )
      const parts = `${pick(codes.brands, 'brand')}, ${pick(codes.channels, 'channel')}`
      await copy(`SELECT ${place(codes)}, ${parts}, ${sums(false)} FROM rows`, files.panel)
      await copy(grouped(place(codes), 'segment, country, month'), files.totals)
      const years = `${pick(codes.segments, 'segment')}, ${pick(codes.countries, 'country')}, ${yearOf(codes)}, ${parts}`
      await copy(grouped(years, 'segment, country, year, brand, channel'), files.yearly)
      await copy(
        `SELECT indicator, iso3, year::SMALLINT AS year, value::DOUBLE AS value FROM (UNPIVOT
          (FROM read_csv(${text(macroFile)}, header = true, all_varchar = true)) ON COLUMNS('^[0-9]{4}$') INTO NAME year VALUE value)`,
        files.figures,
      )
      return { rows }
    },
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const pick = (list: string[], code: string, type = 'VARCHAR') =>
  `([${list.map(text).join(', ')}]::${type}[])[${code} + 1] AS ${code}`

const place = (codes: PanelCodes) =>
  [
    pick(codes.segments, 'segment'),
    pick(codes.countries, 'country'),
    pick(
      codes.months.map(month => `${month}-01`),
      'month',
      'DATE',
    ),
  ].join(', ')
const yearOf = (codes: PanelCodes) =>
  `(month // 12 + ${Number(codes.months[0]?.slice(0, 4))})::SMALLINT AS year`
const grouped = (select: string, keys: string) =>
  `SELECT ${select}, ${sums(true)} FROM rows GROUP BY ${keys.replace('year', 'month // 12')} ORDER BY ${keys.replace('year', 'month // 12')}`

/** Hundredths and whole units as exact numbers, so that no sum depends on its order. */
function sums(total: boolean): string {
  const exact = (name: string, type: string) =>
    total ? `sum(${name}::${type})::${type} AS ${name}` : `${name}::${type} AS ${name}`
  return [
    exact('value_lcu', 'DECIMAL(18, 2)'),
    exact('value_usd', 'DECIMAL(18, 2)'),
    exact('volume', 'BIGINT'),
  ].join(', ')
}
