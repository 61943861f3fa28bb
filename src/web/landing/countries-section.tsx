import { CountryTiles, growthFigure, yearInWords } from './country-tiles.tsx'
import { countryCount, growthSource, landingFigures } from './landing-figures.ts'
import { SectionFrame, SourceLine } from './section-frame.tsx'

const { years, countries } = landingFigures.growth
const lastAt = years.length - 1
/** From the west to the south, by way of the large markets; the last stays. */
const tour = ['SEN', 'CIV', 'GHA', 'NGA', 'EGY', 'KEN', 'ZAF']
const stops = tour.flatMap(iso3 => countries.find(country => country.iso3 === iso3) ?? [])

/** The countries as a living map: one after the other is pointed at. */
export function CountriesSection() {
  return (
    <SectionFrame
      id="countries"
      number={3}
      words={
        <>
          <h2 id="countries-heading">{countryCount} countries, read alike.</h2>
          <p className="lead">
            Every country has a tile of the same size, so that Rwanda is as easy to read as Algeria. Behind
            each stand people, prices, incomes and trade, year by year.
          </p>
          <ol className="tour" aria-label={`Economic growth in ${years[lastAt]}`}>
            {stops.map(({ iso3, name, values }) => (
              <li key={iso3} data-stop={iso3}>
                <span>{name}</span>
                <b className="num">{growthFigure(values[lastAt] ?? null)}%</b>
              </li>
            ))}
          </ol>
        </>
      }
    >
      <figure className="map" data-holds="">
        <figcaption>Economic growth in {years[lastAt]}, % a year</figcaption>
        <CountryTiles yearAt={lastAt} summary={`Tile map of Africa. ${yearInWords(lastAt)}`} />
        <SourceLine>
          {growthSource} · {years[lastAt]}
        </SourceLine>
      </figure>
    </SectionFrame>
  )
}
