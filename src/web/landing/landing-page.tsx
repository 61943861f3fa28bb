import { appName } from '../platform/config.ts'
import { paths } from '../platform/paths.ts'
import { iconPaths } from '../ui/icon.tsx'
import { Mark } from '../ui/mark.tsx'
import { AnswerSection } from './answer-section.tsx'
import { CountriesSection } from './countries-section.tsx'
import { QuestionSection } from './question-section.tsx'
import { SegmentsSection } from './segments-section.tsx'
import { YearsSection } from './years-section.tsx'

const stops = [
  ['question', 'The question'],
  ['answer', 'The answer'],
  ['countries', 'The countries'],
  ['segments', 'The segments'],
  ['years', 'The years'],
] as const

/** The whole landing page as it stands before any script runs. `version` as the footer says it: '2.6'. */
export function LandingPage({ version }: { version: string }) {
  return (
    <>
      <a className="skip-link" href="#get-started">
        Skip the story
      </a>
      <header className="head">
        <a className="brand" href={paths.home}>
          <Mark />
          {appName}
        </a>
        <button type="button" className="theme" data-turn-theme="" hidden>
          <svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true" focusable="false">
            <path className="moon" d={iconPaths.moon} />
            <path className="sun" d={iconPaths.sun} />
          </svg>
          <span className="visually-hidden" data-turn-theme-name="">
            Dark theme
          </span>
        </button>
        <a className="quiet" href={paths.login} data-signed-in-href={paths.app}>
          Log in
        </a>
        <a className="button" href={paths.register}>
          Get Started
        </a>
      </header>
      <main id="main">
        <QuestionSection />
        <AnswerSection />
        <CountriesSection />
        <SegmentsSection />
        <YearsSection />
      </main>
      <nav className="stops" aria-label="Sections of this page">
        {stops.map(([id, name], at) => (
          <a key={id} href={`#${id}`} data-stop-of={at + 1}>
            <span className="visually-hidden">{name}</span>
          </a>
        ))}
        <button type="button" className="pause" data-pause="" hidden>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path className="bars" d="M5.5 3.5v9M10.5 3.5v9" />
            <path className="arrow" d="M5 3.2v9.6l8-4.8z" />
          </svg>
          <span className="visually-hidden" data-pause-name="">
            Pause
          </span>
        </button>
      </nav>
      <footer className="foot">
        <span>
          {appName} {version}
        </span>
        <a href={paths.terms}>Terms of service</a>
        <a href={paths.privacy}>Privacy policy</a>
      </footer>
    </>
  )
}
