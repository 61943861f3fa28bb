import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/figures.ts'
import { signPeopleIn } from '../../bench/sign-people-in.ts'
import type { Entry } from '../stage.ts'
import { openShop } from './shop-stage.ts'

export interface FloodOutcome {
  sent: number
  perSecond: number
  /** By status. */
  statuses: Record<number, number>
  /** What the flood left in the database. */
  rows: number
  /** Of other people's calls meanwhile. */
  calls: number
  failedCalls: number
  p99Ms: number
}

const callers = 5
const callEveryMs = 25
const tickMs = 10

/** What nobody signed, half of it where everything is signed and half where nothing is. */
const forged = [
  {
    path: '/api/payments/flutterwave/webhook',
    type: 'application/json',
    body: '{"event":"charge.completed"}',
  },
  {
    path: '/api/payments/express/webhook',
    type: 'application/x-www-form-urlencoded',
    body: `order-id=${'A'.repeat(15)}&token=none`,
  },
] as const

/** Forged webhooks at a pace, while people go on reading what needs a session and the database. */
export async function proveFlood(input: {
  perSecond: number
  seconds: number
  entry: Entry
}): Promise<FloodOutcome> {
  const stage = await openShop(input.entry)
  try {
    const people = await signPeopleIn(stage.pool, callers)
    const server = await stage.startServer()
    const agent = new Agent({ keepAlive: true, maxSockets: 64 })
    const statuses: Record<number, number> = {}
    const waits: number[] = []
    let failedCalls = 0
    let isOver = false
    const calling = people.map(async ({ headers }) => {
      while (!isOver) {
        const from = performance.now()
        const answer = await fetch(`${server.url}/api/accounts/credits`, { headers }).catch(() => null)
        await answer?.arrayBuffer()
        if (answer?.status !== 200) failedCalls += 1
        waits.push(performance.now() - from)
        await sleep(callEveryMs)
      }
    })
    const { sent, seconds } = await flood(server.url, agent, input, status => {
      statuses[status] = (statuses[status] ?? 0) + 1
    })
    isOver = true
    await Promise.all(calling)
    agent.destroy()
    const found = await stage.pool.query('SELECT FROM payment_notification')
    return {
      ...{ sent, statuses, failedCalls, rows: found.rowCount ?? 0, calls: waits.length },
      ...{ perSecond: sent / seconds, p99Ms: percentile(waits, 99) },
    }
  } finally {
    await stage.end()
  }
}

/** Sends at the pace, whether it is answered or not; ends when all is answered. */
async function flood(
  url: string,
  agent: Agent,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  onStatus: (status: number) => void,
): Promise<{ sent: number; seconds: number }> {
  const open = new Set<Promise<void>>()
  const from = performance.now()
  const passed = () => (performance.now() - from) / 1_000
  let sent = 0
  while (passed() < seconds) {
    for (; sent < passed() * perSecond; sent += 1) {
      const answered = post(url, agent, sent).then(onStatus)
      open.add(answered)
      void answered.finally(() => open.delete(answered))
    }
    await sleep(tickMs)
  }
  await Promise.all(open)
  return { sent, seconds: passed() }
}

/** The status; 0 for no answer. */
function post(url: string, agent: Agent, at: number): Promise<number> {
  const { path, type, body } = forged[at % 2 === 0 ? 0 : 1]
  return new Promise(resolve => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) }
    const call = request(`${url}${path}`, { method: 'POST', agent, headers }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    call.on('error', () => resolve(0))
    call.end(body)
  })
}
