import { BlockList, isIP } from 'node:net'
import type { HttpApp } from './http.ts'
import { passedOn } from './own-names.ts'

/**
 * Raises one alarm a process at the first call that says it was passed on by a proxy which is not trusted: then all
 * people behind that proxy share one network's limits, or somebody pretends to be another network. The headers
 * themselves are ignored, as always.
 */
export function alarmAtUntrustedProxy(app: HttpApp): void {
  const trusted = listOf(app.parts.trustedProxies)
  let isRaised = false
  app.fastify.addHook('onRequest', async ({ headers, socket, log }) => {
    if (isRaised) return
    const header = Object.keys(headers).find(name => passedOn.test(name))
    const peer = socket.remoteAddress
    if (header === undefined || peer === undefined || trusted.check(peer, familyOf(peer))) return
    isRaised = true
    log.error(
      { alarm: 'untrusted_proxy', header, peer },
      'A call was passed on by a proxy that TRUSTED_PROXIES does not name; its headers are ignored',
    )
  })
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}
