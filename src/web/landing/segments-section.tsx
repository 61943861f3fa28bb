import { modelledLabel } from '../../contract/modelled-label.ts'
import { landingFigures, segmentCount } from './landing-figures.ts'
import { SourceLine } from './section-frame.tsx'

const { departments, answer, edition } = landingFigures
const { period } = answer.table

/** All segments by name, woven department by department. */
export function SegmentsSection() {
  const before = departments.map((_, at) => departments.slice(0, at).flatMap(one => one.segments).length)
  return (
    <section id="segments" className="section" data-section={4} aria-labelledby="segments-heading">
      <div className="inside wide">
        <div className="words">
          <h2 id="segments-heading">{segmentCount} segments, from tea to diapers.</h2>
          <p className="lead">
            Value, volume, price, brands and channels of each, month by month, in local money and in dollars.
          </p>
        </div>
        <div className="shown">
          <div className="departments" data-holds="">
            {departments.map(({ name, segments }, at) => (
              <div key={name} className="department">
                <h3>{name}</h3>
                <ul>
                  {segments.map((segment, index) => (
                    <li key={segment} data-at={Math.round(((before[at] ?? 0) + index) / 2)}>
                      {segment}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
          <SourceLine>
            <span className="tag">{modelledLabel}</span>
            Retail panel, edition {edition} · {period?.from}–{period?.to}
          </SourceLine>
        </div>
      </div>
    </section>
  )
}
