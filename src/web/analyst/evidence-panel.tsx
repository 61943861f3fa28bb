import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../charts/format.ts'
import { formatPeriod } from '../../charts/format-period.ts'
import type { Evidence } from '../../contract/chat.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorText } from '../platform/error-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Bone } from '../ui/spinner.tsx'
import { readRows } from './answer-calls.ts'
import { evidenceColumns } from './evidence-columns.ts'
import styles from './evidence-panel.module.css'
import { saveFile } from './save-file.ts'
import { ModelledTag } from './small-print.tsx'
import { TableRows } from './table-rows.tsx'

interface EvidencePanelProps {
  turnId: string
  claimId: string
  onClose: () => void
}

/** The rows, source, period and formula behind one figure. The frame around it holds focus and Escape. */
export function EvidencePanel({ turnId, claimId, onClose }: EvidencePanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['evidence', turnId, claimId],
    queryFn: ({ signal }) => readRows(turnId, claimId, signal),
    // Rows of a stored answer do not change.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2 className={styles.title}>Evidence</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {data ? (
        <Shown key={claimId} turnId={turnId} evidence={data} />
      ) : error ? (
        <div className={styles.section} role="alert">
          <p>{error instanceof ApiError ? errorText[error.code] : 'The rows could not be loaded.'}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : (
        <div className={styles.section} aria-busy="true">
          <Bone width="70%" />
          <Bone width="50%" height={34} />
          <Bone height={160} />
        </div>
      )}
    </div>
  )
}

function Shown({ turnId, evidence }: { turnId: string; evidence: Evidence }) {
  const { claim, table, row, column } = evidence
  const value = typeof evidence.value === 'number' ? evidence.value : claim.value
  const big = formatNumber(value, claim.unit, column.decimals, { compact: true, withUnit: true })
  const formulas = [claim.formula ?? column.formula, ...table.computed].filter(text => text !== null)
  return (
    <>
      <section className={styles.section} aria-live="polite">
        <p className={styles.what}>
          {[claim.measure, claim.entity, claim.period].filter(Boolean).join(', ')}
        </p>
        <p className={styles.big}>{big}</p>
        {!big.includes(claim.shown) && <p>Shown as {claim.shown}</p>}
      </section>
      <section className={styles.section}>
        <TableRows
          table={table}
          columns={evidenceColumns(table, column.key)}
          hit={{ row, column: column.key }}
        />
      </section>
      <section className={styles.section}>
        <Facts evidence={evidence} value={value} />
        {table.flags.map(flag => (
          <p key={flag} className={styles.flag}>
            {flag}
          </p>
        ))}
      </section>
      <section className={styles.section}>
        <h3 className={styles.what}>How it was computed</h3>
        <ul className={styles.steps}>
          {[...new Set(formulas)].map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Button
          look="link"
          className={styles.save}
          onClick={() => void saveFile({ turnId, format: 'csv', name: table.title, table: table.id })}
        >
          Download rows (CSV)
        </Button>
      </section>
    </>
  )
}

function Facts({ evidence, value }: { evidence: Evidence; value: number }) {
  const { claim, table, column, sources } = evidence
  const modelledFirst = sources.toSorted((a, b) => Number(b.modelled) - Number(a.modelled))
  const exact = formatNumber(value, claim.unit, column.decimals, { withUnit: true })
  return (
    <dl className={styles.facts}>
      <dt>Measure</dt>
      <dd>{claim.measure}</dd>
      <dt>Exactly</dt>
      <dd className="num">{exact}</dd>
      <dt>Period</dt>
      <dd>{claim.period || (table.period ? formatPeriod(table.period) : '')}</dd>
      {table.coverage && <dt>Coverage</dt>}
      {table.coverage && (
        <dd>
          {table.coverage.held} of {table.coverage.of} {table.coverage.what}
        </dd>
      )}
      {modelledFirst.map(source => (
        <div key={source.id} className={styles.fact}>
          <dt>Source</dt>
          <dd>
            {source.name} {source.modelled && <ModelledTag />}
            <span className={styles.small}>
              {[source.detail, source.licence].filter(Boolean).join(' · ')}
            </span>
          </dd>
        </div>
      ))}
      <dt>Data</dt>
      <dd>{evidence.data_version}</dd>
    </dl>
  )
}
