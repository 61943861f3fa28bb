import { Link, useLocation } from 'wouter'
import { paths } from '../platform/paths.ts'
import styles from './legal-links.module.css'

const pages = [
  [paths.terms, 'Terms of service'],
  [paths.privacy, 'Privacy policy'],
] as const

interface LegalLinksProps {
  /** Opens them beside a form that somebody is filling in. */
  newTab?: boolean
}

/** The doors to the terms and the privacy policy, which know the way back. */
export function LegalLinks({ newTab = false }: LegalLinksProps) {
  const [from] = useLocation()
  return (
    <span className={styles.links}>
      {pages.map(([path, name]) =>
        newTab ? (
          <a key={path} href={path} target="_blank" rel="noopener">
            {name}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        ) : (
          <Link key={path} href={path} state={{ from: from + window.location.search }}>
            {name}
          </Link>
        ),
      )}
    </span>
  )
}
