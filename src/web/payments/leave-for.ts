/** A page on the web that this one may be left for, and not down to one that is not encrypted. */
function isWebAddress(address: string): boolean {
  const { protocol } = new URL(address, window.location.href)
  return protocol === 'https:' || protocol === window.location.protocol
}

const leavingMaxMs = 10_000

/** Goes there, if it is a page on the web. Comes back where the browser does, or where nothing came of it. */
export function leaveFor(address: string): Promise<void> {
  if (!isWebAddress(address)) return Promise.resolve()
  window.location.assign(address)
  return new Promise(resolve => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
    setTimeout(resolve, leavingMaxMs)
  })
}
