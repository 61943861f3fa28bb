import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

interface Address {
  host: string
  port: number
}

/** @throws StartError where a server could not listen there; asked before anything is made, which takes a while */
export async function demandFreePort({ host, port }: Address): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    throw listenError(error, { host, port })
  } finally {
    server.close()
  }
}

/** The one line for an address that cannot be listened on; anything else stays as it is. */
export function listenError(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} is taken: end what uses it, or set PORT`)
  if (code === 'EACCES') return new StartError(`Port ${port} may not be used by this user: set PORT`)
  if (code === 'EADDRNOTAVAIL') return new StartError(`This machine has no address ${host}: set HOST`)
  return error
}
