import type { Cell, Column, Table } from '../contract/result.ts'

/** Where a table that holds one fact a row says its units and decimals. */
export interface FactPlaces {
  readonly unit: number
  /** -1 where it does not say them. */
  readonly decimals: number
}

/** A table of facts, one a row, names each figure's unit in a column 'unit'; null for a table of one unit a column. */
export function factPlaces(table: Table): FactPlaces | null {
  const unit = table.columns.findIndex(column => column.key === 'unit' && column.kind === 'text')
  return unit === -1 ? null : { unit, decimals: table.columns.findIndex(column => column.key === 'decimals') }
}

/** The column as one row means it: with that row's unit and decimals, where the figure takes them from its row. */
export function columnInRow(column: Column, row: readonly Cell[], places: FactPlaces | null): Column {
  if (!places || !isFactFigure(column)) return column
  const unit = row[places.unit]
  const decimals = row[places.decimals]
  return {
    ...column,
    unit: typeof unit === 'string' ? unit : null,
    decimals: typeof decimals === 'number' ? decimals : column.decimals,
  }
}

/** A figure without unit and decimals of its own takes those of its row. */
export const isFactFigure = (column: Column): boolean =>
  column.kind === 'number' && column.unit === null && column.decimals === null
