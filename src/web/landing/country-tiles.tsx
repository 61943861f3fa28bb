import { africaColumns, africaRows, africaTiles } from '../../charts/africa-tiles.ts'
import { formatNumber } from '../../charts/format.ts'
import { stepOf, tileSteps } from '../../charts/tile-steps.ts'
import { type CountryGrowth, countryCount, landingFigures } from './landing-figures.ts'

const { years, countries } = landingFigures.growth
const pitch = 61
const size = 57
/** One scale for all years, so that a colour means the same in each. */
const steps = tileSteps(countries.flatMap(country => country.values).filter(value => value !== null))
const byCode = new Map(countries.map(country => [country.iso3, country]))

/** A growth figure as the tiles write it: '−5.8', '–' where none is held. */
export const growthFigure = (value: number | null) => formatNumber(value, null, 1)
const none = 'none'
const stepFor = (value: number | null) => (value === null ? none : stepOf(steps, value))

interface CountryTilesProps {
  /** Which of the years is shown, from 0. */
  yearAt: number
  /** The chart in words. */
  summary: string
  /** The figures of the other years come along, for the script to step through. */
  hasAllYears?: boolean
}

/** Africa in tiles of one size: the colour says how fast an economy grew, the figure says it exactly. */
export function CountryTiles({ yearAt, summary, hasAllYears = false }: CountryTilesProps) {
  return (
    <svg
      className="tiles"
      viewBox={`0 0 ${africaColumns * pitch - 4} ${africaRows * pitch - 4}`}
      role="img"
      aria-label={summary}
    >
      {africaTiles.map(({ iso3, column, row }) => {
        const country = byCode.get(iso3)
        return (
          <g key={iso3} transform={`translate(${column * pitch} ${row * pitch})`}>
            <g
              className={`tile ${stepFor(country?.values[yearAt] ?? null)}`}
              data-at={column + row}
              data-country={iso3}
              {...(hasAllYears && country && allYears(country))}
            >
              <rect width={size} height={size} rx="8" />
              <text x={size / 2} y="25">
                {iso3}
              </text>
              <text className="num" x={size / 2} y="43">
                {growthFigure(country?.values[yearAt] ?? null)}
              </text>
            </g>
          </g>
        )
      })}
      <Legend />
    </svg>
  )
}

/** Figures and colours of all years, one after the other. */
const allYears = ({ values }: CountryGrowth) => ({
  'data-figures': values.map(growthFigure).join(' '),
  'data-steps': values.map(stepFor).join(' '),
})

/** The colours with the figures between them, in the corner where the ocean is. */
function Legend() {
  const wide = Math.min(46, (pitch * 4.6) / steps.steps.length)
  return (
    <g className="legend" transform={`translate(0 ${pitch * 6.5})`}>
      <text x="0" y="0">
        Growth, % a year
      </text>
      {steps.steps.map((step, at) => (
        <rect key={step} className={step} x={at * wide} y="14" width={wide - 2} height="12" rx="2" />
      ))}
      {steps.edges.map((edge, at) => (
        <text key={edge} className="edge num" x={(at + 1) * wide - 1} y="44">
          {formatNumber(edge, null, Number.isInteger(edge) ? 0 : 1)}
        </text>
      ))}
      <rect className="none" x="0.5" y="60.5" width="13" height="13" rx="3" />
      <text x="22" y="71">
        Limited data, not among the {countryCount}
      </text>
    </g>
  )
}

/** 'In 2025, 50 of 52 economies grew. Fastest: Libya 13.4%, Ethiopia 9.8%, Rwanda 9.4%.' */
export function yearInWords(yearAt: number): string {
  const held = countries.flatMap(({ name, values }) => {
    const value = values[yearAt]
    return value === null || value === undefined ? [] : [{ name, value }]
  })
  const fastest = held
    .toSorted((one, other) => other.value - one.value)
    .slice(0, 3)
    .map(({ name, value }) => `${name} ${formatNumber(value, '%', 1)}`)
  const grew = held.filter(({ value }) => value > 0).length
  return `In ${years[yearAt]}, ${grew} of ${held.length} economies grew. Fastest: ${fastest.join(', ')}.`
}
