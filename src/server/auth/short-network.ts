/**
 * A canonical network with its end left out: '203.0.113.x', '2001:db8:1:x'. Enough to know one's own provider again, too
 * little to find a person by.
 */
export function shortNetwork(network: string): string | null {
  const [, v4] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network) ?? []
  if (v4) return `${v4}.x`
  const [, v6] = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(network) ?? []
  return v6 ? `${v6}:x` : null
}
