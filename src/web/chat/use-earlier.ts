import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { onNextFrame } from '../platform/next-frame.ts'
import { loadEarlier } from './queries.ts'

/** How far above the view the beginning of what is loaded may come before more is fetched. */
const aheadPx = 2_400

interface Earlier {
  /** Stands where the loaded part begins. */
  marker: RefObject<HTMLDivElement | null>
  state: 'idle' | 'loading' | 'failed'
  load: () => void
  /** Whether an exchange came with the last page and ends near what was there before. */
  isAtJoint: (place: number) => boolean
}

/** As many exchanges of a page just come have their height at once: those that reach into what is drawn around the view. */
const atJoint = 3

/** Fetches the conversation's earlier pages as their end comes near, and holds the text where the reader has it. */
export function useEarlier(
  scroller: RefObject<HTMLElement | null>,
  sessionKey: string | null,
  turnIds: readonly string[],
  hasEarlier: boolean,
): Earlier {
  const marker = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<Earlier['state']>('idle')
  const [joint, setJoint] = useState<string | undefined>()
  const first = turnIds[0]
  const hold = useHeldInPlace(scroller, first)

  const load = useCallback(() => {
    if (sessionKey === null) return
    setState('loading')
    const onPage = () => {
      setJoint(first)
      hold()
    }
    loadEarlier(sessionKey, onPage).then(
      () => setState('idle'),
      () => setState('failed'),
    )
  }, [sessionKey, hold, first])

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page the marker is looked at anew
  useEffect(() => {
    const place = marker.current
    if (!place || !hasEarlier || state !== 'idle') return
    const near = new IntersectionObserver(entries => entries.some(one => one.isIntersecting) && load(), {
      root: scroller.current,
      rootMargin: `${aheadPx}px 0px`,
    })
    near.observe(place)
    return () => near.disconnect()
  }, [scroller, hasEarlier, state, load, first])

  const until = joint === undefined ? -1 : turnIds.indexOf(joint)
  const isAtJoint = (place: number) => place < until && place >= until - atJoint
  return { marker, state, load, isAtJoint }
}

/** Where an element stands in all that scrolls. */
const topOf = (area: HTMLElement, element: Element) => element.getBoundingClientRect().top + area.scrollTop

/** Gives back what notes the place of the first exchange, so that it is there again once others stand before it. */
function useHeldInPlace(scroller: RefObject<HTMLElement | null>, first: string | undefined): () => void {
  const held = useRef<{ element: Element; topPx: number } | null>(null)

  useLayoutEffect(() => {
    const area = scroller.current
    const before = held.current
    held.current = null
    if (!area || !before?.element.isConnected || first === undefined) return
    let { topPx } = before
    const follow = () => {
      const moved = topOf(area, before.element) - topPx
      topPx += moved
      area.scrollTop += moved
    }
    follow()
    // Charts take their room only once they know their width: after this, and before anything is drawn.
    onNextFrame(() => {
      follow()
      area.style.overflowAnchor = ''
    })
  }, [scroller, first])

  return useCallback(() => {
    const area = scroller.current
    const element = area?.querySelector('ol > li')
    if (!area || !element) return
    // The browser may hold the text too, or not: it is done here, once.
    area.style.overflowAnchor = 'none'
    held.current = { element, topPx: topOf(area, element) }
  }, [scroller])
}
