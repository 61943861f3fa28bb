import { paths } from '../platform/paths.ts'
import { CountryTiles, yearInWords } from './country-tiles.tsx'
import { growthSource, landingFigures, yearsSpan } from './landing-figures.ts'
import { SectionFrame, SourceLine } from './section-frame.tsx'

const { years } = landingFigures.growth
const lastAt = years.length - 1

/** The same map through the years, and the way in. */
export function YearsSection() {
  return (
    <SectionFrame
      id="years"
      number={5}
      words={
        <>
          <h2 id="years-heading">See what moved, and since when.</h2>
          <p className="year num" data-year="">
            {years[lastAt]}
          </p>
          <ol className="years num" data-years="" aria-label="Years">
            {years.map((year, at) => (
              <li key={year} data-current={at === lastAt}>
                {year}
              </li>
            ))}
          </ol>
          {years.map((year, at) => (
            <p key={year} className="lead" data-year-words={at} hidden={at !== lastAt}>
              {yearInWords(at)}
            </p>
          ))}
          <p className="ways">
            <a className="button" id="get-started" href={paths.register}>
              Get Started
            </a>
          </p>
        </>
      }
    >
      <figure className="map" data-holds="">
        <figcaption>Economic growth, % a year</figcaption>
        <CountryTiles
          yearAt={lastAt}
          summary={`Tile map of Africa, ${yearsSpan}. ${yearInWords(lastAt)}`}
          hasAllYears
        />
        <SourceLine>
          {growthSource} · {yearsSpan}
        </SourceLine>
      </figure>
    </SectionFrame>
  )
}
