import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedInTestUser } from '../../src/server/testing/builders.ts'
import type { FakeCheckout } from './fake-checkout.ts'

/** What somebody who buys needs: where the server is at the moment, and the checkout. */
export interface Shop {
  url(): string
  checkout: FakeCheckout
  random(): number
  isOpen(): boolean
}

const tryAgainMs = 50
const patienceMs = 2_000

/** Buys for as long as the shop is open; answers the tokens of what was paid. */
export async function buyAll(shop: Shop, person: SignedInTestUser): Promise<string[]> {
  const paid: string[] = []
  while (shop.isOpen()) {
    const token = await press(shop, person)
    if (token === null) break
    const order = shop.checkout.orders.get(token)
    if (!order) throw new Error('The shop sent somebody to a checkout that knows nothing of it')
    await sleep(shop.random() * 60)
    order.isPaid = true
    paid.push(token)
    await tellOf(shop, person, { token, reference: order.reference })
  }
  return paid
}

/**
 * Presses the button, and again by the same key where there is no answer; after a while a person gives up and presses anew.
 * null where the shop closed meanwhile.
 */
async function press(shop: Shop, person: SignedInTestUser): Promise<string | null> {
  let key = randomUUID()
  let pressedAt = Date.now()
  for (; shop.isOpen(); await sleep(tryAgainMs)) {
    if (Date.now() - pressedAt > patienceMs) {
      key = randomUUID()
      pressedAt = Date.now()
    }
    const body = { id: 'starter', idempotency_key: key }
    const answer = await post(`${shop.url()}/api/payments/express/create-order`, body, person.headers)
    if (answer?.status === 200) {
      const { redirect_url } = JSON.parse(answer.text) as { redirect_url: string }
      return new URL(redirect_url).searchParams.get('token')
    }
    if (answer && answer.status !== 503) throw new Error(`A purchase was answered with ${answer.status}`)
  }
  return null
}

interface Paid {
  token: string
  reference: string
}

/** Of every eight purchases one is told to nobody, the others by up to five webhooks and two returns at once. */
async function tellOf(shop: Shop, person: SignedInTestUser, paid: Paid): Promise<void> {
  if (shop.random() < 1 / 8) return
  const hint = () => hear(shop, paid)
  const back = () => comeBack(shop, person, paid)
  const webhooks = Array.from({ length: Math.floor(shop.random() * 6) }, () => hint)
  const returns = Array.from({ length: Math.floor(shop.random() * 3) }, () => back)
  await Promise.all([...webhooks, ...returns].map(tell => tell()))
}

/** Sent again a few times where there is no answer, as providers do. */
async function hear(shop: Shop, { token, reference }: Paid): Promise<void> {
  const form = new URLSearchParams({ 'order-id': reference, token }).toString()
  for (let tries = 0; tries < 3; tries += 1) {
    const address = `${shop.url()}/api/payments/express/webhook`
    const answer = await post(address, form, { 'content-type': 'application/x-www-form-urlencoded' })
    if (answer && answer.status < 500) return
    await sleep(tryAgainMs)
  }
}

async function comeBack(shop: Shop, person: SignedInTestUser, { token, reference }: Paid): Promise<void> {
  const answer = await post(
    `${shop.url()}/api/payments/express/verify`,
    { orderId: reference, token },
    person.headers,
  )
  if (answer && ![200, 503].includes(answer.status))
    throw new Error(`A return was answered with ${answer.status}: ${answer.text}`)
}

/** null where the server was not there, or died before it had answered. */
async function post(
  url: string,
  body: object | string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string } | null> {
  const isText = typeof body === 'string'
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: isText ? headers : { 'content-type': 'application/json', ...headers },
      body: isText ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return null
  }
}
