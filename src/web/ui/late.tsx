import { type ComponentType, lazy, useState } from 'react'

/**
 * A component that is fetched when first drawn, or before by `fetch()`. Unlike a bare `lazy`, one that is already there
 * is drawn at once: React would show the fallback first, and hold it for 300 ms.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null
  const fetchAhead = async () => {
    loaded = await load()
    return loaded
  }
  const Lazy = lazy(async () => ({ default: await fetchAhead() })) as unknown as ComponentType<P>

  function Late(props: P) {
    // The choice stands for this place on the screen: changing it would draw the part anew.
    const [Part] = useState(() => loaded ?? Lazy)
    return <Part {...props} />
  }
  /** Fetches it ahead; a failure shows when it is drawn. */
  Late.fetch = () => void fetchAhead().catch(() => {})
  return Late
}
