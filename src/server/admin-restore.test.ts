import { createHash } from 'node:crypto'
import {
  constants,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { grantStarter, hold, purchase, settle } from './credits/credits.ts'
import { checkBackup } from './platform/backup/backup-file.ts'
import { migrate } from './platform/migrate.ts'
import { createPool } from './platform/pool.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { adminCommand } from './testing/admin-command.ts'
import { aSignedInUser, type SignedInTestUser } from './testing/builders.ts'
import { testContext } from './testing/context.ts'
import { waitFor } from './testing/wait-for.ts'

// Whole databases are made, started and stopped here.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const migrations = join(import.meta.dirname, '../../migrations')
const folder = mkdtempSync(join(tmpdir(), 'soko-restore-'))
const dataDir = join(folder, 'data')
const admin = adminCommand({ DATA_DIR: dataDir })
const file = join(folder, 'soko.backup')
const awkward = 'Tab\tnew line\nback\\slash \\. \\N “ü” 𞤀'
let user: SignedInTestUser

/** The embedded database, as a running server would have it. */
async function withDatabase<T>(work: (pool: Pool) => Promise<T>, place = dataDir): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir: place, log: { info: () => undefined } })
  const pool = createPool(postgres.connection, { max: 4 })
  try {
    await migrate(pool, migrations)
    return await work(pool)
  } finally {
    await pool.end()
    await postgres.stop()
  }
}

const stateOf = (pool: Pool) =>
  Promise.all(
    [
      'SELECT id, email, name FROM users ORDER BY id',
      'SELECT user_id, balance, held FROM credit_account ORDER BY user_id',
      'SELECT user_id, id, kind, ref, amount, balance_after FROM credit_entry ORDER BY id',
      'SELECT version, quick, deep FROM credit_price ORDER BY version',
      'SELECT id, description FROM support_ticket ORDER BY id',
      'SELECT * FROM payment_product ORDER BY id',
      'SELECT * FROM payment_price ORDER BY product_id, currency',
      'SELECT * FROM payment_attempt ORDER BY seq',
      'SELECT * FROM payment_step ORDER BY id',
      'SELECT * FROM payment_notification ORDER BY event_id',
      'SELECT * FROM payment_receipt ORDER BY number',
      'SELECT * FROM payment_receipt_count ORDER BY year',
      'SELECT * FROM payment_billing ORDER BY user_id',
      'SELECT * FROM credit_debt ORDER BY ref',
    ].map(async query => (await pool.query(query)).rows),
  )

/** A purchase with all that hangs on it: credited, and taken back after some of it was spent. */
async function buy(pool: Pool): Promise<void> {
  const ctx = testContext(pool)
  const id = '7d6f8c1e-0000-4000-8000-000000000003'
  const post = { userId: user.id, amountCredits: 100 }
  await purchase(ctx, { ...post, ref: 'topup:ABCDEFGHIJKLMN7', reason: 'Starter' })
  await pool.query(
    `INSERT INTO payment_attempt (id, reference, user_id, idempotency_key, provider, is_sandbox, product_id, product_name,
       credit_amount, amount_minor, currency, state, provider_ref, transaction_id, credited_at, checkout)
     VALUES ($1, 'ABCDEFGHIJKLMN7', $2, $1, 'flutterwave', true, 'starter', $3, 100, 15000, 'GHS', 'refunded', 'r', 't',
       now(), jsonb_build_object('name', $3::text))`,
    [id, user.id, awkward],
  )
  await pool.query(
    `INSERT INTO payment_step (attempt_id, from_state, to_state, cause, words) VALUES ($1, 'redirected', 'paid', 'poll', $2)`,
    [id, awkward],
  )
  await pool.query(
    `INSERT INTO payment_notification (provider, event_id, type, authenticity, attempt_id, outcome, note)
     VALUES ('flutterwave', 'e1', 'charge.completed', 'signed', $1, 'settled', $2)`,
    [id, awkward],
  )
  await pool.query(`INSERT INTO payment_billing (user_id, company) VALUES ($1, $2)`, [user.id, awkward])
  await pool.query(
    `INSERT INTO payment_receipt (attempt_id, number, buyer_name) VALUES ($1, '2026-000001', $2)`,
    [id, awkward],
  )
  await pool.query('INSERT INTO payment_receipt_count (year, last) VALUES (2026, 1)')
  await pool.query(
    `INSERT INTO credit_debt (ref, user_id, amount) VALUES ('reversal:ABCDEFGHIJKLMN7', $1, 5)`,
    [user.id],
  )
}

