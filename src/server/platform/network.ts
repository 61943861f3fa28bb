import { isIPv6 } from 'node:net'

/**
 * The network that limits are counted by: an IPv4 address as it is (also when it comes mapped into IPv6), an IPv6
 * address as its /64, since one customer usually holds all of it. A client that has left has no address any more.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'gone'
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff
  if (isMapped) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    const hex = (high: string, low: string) => ((Number(high) << 8) | Number(low)).toString(16)
    return `${hex(a, b)}:${hex(c, d)}`
  })
  const [before = '', after] = plain.split('::')
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16))
  const head = parse(before)
  if (after === undefined) return head
  const tail = parse(after)
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
