import { storageKeys } from '../platform/config.ts'
import { paths } from '../platform/paths.ts'
import { readStored } from '../platform/storage.ts'
import { offerTheme } from './offer-theme.ts'
import { marked, sectionCues } from './section-cues.ts'
import { type Stage, tellStory } from './story.ts'
import { timings } from './timings.ts'
import { watchHolds } from './watch-holds.ts'

/** The page is ready HTML; this script, without the app, adds its motion. It may arrive before the page does. */
function start(): void {
  greetSignedIn()
  offerTheme()
  // A browser would come back to the bottom, where the page loads itself again.
  history.scrollRestoration = 'manual'
  for (const element of marked('at')) element.style.setProperty('--at', element.dataset.at ?? '0')
  const sections = marked('section')
  const cues = sectionCues()
  const stage: Stage = {
    sections: sections.length,
    draw(section, state) {
      const element = sections[section - 1]
      if (element) element.dataset.state = state
    },
    cues: section => cues[section]?.() ?? [],
    scrollTo: section => sections[section - 1]?.scrollIntoView({ behavior: 'smooth' }),
    reload() {
      // Without the address of a section, which would be gone to first.
      history.replaceState(null, '', window.location.pathname)
      window.scrollTo({ top: 0, behavior: 'instant' })
      window.location.reload()
    },
  }
  const story = tellStory(stage)
  watchHolds(story)
  watchScrolling(sections, section => {
    for (const stop of marked('stop-of')) {
      if (stop.dataset.stopOf === String(section)) stop.setAttribute('aria-current', 'true')
      else stop.removeAttribute('aria-current')
    }
    story.show(section)
  })
}

/** Tells which section lies in the middle of the window, from the first on. */
function watchScrolling(sections: readonly HTMLElement[], tell: (section: number) => void) {
  const middle = { rootMargin: '-50% 0px -50% 0px' }
  const observer = new IntersectionObserver(entries => {
    for (const entry of entries) {
      if (entry.isIntersecting) tell(sections.indexOf(entry.target as HTMLElement) + 1)
    }
  }, middle)
  for (const section of sections) observer.observe(section)
  // A reader may stop a scroll that was under way: what she sees is what is told.
  document.addEventListener('scrollend', () => {
    const middlePx = window.innerHeight / 2
    const at = sections.findIndex(section => section.getBoundingClientRect().bottom > middlePx)
    if (at >= 0) tell(at + 1)
  })
}

/** Who is signed in goes on to the app. */
function greetSignedIn() {
  const isSession = (value: unknown): value is object => typeof value === 'object' && value !== null
  if (!readStored(storageKeys.session, isSession)) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-signed-in-href]')) {
    link.href = link.dataset.signedInHref ?? paths.app
    link.textContent = 'Open Soko'
  }
}

/** A narrow screen signs in instead, at once or when the window becomes one. */
const narrow = matchMedia(`(width < ${timings.narrowBelowPx}px)`)
const leaveIfNarrow = () => {
  if (narrow.matches) window.location.replace(paths.login)
}
narrow.addEventListener('change', leaveIfNarrow)
leaveIfNarrow()
if (!narrow.matches) {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
}
