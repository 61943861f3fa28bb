import type { ReactNode } from 'react'

const tile = 54
const step = 58
const threads = { marigold: '#e8a317', clay: '#b84a2b', paper: '#faf8f3', deep: '#0a4a3e', leaf: '#0f6b59' }
const accents = [threads.marigold, threads.clay, threads.paper] as const

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
  const tiles: ReactNode[] = []
  for (let y = 0; y < rows; y++) {
    const opacity = y < fadeFrom ? 1 : Math.max(0, 1 - (y - fadeFrom + 1) * 0.28)
    for (let x = 0; x < columns; x++) {
      const drawn = weave(chance(), x * step, y * step)
      if (drawn && opacity > 0) {
        tiles.push(
          <g key={`${x}.${y}`} opacity={opacity}>
            {drawn}
          </g>,
        )
      }
    }
  }
  return (
    <svg
      className={className}
      viewBox={`0 0 ${columns * step - 4} ${rows * step - 4}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      focusable="false"
    >
      {tiles}
    </svg>
  )
}

/** Half of the tiles plain, a fifth with the zigzag, a few in an accent, the rest bare ground. */
function weave(chance: number, x: number, y: number): ReactNode {
  const square = (fill: string) => <rect x={x} y={y} width={tile} height={tile} rx={8} fill={fill} />
  if (chance < 0.5) return square(Math.floor(chance * 20) % 2 === 0 ? threads.deep : threads.leaf)
  if (chance < 0.72) {
    return (
      <>
        {square(threads.leaf)}
        <path
          d={`M${x + 8} ${y + 34}l9.5-9.5 9.5 9.5 9.5-9.5 9.5 9.5`}
          fill="none"
          stroke={threads.marigold}
          strokeWidth={3}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </>
    )
  }
  if (chance < 0.8) return square(accents[Math.floor(chance * 100) % 3] ?? threads.marigold)
  return null
}
