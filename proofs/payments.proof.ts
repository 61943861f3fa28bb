import { parseArgs } from 'node:util'
import { type Figure, report } from '../bench/report.ts'
import { everyOrder } from './payments/orders.ts'
import { openPaymentDatabase } from './payments/payment-database.ts'
import { proveBoundaries } from './payments/prove-boundaries.ts'
import { proveFlood } from './payments/prove-flood.ts'
import { proveKills } from './payments/prove-kills.ts'
import { proveOrders } from './payments/prove-orders.ts'

/** `npm run proof:payments -- --seed 7 --kills 200` */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string', default: '200' },
  },
})
const [seed, kills] = [Number(values.seed), Number(values.kills)]
const secondsAtMost = 900

const startedAt = performance.now()
const seconds = () => (performance.now() - startedAt) / 1_000
const say = (line: string) => console.log(`${(seconds() / 60).toFixed(1)} min  ${line}`)
console.log(`seed ${seed} · ${kills} kills`)

/** Each on a database of its own. */
async function onNewDatabase<Done>(
  work: (database: Awaited<ReturnType<typeof openPaymentDatabase>>) => Done,
) {
  const database = await openPaymentDatabase()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

const orders = await onNewDatabase(database => proveOrders(database, [...everyOrder()], say))
say(`${orders.orders} orders in ${Math.round(orders.seconds)} s`)
const boundaries = await onNewDatabase(proveBoundaries)
say(`${boundaries.broken} connections broken`)
const entry = 'dist/server/main.js'
const flood = await proveFlood({ perSecond: 2_000, seconds: 10, entry })
say(`${flood.sent} forged webhooks`)
const killed = await proveKills({ seed, kills, entry, say })

const problems = [...orders.problems, ...boundaries.problems, ...killed.problems]
for (const problem of problems.slice(0, 20)) console.log(`WRONG: ${problem}`)

const all = (what: string, count: number, of: number, beside: string): Figure => ({
  what,
  ours: String(count),
  beside,
  promise: `all ${of}`,
  holds: count === of && of > 0,
})
const statements = Object.entries(boundaries.statements).map(([way, count]) => `${way} ${count}`)
report({
  id: 'payments',
  title: 'Purchases: every order of what comes in, broken connections, forged floods, kill −9 of the server',
  command: `npm run proof:payments -- --seed ${seed}`,
  how: [
    'Every order of 1–5 webhooks of success, 0–1 of failure, 0–2 returns and 0–2 polls, each on a purchase of its own, by the',
    'product’s own verbs on the embedded PostgreSQL with fsync, twelve at a time. Then every statement of each way of settling',
    'loses its connection, before the database gets it and after it has carried it out, and the same comes in again. Then twelve',
    'people buy at a hosted checkout from the built server, which is killed again and again; of every eight purchases one is told',
    'to nobody, the rest by up to five webhooks and two returns at once. Credited once: one ledger entry, one receipt, one step.',
    'The flood is half unsigned where everything is signed, half hints of a purchase that nobody has, sent from the same machine.',
  ].join('\n'),
  figures: [
    all('orders credited exactly once', orders.creditedOnce, orders.orders, `${orders.arrivals} arrivals`),
    all(
      'of them where a failure followed success: credits stay, a person is called',
      orders.toReview,
      orders.takenBack,
      '',
    ),
    all(
      'purchases with a broken connection, credited exactly once',
      boundaries.creditedOnce,
      boundaries.purchases,
      `${boundaries.broken} breaks; statements: ${statements.join(', ')}; ${boundaries.doneUnheard} had committed unheard`,
    ),
    {
      what: 'kills −9 of the server',
      ours: String(killed.kills),
      beside: `${killed.cutOff} purchases cut off before anybody was sent to pay`,
      promise: 'at least 200',
      holds: killed.kills >= 200,
    },
    all('purchases paid meanwhile, credited exactly once', killed.creditedOnce, killed.paid, ''),
    {
      what: 'forged webhooks a second, answered',
      ours: flood.perSecond.toFixed(0),
      beside: Object.entries(flood.statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
      promise: 'at least 1,900, at most 60 hints of a network a minute looked at',
      holds: flood.perSecond >= 1_900 && (flood.statuses[200] ?? 0) <= 60 && flood.rows <= 1,
    },
    {
      what: 'calls of others meanwhile, p99',
      ours: `${flood.p99Ms.toFixed(0)} ms`,
      beside: `${flood.calls} calls, ${flood.failedCalls} failed`,
      promise: 'at most 300 ms, none failed',
      holds: flood.p99Ms <= 300 && flood.failedCalls === 0,
    },
    {
      what: 'differences between purchases, ledger and receipts, and anything else wrong',
      ours: String(problems.length),
      beside: '',
      promise: '0',
      holds: problems.length === 0,
    },
    {
      what: 'duration, looking up included',
      ours: `${seconds().toFixed(0)} s`,
      beside: `orders ${orders.seconds.toFixed(0)} s, kills ${killed.seconds.toFixed(0)} s`,
      promise: `at most ${secondsAtMost} s`,
      holds: seconds() <= secondsAtMost,
    },
  ],
})
