import type { SVGProps } from 'react'

const step = 58
const accents = ['marigold', 'clay', 'paper'] as const
const looks = {
  deep: { fill: '#0a4a3e' },
  leaf: { fill: '#0f6b59' },
  marigold: { fill: '#e8a317' },
  clay: { fill: '#b84a2b' },
  paper: { fill: '#faf8f3' },
  zigzag: {
    fill: 'none',
    stroke: '#e8a317',
    strokeWidth: 3,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  },
} as const satisfies Record<string, SVGProps<SVGPathElement>>
type Thread = keyof typeof looks

interface WovenTilesProps {
  columns: number
  rows: number
  /** Row from which the cloth fades away downwards; none by default. */
  fadeFrom?: number
  /** Same number, same cloth. */
  seed?: number
  className?: string | undefined
}

/** The product's cloth: a grid of rounded tiles, some with the mark's zigzag. Always the same for one seed. */
export function WovenTiles({ columns, rows, fadeFrom = rows, seed = 7, className }: WovenTilesProps) {
  let state = seed
  const chance = () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
  // Tiles of one thread are one path: hundreds of elements would be felt on a phone while the screen comes up.
  const cloth = new Map<number, Map<Thread, string>>()
  for (let y = 0; y < rows; y++) {
    const opacity = y < fadeFrom ? 1 : Math.max(0, 1 - (y - fadeFrom + 1) * 0.28)
    const paths = cloth.get(opacity) ?? new Map<Thread, string>()
    for (let x = 0; x < columns; x++) {
      for (const [thread, path] of weave(chance(), x * step, y * step)) {
        paths.set(thread, (paths.get(thread) ?? '') + path)
      }
    }
    if (opacity > 0) cloth.set(opacity, paths)
  }
  return (
    <svg
      className={className}
      viewBox={`0 0 ${columns * step - 4} ${rows * step - 4}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      focusable="false"
    >
      {[...cloth].map(([opacity, paths]) => (
        <g key={opacity} opacity={opacity}>
          {[...paths].map(([thread, path]) => (
            <path key={thread} d={path} {...looks[thread]} />
          ))}
        </g>
      ))}
    </svg>
  )
}

/** Half of the tiles plain, a fifth with the zigzag, a few in an accent, the rest bare ground. Undermost first. */
function weave(chance: number, x: number, y: number): [Thread, string][] {
  const square = `M${x + 8} ${y}h38a8 8 0 0 1 8 8v38a8 8 0 0 1-8 8h-38a8 8 0 0 1-8-8v-38a8 8 0 0 1 8-8z`
  if (chance < 0.5) return [[Math.floor(chance * 20) % 2 === 0 ? 'deep' : 'leaf', square]]
  if (chance < 0.72) {
    return [
      ['leaf', square],
      ['zigzag', `M${x + 8} ${y + 34}l9.5-9.5 9.5 9.5 9.5-9.5 9.5 9.5`],
    ]
  }
  if (chance < 0.8) return [[accents[Math.floor(chance * 100) % 3] ?? 'marigold', square]]
  return []
}
