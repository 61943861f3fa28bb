import type { ReactNode } from 'react'
import { appName } from '../platform/config.ts'
import { useFrontSettings } from '../platform/front-settings.ts'
import { ThemeSwitch } from '../platform/theme-switch.tsx'
import { Mark } from '../ui/mark.tsx'
import { WovenTiles } from '../ui/woven-tiles.tsx'
import styles from './auth-page.module.css'
import { LegalLinks } from './legal-links.tsx'
import { StorageNotice } from './storage-notice.tsx'

interface AuthPageProps {
  /** The page's heading. */
  heading: string
  /** Below the heading; the operator's tagline where it is left out. */
  lead?: ReactNode
  /** Room for a form of two columns. */
  wide?: boolean
  children?: ReactNode
}

/** The frame of the signed-out screens: one thing to do on the left, the cloth on the right. */
export function AuthPage({ heading, lead, wide = false, children }: AuthPageProps) {
  const settings = useFrontSettings()
  return (
    <div className={styles.page}>
      <title>{`${heading} · ${appName}`}</title>
      <div className={styles.left}>
        <header className={styles.top}>
          <div className={styles.brand}>
            <Mark />
            {appName}
          </div>
          <ThemeSwitch />
        </header>
        <div className={styles.band}>
          <WovenTiles columns={16} rows={1} seed={247} />
        </div>
        <main className={styles.content} data-wide={wide} id="main">
          <h1 className={styles.heading}>{heading}</h1>
          <p className={styles.tagline}>{lead ?? settings?.tagline.text}</p>
          {children}
        </main>
        <footer className={styles.bottom}>
          <StorageNotice />
          <ul className={styles.clients} aria-label="Clients">
            {settings?.clients.map(client => (
              <li key={client.name}>
                {client.logo_url ? <img src={client.logo_url} alt={client.name} /> : client.name}
              </li>
            ))}
          </ul>
          {/* A form of many fields has them inside, where they cost nobody what was typed. */}
          {!wide && <LegalLinks />}
        </footer>
      </div>
      <div className={styles.right} aria-hidden="true">
        <div className={styles.panel}>
          <WovenTiles className={styles.cloth} columns={10} rows={15} fadeFrom={9} seed={4} />
          <p className={styles.saying}>52 countries, 60 segments, every figure one click from its source.</p>
        </div>
      </div>
    </div>
  )
}
