import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Headers by which a proxy says whose call it passes on. */
export const passedOn = /^(?:x-forwarded-.+|forwarded|x-real-ip)$/

const bare = (name: string) => name.replace(/^\[|\]$/g, '')

/** The name or address in a Host header, in lower case and without its port; null for what is no Host. */
export function hostName(host: string): string | null {
  const isHost = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`)
  return isHost ? new URL(`http://${host}`).hostname.replace(/(.)\.$/, '$1') : null
}

/** Whether an address is this machine's own, to itself alone; also one that comes mapped into IPv6. */
export function isLoopbackAddress(address: string | undefined): boolean {
  const version = isIP(address ?? '')
  return version !== 0 && loopback.check(address ?? '', version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a name or address (IPv6 with or without brackets) leads to this machine and nowhere else. */
export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(bare(name))

/**
 * Whether a Host is none that a stranger could have pointed at this machine: the public one, an address, a name without
 * a dot as containers have, or one that the public DNS never answers for. Without a Host no browser asks.
 */
export function isOwnHost(host: string | undefined, publicUrl: string): boolean {
  if (host === undefined) return true
  const name = hostName(host)
  if (name === null) return false
  const isNobodys = isIP(bare(name)) !== 0 || !name.includes('.') || /\.(?:localhost|internal)$/.test(name)
  return isNobodys || name === new URL(publicUrl).hostname
}
