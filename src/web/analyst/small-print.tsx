import { modelledLabel } from '../../contract/modelled-label.ts'
import type { Source } from '../../contract/result.ts'
import { Disclosure } from './disclosure.tsx'
import styles from './small-print.module.css'

/** How it was computed and how the question was read. */
export function MethodNote({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <Disclosure title="Method and assumptions">
      <ul className={styles.lines}>
        {lines.map(line => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** The publishers behind the figures. Addresses are text: a second tab would end this one's session. */
export function SourceList({ ids, sources }: { ids: readonly string[]; sources: readonly Source[] }) {
  const named = ids.flatMap(id => sources.find(source => source.id === id) ?? [])
  if (named.length === 0) return null
  return (
    <Disclosure title={named.length === 1 ? 'Source' : `${named.length} sources`}>
      <ul className={styles.sources}>
        {named.map(source => (
          <li key={source.id}>
            <strong className={styles.name}>{source.name}</strong> {source.modelled && <ModelledTag />}
            <span className={styles.detail}>
              {[source.detail, source.licence].filter(Boolean).join(' · ')}
            </span>
            {source.url && <span className={styles.address}>{source.url}</span>}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** Stands wherever the modelled panel speaks. */
export const ModelledTag = () => <span className={styles.tag}>{modelledLabel}</span>
