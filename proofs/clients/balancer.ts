/** What stands before several instances: it sends each call to one of them, and to the next where one does not take it. */
export interface Balancer {
  add(url: string): void
  remove(url: string): void
  /**
   * The first answer that is no refusal for now, else the last refusal; `except` is asked last. Each refusal on the way is
   * told. @throws the last failure when no instance could be reached
   */
  call(path: string, init: RequestInit, except?: string | null): Promise<{ response: Response; url: string }>
}

export interface BalancerParts {
  urls: readonly string[]
  /** Told of each call that an instance refused for now (503) or did not take at all (0). */
  onRefused: (refusal: { url: string; path: string; status: number }) => void
}

/** One after the other, as they come; whether an instance is well it learns from its answers alone. */
export function createBalancer({ urls, onRefused }: BalancerParts): Balancer {
  const members = [...urls]
  let next = 0

  function inTurn(except: string | null): string[] {
    next += 1
    const from = next % Math.max(1, members.length)
    const turned = [...members.slice(from), ...members.slice(0, from)]
    return [...turned.filter(url => url !== except), ...turned.filter(url => url === except)]
  }

  return {
    add: url => void members.push(url),
    remove: url => void members.splice(members.indexOf(url), 1),
    async call(path, init, except = null) {
      let refused: { response: Response; url: string } | null = null
      let failure: unknown = new Error('There is no instance')
      for (const url of inTurn(except)) {
        try {
          const response = await fetch(`${url}${path}`, init)
          if (response.status !== 503) return { response, url }
          onRefused({ url, path, status: 503 })
          await refused?.response.body?.cancel()
          refused = { response, url }
        } catch (error) {
          if (init.signal?.aborted) throw error
          onRefused({ url, path, status: 0 })
          failure = error
        }
      }
      if (refused) return refused
      throw failure
    },
  }
}
