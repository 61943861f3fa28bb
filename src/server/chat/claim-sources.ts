import type { Column, Source, Table } from '../../contract/result.ts'

/** The sources behind one figure, each with only the series that the figure rests on. */
export function claimSources(
  sources: readonly Source[],
  table: Table,
  { column, row }: { column: Column; row: number },
): Source[] {
  const behind = measuresOf(table, column, row).flatMap(id => table.origins?.[id] ?? [])
  if (behind.length === 0) return sources.filter(({ id }) => table.sources.includes(id))
  return sources.flatMap(source => {
    const own = behind.filter(origin => origin.source === source.id)
    if (own.length === 0) return []
    const series = [...new Set(own.map(origin => origin.series))].filter(Boolean).join(', ')
    return [{ ...source, detail: series || source.detail }]
  })
}

/** In a table of facts the row names the measure; a computed column names those it rests on, or rests on all. */
function measuresOf(table: Table, column: Column, row: number): string[] {
  if (column.measure !== null) return [column.measure]
  if (column.of) return column.of
  const named = table.rows[row]?.[table.columns.findIndex(({ key }) => key === 'measure_id')]
  return typeof named === 'string' && table.origins?.[named] ? [named] : Object.keys(table.origins ?? {})
}
