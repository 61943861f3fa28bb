import { once } from 'node:events'
import { Agent, request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The floor: hands the source's bytes on, and does nothing else. `node bare-pipe.ts <port of the source>` */
const sourcePort = Number(process.argv[2])
const agent = new Agent({ keepAlive: true })

const server = createServer((request, response) => {
  const upstream = ask({ port: sourcePort, agent, method: 'POST', path: '/v1/chat/completions' }, answer => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.pipe(response)
  })
  upstream.on('error', () => response.destroy())
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('disconnect', () => process.exit())
process.send?.({ port: (server.address() as AddressInfo).port })
