import { marked } from './section-cues.ts'
import type { Hold, Story } from './story.ts'

/** Holds the story while a reader looks at something, uses the keyboard, is away, wants no motion, or paused it. */
export function watchHolds(story: Story): void {
  const set = (reason: Hold, isHeld: boolean) => (isHeld ? story.hold(reason) : story.release(reason))
  watchPointer(isResting => set('hover', isResting))
  watchFocus(isAtWork => set('focus', isAtWork))
  watchReducedMotion(isReduced => set('reduced', isReduced))
  watchPause(isPaused => set('paused', isPaused))
  const look = () => set('hidden', document.hidden)
  document.addEventListener('visibilitychange', look)
  look()
}

/** Only a pointer that was moved there: a section that scrolls under a resting one is not looked at. */
function watchPointer(tell: (isResting: boolean) => void) {
  let [lastX, lastY] = [Number.NaN, Number.NaN]
  document.addEventListener('pointermove', event => {
    if (event.pointerType !== 'mouse') return
    const hasMoved = event.screenX !== lastX || event.screenY !== lastY
    lastX = event.screenX
    lastY = event.screenY
    if (hasMoved) tell(isHolding(event.target) || isInSection(event.target))
  })
  document.documentElement.addEventListener('pointerleave', () => tell(false))
}

/** What a section says and shows; beside it the story goes on. */
const isInSection = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-section] > .inside') !== null

/** Figures, links and buttons; the control that starts the story again must not hold it. */
const isHolding = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('[data-holds], a, button') !== null &&
  target.closest('[data-pause]') === null

function watchFocus(tell: (isAtWork: boolean) => void) {
  const look = () => {
    const at = document.activeElement
    tell(at !== null && at !== document.body && at.matches(':focus-visible') && isHolding(at))
  }
  document.addEventListener('focusin', look)
  document.addEventListener('focusout', () => queueMicrotask(look))
}

function watchReducedMotion(tell: (isReduced: boolean) => void) {
  const wish = matchMedia('(prefers-reduced-motion: reduce)')
  const look = () => {
    for (const button of marked('pause')) button.hidden = wish.matches
    tell(wish.matches)
  }
  wish.addEventListener('change', look)
  look()
}

function watchPause(tell: (isPaused: boolean) => void) {
  const [button] = marked('pause')
  const [name] = marked('pause-name')
  let isPaused = false
  button?.addEventListener('click', () => {
    isPaused = !isPaused
    button.toggleAttribute('data-paused', isPaused)
    if (name) name.textContent = isPaused ? 'Play' : 'Pause'
    tell(isPaused)
  })
}
