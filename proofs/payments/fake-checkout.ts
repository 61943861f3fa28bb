import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What the checkout keeps of an order. */
export interface CheckoutOrder {
  reference: string
  amount: string
  currency: string
  isPaid: boolean
  asked: number
}

/** A hosted checkout that outlives the server: expressPay's two calls, and the payer's part by hand. */
export interface FakeCheckout {
  url: string
  /** By token. */
  orders: Map<string, CheckoutOrder>
  close(): Promise<void>
}

export async function startFakeCheckout(): Promise<FakeCheckout> {
  const orders = new Map<string, CheckoutOrder>()

  function submit(form: URLSearchParams): object {
    const token = randomBytes(24).toString('base64url')
    const [reference, amount, currency] = ['order-id', 'amount', 'currency'].map(name => form.get(name) ?? '')
    orders.set(token, {
      ...{ reference: reference ?? '', amount: amount ?? '', currency: currency ?? '' },
      ...{ isPaid: false, asked: 0 },
    })
    return { status: 1, 'order-id': reference, token }
  }

  function query(form: URLSearchParams): object {
    const token = form.get('token') ?? ''
    const order = orders.get(token)
    if (!order) return { status: 3 }
    order.asked += 1
    const { reference, amount, currency, isPaid } = order
    const known = { 'order-id': reference, token, amount, currency }
    if (!isPaid) return { ...known, result: 3, 'result-text': 'No transaction data available' }
    return { ...known, result: 1, 'result-text': 'Success', 'transaction-id': `paid-${reference}` }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    const said = request.url?.endsWith('/submit.php') ? submit(form) : query(form)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  }

  const server = createServer((request, response) => {
    // Whoever asked was killed meanwhile.
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
