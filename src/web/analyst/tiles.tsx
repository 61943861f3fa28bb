import type { Tile } from '../../contract/answer.ts'
import { ClaimText } from './claim-text.tsx'
import styles from './tiles.module.css'

/** The figures that give the size of it: four across, two by two on phones. */
export function Tiles({ tiles, openClaim }: { tiles: readonly Tile[]; openClaim: string | null }) {
  return (
    <dl className={styles.tiles} data-count={tiles.length}>
      {tiles.map(tile => (
        <div key={tile.label} className={styles.tile}>
          <dt className={styles.label}>{tile.label}</dt>
          <dd className={styles.figure} data-long={tile.figure.text.length > 10}>
            <ClaimText spans={[tile.figure]} openClaim={openClaim} look="quiet" />
          </dd>
          <dd className={styles.note} data-tone={tile.tone}>
            <ClaimText spans={tile.note} openClaim={openClaim} look="quiet" />
          </dd>
        </div>
      ))}
    </dl>
  )
}
