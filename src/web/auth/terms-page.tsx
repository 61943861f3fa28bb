import { useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { appName } from '../platform/config.ts'
import { errorText } from '../platform/error-text.ts'
import { fetchFrontSettings, useFrontSettings } from '../platform/front-settings.ts'
import { paths } from '../platform/paths.ts'
import { isRecord } from '../platform/storage.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Mark } from '../ui/mark.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { readArticle } from './read-article.ts'
import './terms-page.css'

const papers = {
  tnc: { title: 'Terms of service', other: { path: paths.privacy, name: 'Privacy policy' } },
  privacy: { title: 'Privacy policy', other: { path: paths.terms, name: 'Terms of service' } },
} as const

export const TermsPage = () => <Paper name="tnc" />
export const PrivacyPage = () => <Paper name="privacy" />

/** What the operator wrote, to be read on a screen or on paper. */
function Paper({ name }: { name: keyof typeof papers }) {
  const html = useFrontSettings()?.[name].content ?? null
  const article = useMemo(() => (html === null ? null : readArticle(html)), [html])
  const { title: ownTitle, other } = papers[name]
  const title = article?.title ?? ownTitle
  const from = useOrigin()

  return (
    <div className="terms-page">
      <title>{`${title} · ${appName}`}</title>
      <header className="terms-head">
        <Link className="terms-back" href={from}>
          <Icon name="back" />
          Back
        </Link>
        <span className="terms-brand">
          <Mark size={24} />
          {appName}
        </span>
      </header>
      <main className="terms-paper" id="main">
        <h1>{title}</h1>
        {article ? article.body : <NotYet />}
      </main>
      <footer className="terms-foot">
        <Link href={other.path} state={{ from }}>
          {other.name}
        </Link>
      </footer>
    </div>
  )
}

/** Where the reader came from within the app; its first page for who came by a link. */
function useOrigin(): string {
  const handedOver: unknown = useHistoryState()
  return isRecord(handedOver) && typeof handedOver.from === 'string' ? handedOver.from : paths.home
}

/** In the place of words that are not there yet: a wait, or why there are none. */
function NotYet() {
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    let isHere = true
    // Once they come this place is gone.
    void fetchFrontSettings().then(() => isHere && setIsRefused(true))
    return () => {
      isHere = false
    }
  }, [])

  async function again() {
    setIsRefused(false)
    await fetchFrontSettings()
    setIsRefused(true)
  }

  if (!isRefused) return <Waiting words="Loading" />
  return (
    <div className="terms-missing" role="alert">
      <p>{errorText.network}</p>
      <Button onClick={() => void again()}>Try again</Button>
    </div>
  )
}
