import { paths } from '../platform/paths.ts'
import { WovenTiles } from '../ui/woven-tiles.tsx'
import { countryCount, landingFigures, segmentCount } from './landing-figures.ts'

/** The promise, and the question that the next section answers. */
export function QuestionSection() {
  return (
    <section id="question" className="section opening" data-section={1} aria-labelledby="question-heading">
      <div className="inside">
        <div className="words">
          <h1 id="question-heading">Know the market before you enter it.</h1>
          <p className="lead">
            Ask about any of {countryCount} African countries and {segmentCount} consumer-goods segments. Get
            an answer whose every figure opens its source.
          </p>
          <div className="prompt" data-holds="">
            <svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
              <circle cx="7" cy="7" r="4.2" />
              <path d="M10.3 10.3L14 14" />
            </svg>
            <p>
              <span className="visually-hidden">For example: {landingFigures.answer.question}</span>
              <span aria-hidden="true">
                <span data-typed="">{landingFigures.answer.question}</span>
                <i className="caret" />
                <span className="untyped" data-untyped="" />
              </span>
            </p>
          </div>
          <p className="ways">
            <a className="button" href={paths.register}>
              Get Started
            </a>
            <a className="quiet" href="#answer">
              See the answer
            </a>
          </p>
        </div>
        <div className="cloth" aria-hidden="true">
          <WovenTiles columns={12} rows={16} seed={4} />
        </div>
      </div>
    </section>
  )
}
