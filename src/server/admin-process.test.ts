import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { grantStarter } from './credits/credits.ts'
import { adminCommand } from './testing/admin-command.ts'
import { aSignedInUser, type SignedInTestUser } from './testing/builders.ts'
import { createClient, errorOf } from './testing/client.ts'
import { testContext } from './testing/context.ts'
import { testDatabase } from './testing/database.ts'
import { type TestApp, testApp } from './testing/test-app.ts'
import { waitFor } from './testing/wait-for.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000 })

const database = await testDatabase()
const { pool, connection } = database
const folder = mkdtempSync(join(tmpdir(), 'soko-admin-'))
const address = `postgres://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}/${connection.database}`
const admin = adminCommand({ DATABASE_URL: address, DATA_DIR: folder })
let app: TestApp

beforeAll(async () => {
  app = await testApp(database)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const fileWith = (name: string, text: string | Buffer) => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

async function actsOn(subject: string) {
  const found = await pool.query<{ act: string; actor: string; reason: string | null }>(
    'SELECT act, actor, reason FROM operator_act WHERE subject = $1 ORDER BY id',
    [subject],
  )
  return found.rows
}

describe('the command line', () => {
  test('helps without a database, and ends with 2 for what it does not know', async () => {
    const nowhere = adminCommand({ DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_DIR: folder })
    const overview = await nowhere(['help'])
    expect(overview).toMatchObject({ code: 0, err: '' })
    for (const name of [
      'first-admin',
      'users find',
      'users disable',
      'settings set',
      'tickets list',
      'backup',
    ])
      expect(overview.out).toContain(`  ${name}`)
    const one = await nowhere(['users', 'grant', '--help'])
    expect(one).toMatchObject({ code: 0 })
    expect(one.out).toMatch(/npm run admin -- users grant <user> <credits>[\s\S]*--reason <why>/)
    expect(await nowhere(['users', 'fly'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining("There is no command 'users fly'"),
    })
    expect(await nowhere(['users', 'show'])).toMatchObject({ code: 2 })
    expect(await nowhere(['users', 'find', '--colour'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--colour'),
    })
    const away = await nowhere(['users', 'find', '--json'])
    expect(away.code).toBe(1)
    expect(JSON.parse(away.err)).toMatchObject({ error: { exit_code: 1 } })
  })

  test('takes options before the command, and what follows them as theirs', async () => {
    expect(await admin(['--as', 'bob', 'users', 'find', 'nobody-of-this-name'])).toMatchObject({
      code: 0,
      out: 'Nobody was found\n',
    })
    expect((await admin(['--as', 'help', '--json', 'users', 'fly'])).code).toBe(2)
  })

  test('shows names, reasons and paths as text that no terminal obeys', async () => {
    const user = await aSignedInUser(pool)
    const hostile = '\u001b]0;owned\u0007\u001b[2J\u202ex'
    await admin(['users', 'disable', user.id, '--reason', hostile, '--as', hostile])
    const shown = await admin(['users', 'show', user.id])
    expect(shown.out).toContain('users disable by <U+001B>]0;owned<U+0007>')
    const missing = await admin(['settings', 'set', 'tagline', '--file', `/nowhere/${hostile}`])
    expect(missing.err).toContain('<U+001B>[2J')
    for (const said of [shown.out, missing.err])
      expect(said.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('faults without the parameters of a query', async () => {
    const nul = fileWith('nul.html', 'a private text\0')
    const refused = await admin(['settings', 'set', 'terms', '--file', nul])
    expect(refused).toEqual({ code: 4, out: '', err: `${nul} holds a NUL: it is not text\n` })
    await pool.query('ALTER TABLE front_setting RENAME TO front_setting_away')
    try {
      const secret = fileWith('secret.html', '<p>a private text</p>')
      const failed = await admin(['settings', 'set', 'terms', '--file', secret])
      expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('does not exist') })
      expect(failed.err).not.toMatch(/private text|params/)
    } finally {
      await pool.query('ALTER TABLE front_setting_away RENAME TO front_setting')
    }
  })
})

describe('the first admin', () => {
  test('is made once: of two at the same moment one, and none after it; an account that is not active is none', async () => {
    const [ama, kofi, unproven] = [
      await aSignedInUser(pool),
      await aSignedInUser(pool),
      await aSignedInUser(pool),
    ]
    await pool.query(`UPDATE users SET status = 'unverified' WHERE id = $1`, [unproven.id])
    expect(await admin(['first-admin', unproven.email])).toMatchObject({ code: 4 })
    expect(await admin(['first-admin', 'nobody@example.com'])).toMatchObject({ code: 3 })
    const both = await Promise.all([ama, kofi].map(({ email }) => admin(['first-admin', email])))
    expect(both.map(({ code }) => code).sort()).toEqual([0, 4])
    const admins = await pool.query<{ id: string }>(`SELECT id FROM users WHERE 'admin' = ANY (roles)`)
    expect(admins.rows).toHaveLength(1)
    expect(await actsOn(admins.rows[0]?.id ?? '')).toMatchObject([{ act: 'first-admin' }])
  })
})

describe('an account', () => {
  let user: SignedInTestUser
  beforeAll(async () => {
    user = await aSignedInUser(pool)
    await grantStarter(testContext(pool), user.id, 100)
  })

  test('is found by a part of its address and shown with its credits, for people and for programs', async () => {
    const found = await admin(['users', 'find', user.email.slice(0, 12).toUpperCase()])
    expect(found.out).toContain(user.email)
    const shown = await admin(['users', 'show', user.email, '--json'])
    expect(JSON.parse(shown.out)).toMatchObject({ id: user.id, status: 'active', credits: 100, roles: [] })
    expect(await admin(['users', 'find', '%', '--status', 'disabled'])).toMatchObject({
      code: 0,
      out: 'Nobody was found\n',
    })
  })

  test('faults 100: gets credits by an entry of the ledger that says why and who, once per cause', async () => {
    expect(await admin(['users', 'grant', user.email, '50'])).toMatchObject({
      code: 2,
      err: '--reason is needed\n',
    })
    const grant = ['users', 'grant', user.email, '50', '--reason', 'Workshop', '--ref', 'w1', '--as', 'Efua']
    const granted = [await admin(grant), await admin(grant)]
    expect(granted.map(({ code }) => code)).toEqual([0, 0])
    expect(granted[1]?.out).toContain('had them already')
    const entries = await pool.query(
      `SELECT kind, amount, balance_after, reason, actor FROM credit_entry
       WHERE user_id = $1 AND kind <> 'grant'`,
      [user.id],
    )
    expect(entries.rows).toEqual([
      { kind: 'adjustment', amount: 50, balance_after: 150, reason: 'Workshop', actor: 'Efua' },
    ])
    for (const credits of ['0', '-5'])
      expect((await admin(['users', 'grant', user.email, '--reason', 'x', '--', credits])).code).toBe(2)
    expect(await actsOn(user.id)).toEqual([{ act: 'users grant', actor: 'Efua', reason: 'Workshop' }])
  })

  test('faults 4: disabled it is signed out at once on its open screen, and enabled it is not signed in again', async () => {
    const client = createClient(app.http)
    const me = () => client.get('/accounts/credits', { headers: user.headers })
    expect((await me()).status).toBe(200)
    const told: string[] = []
    app.auth.userEvents.subscribe(
      user.id,
      ({ event }) => told.push(event),
      () => undefined,
    )
    expect(await admin(['users', 'disable', user.id])).toMatchObject({ code: 2 })
    const disabled = await admin(['users', 'disable', user.id, '--reason', 'Left the firm'])
    expect(disabled).toMatchObject({ code: 0, err: '' })
    await waitFor('its screens hear of it', () => told.includes('session_superseded'), 1_000)
    const refused = await me()
    expect([refused.status, errorOf(refused).code]).toEqual([401, 'unauthenticated'])
    const again = await admin(['users', 'disable', user.id, '--reason', 'Twice', '--json'])
    expect(JSON.parse(again.out)).toEqual({ id: user.id, changed: false })
    expect((await admin(['users', 'enable', user.id, '--reason', 'Back'])).code).toBe(0)
    expect((await me()).status).toBe(401)
    const status = await pool.query('SELECT status FROM users WHERE id = $1', [user.id])
    expect(status.rows).toEqual([{ status: 'active' }])
    expect((await actsOn(user.id)).map(({ act, reason }) => [act, reason]).slice(-2)).toEqual([
      ['users disable', 'Left the firm'],
      ['users enable', 'Back'],
    ])
  })
})

test('the second factor of somebody who lost it is taken off, and they are told', async () => {
  const user = await aSignedInUser(pool)
  await pool.query(
    `INSERT INTO second_factors (user_id, secret_sealed, confirmed_at) VALUES ($1, 'sealed', now())`,
    [user.id],
  )
  const drop = () => admin(['users', 'drop-second-factor', user.email, '--reason', 'Lost phone', '--json'])
  expect(JSON.parse((await drop()).out)).toEqual({ id: user.id, changed: true })
  expect(JSON.parse((await drop()).out)).toEqual({ id: user.id, changed: false })
  const left = await pool.query('SELECT 1 FROM second_factors WHERE user_id = $1', [user.id])
  expect(left.rowCount).toBe(0)
  const mails = await pool.query('SELECT subject FROM mail_outbox WHERE to_address = $1', [user.email])
  expect(mails.rows).toEqual([{ subject: 'Two-step sign-in is off' }])
  const me = await createClient(app.http).get('/accounts/credits', { headers: user.headers })
  expect(me.status).toBe(401)
  expect((await actsOn(user.id)).map(({ act, reason }) => [act, reason])).toEqual([
    ['users drop-second-factor', 'Lost phone'],
  ])
})

describe('the public screens', () => {
  const settings = async () => {
    const answer = await createClient(app.http).get('/front/settings')
    return answer.json<{ tagline: { text: string }; tnc: { content: string }; clients: object[] }>()
  }

  test('show what a file says at once, with nothing in it that runs, and go back by its versions', async () => {
    const shipped = await settings()
    const first = fileWith('t1.html', '<h2 onclick="x()">One</h2><script>alert(1)</script>')
    const second = fileWith('t2.html', '<p>Two</p>')
    expect(await admin(['settings', 'set', 'terms', '--file', first])).toMatchObject({ code: 0 })
    await waitFor('it is shown', async () => (await settings()).tnc.content === '<h2>One</h2>')
    await admin(['settings', 'set', 'terms', '--file', second])
    await waitFor('it is shown', async () => (await settings()).tnc.content === '<p>Two</p>')
    expect(await admin(['settings', 'undo', 'terms'])).toMatchObject({ code: 0 })
    await waitFor('the first is back', async () => (await settings()).tnc.content === '<h2>One</h2>')
    expect(await admin(['settings', 'undo', 'terms', '--to', '0'])).toMatchObject({ code: 0 })
    await waitFor('what ships is back', async () => (await settings()).tnc.content === shipped.tnc.content)
    const history = await admin(['settings', 'history', 'terms', '--json'])
    const { versions } = JSON.parse(history.out) as { versions: { version: number; content: unknown }[] }
    expect(versions.map(({ version, content }) => [version, content])).toEqual(
      [
        [4, null],
        [3, '<h2>One</h2>'],
        [2, '<p>Two</p>'],
        [1, '<h2>One</h2>'],
      ].map(([version, content]) => [version, content && { content }]),
    )
    expect((await actsOn('terms')).map(({ act }) => act)).toEqual([
      'settings set',
      'settings set',
      'settings undo',
      'settings undo',
    ])
  })

  test('refuse a file that does not fit, and stay as they are', async () => {
    const before = await settings()
    const unfit = fileWith('unfit', '[{"name":"A","logo_url":"https://elsewhere.example/a.png"}]')
    const refused = await admin(['settings', 'set', 'clients', '--file', unfit])
    expect(refused).toMatchObject({ code: 4, out: '' })
    expect(refused.err).toMatch(/^The file does not fit at 0\.logo_url: .+\n$/)
    const bytes = fileWith('bytes', Buffer.from([0xff, 0xfe, 0x00]))
    expect((await admin(['settings', 'set', 'tagline', '--file', bytes])).code).toBe(1)
    expect((await admin(['settings', 'set', 'footer', '--file', bytes])).code).toBe(2)
    expect(await settings()).toEqual(before)
  })
})

describe('requests for support', () => {
  const marker = randomUUID()
  const hostile = `Help ${marker}\u001b[2J\u001b]0;owned\u0007\u202egnp\r\n> forged`

  test('faults 126: are read as text that no terminal obeys, and closed once, with who did it', async () => {
    const user = await aSignedInUser(pool)
    const client = createClient(app.http)
    await client.post('/help', { Description: hostile, Last_Name: 'A\u001b[31m' }, { headers: user.headers })
    const list = await admin(['tickets', 'list'])
    expect(list.out).toContain(`Help ${marker}`)
    const id = (
      await pool.query<{ id: string }>('SELECT id FROM support_ticket WHERE user_id = $1', [user.id])
    ).rows[0]?.id as string
    const shown = await admin(['tickets', 'show', id.slice(0, 8)])
    expect(shown.out).toContain('<U+001B>[2J')
    expect(shown.out).toContain('> > forged')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
    for (const { out } of [list, shown]) expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/)
    expect((await admin(['tickets', 'close', id, '--note', 'Called back', '--as', 'Efua'])).code).toBe(0)
    const again = await admin(['tickets', 'close', id, '--json'])
    expect(JSON.parse(again.out)).toEqual({ id, changed: false })
    expect((await admin(['tickets', 'list'])).out).not.toContain(marker)
    const closed = await admin(['tickets', 'list', '--closed', '--json'])
    expect(JSON.parse(closed.out).tickets).toMatchObject([{ id }])
    expect(await actsOn(id)).toEqual([{ act: 'tickets close', actor: 'Efua', reason: 'Called back' }])
    expect(await admin(['tickets', 'show', 'ffffffff'])).toMatchObject({ code: 3 })
    expect(await admin(['tickets', 'show', '%'])).toMatchObject({ code: 3 })
  })
})

test('what operators did can be read and not be changed', async () => {
  expect((await admin(['acts'])).out).toContain('first-admin')
  for (const change of ['DELETE FROM operator_act', `UPDATE operator_act SET actor = 'nobody'`])
    await expect(pool.query(change)).rejects.toThrow('is refused')
})

test('backup and restore leave a database of DATABASE_URL to its own tools', async () => {
  expect(await admin(['backup', join(folder, 'no.gz')])).toMatchObject({
    code: 4,
    err: expect.stringContaining('pg_dump'),
  })
})

test('faults 29: after a restore by other tools every session, link and waiting mail is ended, once the word is typed', async () => {
  const user = await aSignedInUser(pool)
  const me = () => createClient(app.http).get('/accounts/credits', { headers: user.headers })
  await pool.query(
    `INSERT INTO password_resets (user_id, code_hash, mail_id) VALUES ($1, '\\x00', gen_random_uuid())`,
    [user.id],
  )
  const unproved = await aSignedInUser(pool)
  await pool.query(`UPDATE users SET status = 'unverified', verified_at = NULL WHERE id = $1`, [unproved.id])
  await pool.query(
    `INSERT INTO email_verifications (user_id, code_hash, mail_id) VALUES ($1, '\\x00', gen_random_uuid())`,
    [unproved.id],
  )
  expect(await admin(['after-restore'], { typed: 'no\n' })).toMatchObject({ code: 4, out: '' })
  expect((await me()).status).toBe(200)
  expect((await admin(['after-restore'], { typed: 'restore\n' })).code).toBe(0)
  expect((await me()).status).toBe(401)
  const open = await pool.query(`SELECT
    (SELECT count(*) FROM password_resets) AS resets,
    (SELECT count(*) FROM email_verifications WHERE used_at IS NULL) AS proofs,
    (SELECT count(*) FROM users WHERE verified_at IS NULL AND NOT is_contested) AS trusted, (SELECT count(*) FROM answer_share) AS shares,
    (SELECT count(*) FROM sessions WHERE state <> 'revoked') AS sessions,
    (SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL) AS mails`)
  expect(open.rows).toEqual([{ resets: 0, proofs: 0, trusted: 0, shares: 0, sessions: 0, mails: 0 }])
  expect((await actsOn('database')).map(({ act }) => act)).toEqual(['after-restore'])
})
