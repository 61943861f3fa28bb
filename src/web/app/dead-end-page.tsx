import { Link } from 'wouter'
import { appName } from '../platform/config.ts'
import { paths } from '../platform/paths.ts'
import { Mark } from '../ui/mark.tsx'
import { WovenTiles } from '../ui/woven-tiles.tsx'
import styles from './dead-end-page.module.css'

const words = {
  missing: {
    heading: 'There is nothing at this address',
    text: 'The link may be old, or mistyped. Your conversations are where you left them.',
  },
  unshared: {
    heading: 'This link leads to no answer',
    text: 'Whoever shared it has taken it back, or the address is mistyped. Ask them for a new one.',
  },
  denied: {
    heading: 'You do not have access to this page',
    text: 'It needs a role that your account does not have. Ask the person who runs your account.',
  },
  broken: {
    heading: 'This page stopped working',
    text: 'Reload it to go on. Your conversations and drafts are kept.',
  },
} as const

/** A page that leads nowhere, said plainly, with the way back. */
export function DeadEndPage({ kind }: { kind: keyof typeof words }) {
  const { heading, text } = words[kind]
  return (
    <main className={styles.page} id="main">
      <title>{`${heading} · ${appName}`}</title>
      <div className={styles.cloth}>
        <WovenTiles columns={12} rows={3} seed={23} />
      </div>
      <div className={styles.brand}>
        <Mark size={24} />
        {appName}
      </div>
      <h1 className={styles.heading}>{heading}</h1>
      <p className={styles.text}>{text}</p>
      {kind === 'broken' ? (
        <a className={styles.way} href={window.location.href}>
          Reload
        </a>
      ) : (
        <Link className={styles.way} href={paths.home}>
          Go to {appName}
        </Link>
      )}
    </main>
  )
}
