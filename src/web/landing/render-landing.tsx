import { renderToStaticMarkup } from 'react-dom/server'
import { LandingPage } from './landing-page.tsx'

/** The landing page as markup, for the build. `version` as in package.json: '2.6.0'. */
export function renderLanding(version: string): string {
  return renderToStaticMarkup(<LandingPage version={version.split('.').slice(0, 2).join('.')} />)
}
