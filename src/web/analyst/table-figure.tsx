import { memo, useId } from 'react'
import { formatPeriod } from '../../charts/format-period.ts'
import type { BlockOf } from '../../contract/answer.ts'
import type { Source, Table } from '../../contract/result.ts'
import { MenuButton } from '../ui/menu-button.tsx'
import styles from './figure.module.css'
import { saveFile } from './save-file.ts'
import { ModelledTag } from './small-print.tsx'
import { TableRows } from './table-rows.tsx'

interface TableFigureProps {
  turnId: string
  block: BlockOf<'table'>
  table: Table
  sources: readonly Source[]
}

/** Sources named under a table; all of them stand at the answer's end. */
const mostNamed = 3

/** 'World Bank WDI · 2019–2025 · 52 of 54 countries'. */
function footerOf(table: Table, sources: readonly Source[]): string {
  const behind = sources.filter(source => table.sources.includes(source.id))
  const named = behind.toSorted((a, b) => Number(b.modelled) - Number(a.modelled)).map(source => source.name)
  // One more is named rather than counted.
  const few =
    named.length > mostNamed + 1
      ? [...named.slice(0, mostNamed), `${named.length - mostNamed} more sources`]
      : named
  const period = table.period ? formatPeriod(table.period) : ''
  const { coverage } = table
  const held = coverage ? `${coverage.held} of ${coverage.of} ${coverage.what}` : ''
  return [...few, period, held].filter(Boolean).join(' · ')
}

/** A table of the answer with its caption and its files. */
export const TableFigure = memo(function TableFigure({ turnId, block, table, sources }: TableFigureProps) {
  const captionId = useId()
  const columns = block.columns.length > 0 ? block.columns : table.columns.map(column => column.key)
  const entries = (['csv', 'xlsx'] as const).map(format => ({
    kind: 'action' as const,
    label: format === 'csv' ? 'Rows as CSV' : 'Rows as Excel',
    run: () => void saveFile({ turnId, format, name: block.caption || table.title, table: table.id }),
  }))
  return (
    <figure className={styles.figure} aria-labelledby={captionId}>
      <figcaption id={captionId} className={styles.caption}>
        <bdi>{block.caption || table.title}</bdi>
      </figcaption>
      <TableRows table={table} columns={columns} />
      <div className={styles.foot}>
        <span className={styles.source}>
          {table.modelled && <ModelledTag />}
          <span>{footerOf(table, sources)}</span>
        </span>
        <span className={styles.actions}>
          <MenuButton label={`Download ${block.caption}`} className={styles.action} entries={entries}>
            Download
          </MenuButton>
        </span>
      </div>
    </figure>
  )
})
