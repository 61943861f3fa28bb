import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

interface NearViewProps {
  root: RefObject<HTMLElement | null>
  /** Drawn from the start, before anything was measured. */
  eager: boolean
  /** Height it is taken to have until it was drawn once. */
  estimatePx: number
  children: ReactNode
}

/** How far beyond the view things are drawn. */
const marginPx = 1_600

/**
 * A list item that draws its content only near the view and stands empty, at its last height, elsewhere: a
 * conversation of hundreds of answers opens at once. The browser's scroll anchoring holds the view still while heights become known.
 */
export function NearView({ root, eager, estimatePx, children }: NearViewProps) {
  const [isNear, setNear] = useState(eager)
  const heightPx = useRef(estimatePx)
  const marker = useRef<HTMLLIElement>(null)

  useEffect(() => {
    const place = marker.current
    if (!place) return
    const observer = new IntersectionObserver(
      entries => {
        const entry = entries.at(-1)
        if (!entry) return
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0) {
          heightPx.current = entry.boundingClientRect.height
        }
        setNear(entry.isIntersecting)
      },
      { root: root.current, rootMargin: `${marginPx}px 0px` },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [root])

  return (
    <li ref={marker} style={isNear ? {} : { height: heightPx.current }}>
      {isNear && children}
    </li>
  )
}
