import { afterAll, expect, test } from 'vitest'
import { createClient } from '../../testing/client.ts'
import { testContext } from '../../testing/context.ts'
import { testDatabase } from '../../testing/database.ts'
import { aBuyer as buyerOver, tell } from '../../testing/payment-world.ts'
import { testApp } from '../../testing/test-app.ts'
import { runAdmin } from '../admin.ts'
import type { Tools } from '../command.ts'

const database = await testDatabase()
const { pool } = database
const app = await testApp(database, { RATE_LIMITS: 'off' })
const { paypal } = app.scripted
afterAll(() => app.close())
const client = createClient(app.http)

const unused = () => {
  throw new Error('No decision needs this')
}
const admin = (...args: string[]) =>
  runAdmin(
    args,
    (): Tools => ({
      actor: 'Efua',
      isProduction: false,
      openDatabase: async () => testContext(pool),
      contextOver: unused,
      payments: async () => app.payments,
      shippedSettings: unused,
      embeddedDatabase: unused,
      readFile: unused,
      onInterrupt: unused,
      ask: unused,
      migrationsFolder: '',
    }),
  )

async function credited() {
  const buyer = await buyerOver(pool, client)
  const order = await buyer.order('paypal')
  paypal.say(order.reference)
  await tell(client, paypal, { reference: order.reference })
  expect(await buyer.credits()).toBe(100)
  return { buyer, order }
}

const acts = async (subject: string) =>
  (await pool.query('SELECT act, actor FROM operator_act WHERE subject = $1', [subject])).rows

/** What happens while the provider gives the money back. */
function whileRefunding(happens: () => Promise<void>): () => void {
  const { refund } = paypal
  paypal.refund = async asked => {
    const finding = await refund?.(asked)
    await happens()
    if (!finding) throw new Error('It gives nothing back')
    return finding
  }
  return () => {
    if (refund) paypal.refund = refund
  }
}

test('no transaction is open while a provider is asked to give money back', async () => {
  const { buyer, order } = await credited()
  let open: number | undefined
  const restore = whileRefunding(async () => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    )
    open = rows[0]?.count
  })
  const { out } = await admin('payments', 'refund', order.reference, '--reason', 'Asked for it')
  restore()
  expect([open, await buyer.credits()]).toEqual([0, 0])
  expect(out).toContain('100 credits were taken back')
  expect(await acts(order.reference)).toEqual([{ act: 'payments refund', actor: 'Efua' }])
})

test('faults 122: a refund whose notification is quicker is told and noted as what the operator did', async () => {
  const { buyer, order } = await credited()
  const restore = whileRefunding(async () => {
    expect((await tell(client, paypal, { reference: order.reference })).status).toBe(200)
  })
  const { out } = await admin('payments', 'refund', order.reference, '--reason', 'Asked for it')
  restore()
  expect(out.split('\n').slice(0, 2)).toEqual([
    'Its notification took the credits first',
    'paypal gives 12.00 USD back',
  ])
  expect(await buyer.ledger()).toEqual([
    ['purchase', 100],
    ['reversal', -100],
  ])
  expect(await acts(order.reference)).toEqual([{ act: 'payments refund', actor: 'Efua' }])
  const again = await admin('payments', 'refund', order.reference, '--reason', 'Asked for it')
  expect(again.out).toContain('was given back before')
  expect(await acts(order.reference)).toHaveLength(1)
})
