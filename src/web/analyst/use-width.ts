import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in whole pixels, known before the first paint; null until then. */
export function useWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const node = element.current
    if (!node) return
    const measure = () => setWidth(Math.floor(node.getBoundingClientRect().width) || null)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [element])
  return width
}
