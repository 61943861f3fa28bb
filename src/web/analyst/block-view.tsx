import { type ComponentProps, memo, useMemo } from 'react'
import type { Block, Suggestion } from '../../contract/answer.ts'
import type { Source, Table } from '../../contract/result.ts'
import styles from './answer-view.module.css'
import { ChartFigure } from './chart-figure.tsx'
import { ClaimContext, type Claims, ClaimText } from './claim-text.tsx'
import { Disclosure } from './disclosure.tsx'
import { GapNote } from './gap-note.tsx'
import { MethodNote, SourceList } from './small-print.tsx'
import { AskBack, FollowUps } from './suggestions.tsx'
import { TableFigure } from './table-figure.tsx'
import { Tiles } from './tiles.tsx'

interface BlockProps {
  turnId: string
  block: Block
  /** The table a chart or table block draws from; null while it has not arrived. */
  table: Table | null
  sources: readonly Source[]
  openClaim: string | null
  onAsk: (picked: Suggestion) => void
}

interface BlockViewProps extends BlockProps {
  /** Those that this block speaks of. */
  claims: Claims
  onClaim: (claimId: string) => void
}

/** One block of an answer, drawn again only when something of its own has changed. */
export const BlockView = memo(function BlockView({ claims, onClaim, ...block }: BlockViewProps) {
  const actions = useMemo(() => ({ claims, onClaim }), [claims, onClaim])
  return (
    <ClaimContext value={actions}>
      <BlockParts {...block} />
    </ClaimContext>
  )
})

function BlockParts({ turnId, block, table, sources, openClaim, onAsk }: BlockProps) {
  switch (block.type) {
    case 'headline':
      return (
        <h2 className={styles.headline} data-checked={block.checked}>
          <ClaimText spans={block.spans} openClaim={openClaim} isChecked={block.checked} />
        </h2>
      )
    case 'tiles':
      return <Tiles tiles={block.tiles} openClaim={openClaim} />
    case 'chart':
      return table && <ChartFigure turnId={turnId} chart={block.chart} table={table} />
    case 'table':
      return table && <FoldingTable turnId={turnId} block={block} table={table} sources={sources} />
    case 'paragraph':
      return (
        <section className={styles.prose} data-checked={block.checked}>
          {block.heading && <h3 className={styles.heading}>{block.heading}</h3>}
          <p className={styles.text}>
            <ClaimText spans={block.spans} openClaim={openClaim} isChecked={block.checked} />
          </p>
        </section>
      )
    case 'list':
      return (
        <section className={styles.prose} data-checked={block.checked}>
          {block.heading && <h3 className={styles.heading}>{block.heading}</h3>}
          <ul className={styles.items}>
            {block.items.map((spans, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items keep their places, they only grow at the end
              <li key={place}>
                <bdi>
                  <ClaimText spans={spans} openClaim={openClaim} isChecked={block.checked} />
                </bdi>
              </li>
            ))}
          </ul>
        </section>
      )
    case 'gap':
      return <GapNote gap={block} onAsk={onAsk} />
    case 'ask':
      return <AskBack ask={block} onAsk={onAsk} />
    case 'method':
      return <MethodNote lines={block.lines} />
    case 'sources':
      return <SourceList ids={block.sources} sources={sources} />
    case 'followups':
      return <FollowUps items={block.items} onAsk={onAsk} />
  }
}

/** A table that a line above it speaks for unfolds on demand. */
function FoldingTable(props: ComponentProps<typeof TableFigure>) {
  const { fold, caption } = props.block
  if (!fold) return <TableFigure {...props} />
  return (
    <div className={styles.fold}>
      <Disclosure title={caption}>
        <TableFigure {...props} />
      </Disclosure>
    </div>
  )
}
