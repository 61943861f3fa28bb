import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A component that is fetched when first drawn, or before by `fetch()`; `waiting` stands in its place until it is there.
 * Not React's `lazy`: that holds whatever waits on the screen for 300 ms, also when the part comes after ten.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode = null) {
  let loaded: ComponentType<P> | null = null
  let loading: Promise<ComponentType<P>> | null = null
  const fetchPart = () => {
    loading ??= load().then(
      part => {
        loaded = part
        return part
      },
      error => {
        // The next who needs it tries again.
        loading = null
        throw error
      },
    )
    return loading
  }

  function Late(props: P) {
    const [Part, setPart] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Part) return
      let isHere = true
      fetchPart().then(
        part => isHere && setPart(() => part),
        error => isHere && setFailure({ error }),
      )
      return () => {
        isHere = false
      }
    }, [Part])
    if (failure) throw failure.error
    return Part ? <Part {...props} /> : waiting
  }
  /** Fetches it ahead; a failure shows when it is drawn. */
  Late.fetch = (): Promise<void> =>
    fetchPart().then(
      () => {},
      () => {},
    )
  return Late
}
