import type { HttpApp } from '../../platform/http.ts'
import type { FacebookSource } from '../facebook-token.ts'
import type { GoogleSource } from '../google-token.ts'
import { mountPages } from './consent-routes.ts'
import { createGraph, type Graph } from './graph.ts'
import { createIssuer, type Issuer } from './issuer.ts'

/** Google and Facebook for want of their keys: they speak the same formats, and anybody can be anybody. */
export interface StandIn {
  google: GoogleSource & { scriptUrl: string }
  facebook: FacebookSource & { scriptUrl: string }
  issuer: Issuer
  graph: Graph
  /** Puts its addresses below `/dev/sign-in`. */
  mount(app: HttpApp): void
}

const place = '/dev/sign-in'

/**
 * Never made in production. `ownUrl` is where this instance reaches itself; `keyFile` keeps the signing key, so that the
 * instances of one machine take each other's tokens, after a restart too.
 */
export function createStandIn({
  ownUrl,
  keyFile,
  graphVersion,
}: {
  ownUrl: string
  keyFile: string
  graphVersion: string
}): StandIn {
  const issuer = createIssuer({ url: `${ownUrl}${place}`, clientId: 'soko-local', keyFile })
  const graph = createGraph({ appId: '1000000000000001', keyFile })
  return {
    issuer,
    graph,
    google: {
      clientId: issuer.clientId,
      certsUrl: `${ownUrl}${place}/google/certs`,
      issuers: [issuer.url],
      scriptUrl: `${place}/gsi.js`,
    },
    facebook: {
      appId: graph.appId,
      appSecret: graph.appSecret,
      graphUrl: `${ownUrl}${place}/graph`,
      version: graphVersion,
      scriptUrl: `${place}/sdk.js`,
    },
    mount: app => mountPages(app, place, issuer, graph),
  }
}
