import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** The margin that readers look for. */
const quietSquares = 4
/** Whole pixels, so that no square is wider than its neighbour. */
const squarePx = 4

/** A text as a QR code, drawn here: it goes to nobody who draws it for us. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: quietSquares })
  // Row by row, each run of dark squares as one stroke: a tenth of the length of a square each.
  const path = data.map((row, y) =>
    runsOf(row)
      .map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)
      .join(''),
  )
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      width={size * squarePx}
      height={size * squarePx}
      role="img"
      aria-label={label}
    >
      <path d={path.join('')} shapeRendering="crispEdges" />
    </svg>
  )
}

/** Where dark runs begin in a row, and how long they are. */
function runsOf(row: readonly boolean[]): [start: number, width: number][] {
  const runs: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  }
  return runs
}
