import { memo, useId } from 'react'
import type { BlockOf } from '../../contract/answer.ts'
import type { Table } from '../../contract/result.ts'
import { MenuButton } from '../ui/menu-button.tsx'
import styles from './figure.module.css'
import { saveFile } from './save-file.ts'
import { ModelledTag } from './small-print.tsx'
import { TableRows } from './table-rows.tsx'

interface TableFigureProps {
  turnId: string
  block: BlockOf<'table'>
  table: Table
}

/** A table of the answer with its caption and its files. */
export const TableFigure = memo(function TableFigure({ turnId, block, table }: TableFigureProps) {
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
        {block.caption || table.title}
      </figcaption>
      <TableRows table={table} columns={columns} />
      <div className={styles.foot}>
        <span className={styles.source}>
          {table.modelled && <ModelledTag />}
          {table.coverage && (
            <span>
              {table.coverage.held} of {table.coverage.of} {table.coverage.what}
            </span>
          )}
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