/** Everything that was there when the backup was made. */
let before: Awaited<ReturnType<typeof stateOf>>

beforeAll(async () => {
  before = await withDatabase(async pool => {
    user = await aSignedInUser(pool)
    const ctx = testContext(pool)
    await grantStarter(ctx, user.id, 100)
    const holdId = '7d6f8c1e-0000-4000-8000-000000000001'
    await hold(ctx, { id: holdId, userId: user.id, amountCredits: 10, priceVersion: 1, lifeMs: 60_000 })
    await settle(ctx, { holdId, userId: user.id, amountCredits: 7, ref: 'thread_x:1' })
    await pool.query(
      `INSERT INTO support_ticket (id, user_id, description, content_hash) VALUES
      ('7d6f8c1e-0000-4000-8000-000000000002', $1, $2, 'h')`,
      [user.id, awkward],
    )
    await buy(pool)
    await pool.query(`INSERT INTO support_lead (ticket_id) VALUES ('7d6f8c1e-0000-4000-8000-000000000002')`)
    await pool.query(`INSERT INTO mail_outbox (to_address, purpose, subject, text_body, html_body, message_id)
      VALUES ('a@example.com', 'verify', 's', 'a secret link', 'h', 'm1')`)
    // The product runs while the backup is made.
    const made = await admin(['backup', file])
    expect(made.code, made.err).toBe(0)
    expect(made.out).toContain('holds 1 accounts')
    return stateOf(pool)
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

describe('a backup', () => {
  test('is for its owner alone, replaces no file, and holds each row', async () => {
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(await admin(['backup', file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is there already'),
    })
    const lines = gunzipSync(readFileSync(file)).toString().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ soko_backup: 1 })
    expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({
      rows: { users: 1, credit_entry: 3, support_ticket: 1, sessions: 1, payment_receipt: 1 },
    })
  })
})

test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM'])(
  'a backup that is ended by %s leaves nothing of anybody behind',
  async signal => {
    const place = mkdtempSync(join(folder, 'interrupted-'))
    await withDatabase(async pool => {
      const client = await pool.connect()
      await client.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
      const begun = waitFor('the file is begun', () => readdirSync(place).length === 1, 30_000)
      const ended = await admin(['backup', join(place, 'b')], { killAfter: begun, signal })
      await client.query('ROLLBACK')
      client.release()
      expect(ended).toEqual({ code: 130, out: '', err: '' })
    })
    expect(readdirSync(place)).toEqual([])
  },
)

/** So long after the first sign of the new database beside the old one. */
async function halfThere(place: string, laterMs: number): Promise<void> {
  const host = join(place, 'postgres', 'socket')
  const isThere = async () => {
    const client = new Client({ host, user: 'soko', database: 'postgres' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(`SELECT FROM pg_database WHERE datname = 'soko_restoring'`)).rowCount === 1
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  await waitFor('a new database is begun', isThere, 60_000)
  await sleep(laterMs)
}

describe('restoring', () => {
  /** What came after the backup and has to be gone, or to stay where nothing was restored. */
  const later = async (pool: Pool) => {
    await aSignedInUser(pool)
    return stateOf(pool)
  }

  test('asks, and changes nothing without the word', async () => {
    const now = await withDatabase(later)
    for (const typed of ['', 'yes\n']) {
      const refused = await admin(['restore', file], { typed })
      expect(refused).toMatchObject({ code: 4, out: '' })
      expect(refused.err).toContain("Type 'restore' to go on")
    }
    expect(await withDatabase(stateOf)).toEqual(now)
  })

  test('is refused while the product runs', async () => {
    await withDatabase(async () => {
      expect(await admin(['restore', file, '--yes'])).toMatchObject({
        code: 4,
        err: expect.stringContaining('The product is running'),
      })
    })
  })

  test('a file that is damaged changes nothing', async () => {
    const now = await withDatabase(stateOf)
    const cut = join(folder, 'cut')
    const whole = readFileSync(file)
    writeFileSync(cut, whole.subarray(0, whole.length - 200))
    const refused = await admin(['restore', cut, '--yes'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err.trim().split('\n'), refused.err).toHaveLength(1)
    expect(await withDatabase(stateOf)).toEqual(now)
  })

  test('a file with a table that is not ours, under the right hash, is one plain line and changes nothing', async () => {
    const now = await withDatabase(stateOf)
    const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -2)
    const { rows } = await checkBackup(file)
    const body = `${[...lines, '{"table":"elsewhere","columns":["a"]}', '\\.'].join('\n')}\n`
    const sha256 = createHash('sha256').update(body).digest('hex')
    const forged = join(folder, 'forged')
    writeFileSync(forged, gzipSync(`${body}${JSON.stringify({ rows: { ...rows, elsewhere: 0 }, sha256 })}\n`))
    const refused = await admin(['restore', forged, '--yes'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('cannot be loaded')
    expect(refused.err.trim().split('\n')).toHaveLength(1)
    expect(await withDatabase(stateOf)).toEqual(now)
  })

  test('faults 29: brings back every row to the letter, and ends every session, link, mail and hand-over', async () => {
    await withDatabase(pool =>
      pool.query(
        `INSERT INTO operator_act (actor, act, subject, reason, detail)
         VALUES ('Efua', 'users disable', $1, 'Stolen phone', '{}')`,
        [user.id],
      ),
    )
    const restored = await admin(['restore', file, '--json'], { typed: 'restore\n' })
    expect(restored.code, restored.err).toBe(0)
    // What it takes back is said before it asks, and once more at its end.
    expect(restored.err).toMatch(/Efua +users disable +\S+ +Stolen phone[\s\S]*Type 'restore'/)
    const data = JSON.parse(restored.out) as { acts_taken_back: { act: string; reason: string | null }[] }
    expect(data).toMatchObject({ leads_given_up: 1 })
    expect(data.acts_taken_back.at(-1)).toMatchObject({ act: 'users disable', reason: 'Stolen phone' })
    await withDatabase(async pool => {
      expect(await stateOf(pool)).toEqual(before)
      const found = await pool.query(`SELECT
        (SELECT array_agg(DISTINCT state) FROM sessions) AS sessions,
        (SELECT array_agg(text_body) FROM mail_outbox) AS mails,
        (SELECT array_agg(state) FROM support_lead) AS leads,
        (SELECT array_agg(act) FROM operator_act) AS acts`)
      expect(found.rows).toEqual([
        { sessions: ['revoked'], mails: [''], leads: ['given_up'], acts: ['restore'] },
      ])
      // The ledger goes on where it was, with its laws awake.
      const ctx = testContext(pool)
      await grantStarter(ctx, (await aSignedInUser(pool)).id, 5)
      await expect(pool.query('DELETE FROM credit_entry')).rejects.toThrow('is refused')
      const ids = await pool.query<{ id: number }>('SELECT id FROM credit_entry ORDER BY id')
      expect(new Set(ids.rows.map(({ id }) => id)).size).toBe(4)
    })
  })

  test('what was there before is kept, comes back by a command, and goes again by the same', async () => {
    const restored = await withDatabase(stateOf)
    expect((await admin(['undo-restore'], { typed: 'no\n' })).code).toBe(4)
    const undone = await admin(['undo-restore', '--yes'])
    expect(undone.code, undone.err).toBe(0)
    await withDatabase(async pool => {
      // The account that came after the backup.
      expect((await stateOf(pool))[0]).toHaveLength(2)
      const open = await pool.query(`SELECT FROM sessions WHERE state <> 'revoked'`)
      expect(open.rowCount).toBe(0)
    })
    expect((await admin(['undo-restore', '--yes'])).code).toBe(0)
    expect(await withDatabase(stateOf)).toEqual(restored)
  })

  test('a try that was killed half-way leaves the data as it was, and the next one works', async () => {
    const place = join(folder, 'copy')
    cpSync(join(dataDir, 'postgres', 'cluster'), join(place, 'postgres', 'cluster'), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    })
    const now = await withDatabase(later, place)
    const here = adminCommand({ DATA_DIR: place })
    for (const laterMs of [0, 150, 400]) {
      const killed = await here(['restore', file, '--yes'], { killAfter: halfThere(place, laterMs) })
      expect(killed).toMatchObject({ code: null, out: '' })
      expect([now, before]).toContainEqual(await withDatabase(stateOf, place))
    }
    await withDatabase(async pool => {
      // As a kill in the middle leaves it: the half of a new database beside the whole old one.
      await pool.query('DROP DATABASE IF EXISTS soko_restoring')
      await pool.query('CREATE DATABASE soko_restoring')
    }, place)
    expect((await here(['restore', file, '--yes'])).code).toBe(0)
    expect(await withDatabase(stateOf, place)).toEqual(before)
  })

  test('works on a machine that has no data yet', async () => {
    const place = join(folder, 'new')
    expect((await adminCommand({ DATA_DIR: place })(['restore', file, '--yes'])).code).toBe(0)
    expect(await withDatabase(stateOf, place)).toEqual(before)
  })
})
