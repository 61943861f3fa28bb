import { memo, useMemo } from 'react'
import { chartInWords, tableInWords } from '../../charts/in-words.ts'
import type { Block, Suggestion, TableWords } from '../../contract/answer.ts'
import type { Source, Table } from '../../contract/result.ts'
import type { AnswerParts } from './answer-parts.ts'
import styles from './answer-view.module.css'
import { claimsIn, openIn } from './block-claims.ts'
import { BlockView } from './block-view.tsx'

interface AnswerViewProps {
  turnId: string
  answer: AnswerParts
  /** The claim whose rows are open, or null. */
  openClaim: string | null
  onClaim: (claimId: string) => void
  /** Sends a question that the answer offers. */
  onAsk: (picked: Suggestion) => void
}

/** An answer as a document. A finished block is not drawn again while the rest arrives. */
export const AnswerView = memo(function AnswerView(props: AnswerViewProps) {
  const { turnId, answer, openClaim, onClaim, onAsk } = props
  const { claims, blocks } = answer
  const tables = useMemo(
    () => new Map(answer.tables.map(table => [table.id, tableInWords(table, answer.table_words)])),
    [answer.tables, answer.table_words],
  )
  const sources = useSources(answer.sources)
  return (
    <div className={styles.document} {...languageOf(answer)}>
      {blocks.map((block, place) => (
        <BlockView
          // biome-ignore lint/suspicious/noArrayIndexKey: a block that is replaced is the same block, checked
          key={place}
          turnId={turnId}
          block={inWords(block, answer.table_words)}
          table={tableOf(block, tables)}
          sources={block.type === 'sources' || block.type === 'table' ? sources : none}
          claims={claimsIn(block, claims)}
          openClaim={openClaim === null ? null : openIn(block, openClaim)}
          onClaim={onClaim}
          onAsk={onAsk}
        />
      ))}
    </div>
  )
})

/** How words are read out and which way they run, where they may be in another language than the page. */
const languageOf = ({ lang }: AnswerParts) =>
  lang === null ? {} : { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' }

const named = new WeakMap<Block, Block>()

/** A caption may be its table's title, and a chart finds its rows by their names; the same block stays the same. */
function inWords(block: Block, words: TableWords): Block {
  const isOfTable = block.type === 'chart' || block.type === 'table'
  if (!isOfTable || Object.keys(words).length === 0) return block
  const known = named.get(block)
  if (known) return known
  const made =
    block.type === 'chart'
      ? { ...block, chart: chartInWords(block.chart, words) }
      : { ...block, caption: words[block.caption] ?? block.caption }
  named.set(block, made)
  return made
}

const none: readonly Source[] = []

/** The same list while its members are the same: each event of a running answer brings a new array. */
function useSources(sources: readonly Source[]): readonly Source[] {
  const key = sources.map(source => source.id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list
  return useMemo(() => sources, [key])
}

const tableOf = (block: Block, tables: ReadonlyMap<string, Table>): Table | null => {
  if (block.type === 'chart') return tables.get(block.chart.table) ?? null
  return block.type === 'table' ? (tables.get(block.table) ?? null) : null
}
