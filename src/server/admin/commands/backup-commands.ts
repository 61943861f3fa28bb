import { basename, resolve } from 'node:path'
import { endEverySession } from '../../auth/auth.ts'
import { readableBackup, restoreBackup, undoRestore } from '../../platform/backup/restore-backup.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { openDb, pgErrorCode } from '../../platform/db.ts'
import { giveUpMails } from '../../platform/mail.ts'
import { createPool } from '../../platform/pool.ts'
import type { SocketConnection } from '../../platform/postgres/postmaster.ts'
import { giveUpWaitingLeads } from '../../support/support.ts'
import { actsSince, noteAct } from '../acts.ts'
import { type Call, type Command, CommandError, type Tools } from '../command.ts'
import { columns, moment } from '../plain-text.ts'

const answerThatMeansIt = 'restore'
const reason = 'Restored from a backup'

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    words: ['<file>'],
    says: 'Write everything in the embedded database into one file; the product may go on running.',
    more: [
      'The file holds everybody’s data: keep it as you keep the database. DATA_DIR/installation-secret is not in it, and',
      'without that file second factors cannot be read: keep it too, elsewhere.',
    ],
    run: backup,
  },
  {
    name: 'restore',
    words: ['<file>'],
    says: 'Put a backup in the place of the embedded database. Asks before; stop the product first.',
    more: [
      'Everybody is signed out, links in mails and to answers end, and mails and tickets that still waited are given up. The data',
      'from before stays until the backup is whole in its place, and beside it until the next restore: see undo-restore.',
    ],
    options: { yes: { says: 'do not ask' } },
    run: restore,
  },
  {
    name: 'undo-restore',
    words: [],
    says: 'Put the data from before the last restore back in its place. Asks before; stop the product first.',
    more: [
      'Everybody is signed out. What was restored is kept in turn, so that this can be taken back by the same command.',
    ],
    options: { yes: { says: 'do not ask' } },
    run: undo,
  },
  {
    name: 'after-restore',
    words: [],
    says: 'Do what restore does at its end, for a database that other tools brought back. Asks before.',
    more: ['Run it before the product starts on that database.'],
    options: { yes: { says: 'do not ask' } },
    run: afterRestore,
  },
]

const sum = (rows: Record<string, number>) => Object.values(rows).reduce((all, count) => all + count, 0)

async function backup({ words: [name = ''], tools }: Call) {
  const file = resolve(name)
  const database = await tools.embeddedDatabase()
  const ctx = await database.open()
  const { header, rows } = await writeBackup(database.connection, file, tools.onInterrupt)
  await noteAct(ctx, {
    actor: tools.actor,
    act: 'backup',
    subject: basename(file),
    detail: { rows: sum(rows) },
  })
  return {
    data: { file, made_at: header.made_at, rows },
    lines: [`${file} holds ${rows.users ?? 0} accounts, ${sum(rows)} rows in all`],
  }
}

async function restore(call: Call) {
  const { words, tools } = call
  const file = resolve(words[0] ?? '')
  const { header, rows } = await readableBackup(file, tools.migrationsFolder)
  const database = await oursAlone(call)
  const lost = await actsLost(tools, database.connection, new Date(header.made_at))
  await makeSure(
    call,
    [
      `All data is replaced by the backup of ${moment(header.made_at)} with ${rows.users ?? 0} accounts, and everybody is signed out.`,
      'What came after it is gone: accounts deleted since are back, as are old passwords, spent recovery codes, and identities',
      'that were disconnected.',
      ...aboutActs(lost),
    ].join('\n'),
  )
  let leadsGivenUp = 0
  const settle = async (ctx: Context) => {
    leadsGivenUp = await endWhatWasOpen(ctx)
    const detail = { made_at: header.made_at, rows: sum(rows) }
    await noteAct(ctx, { actor: tools.actor, act: 'restore', subject: basename(file), detail })
  }
  await restoreBackup({
    connection: database.connection,
    file,
    migrationsFolder: tools.migrationsFolder,
    settle: db => settle(tools.contextOver(db)),
  })
  const lines = [
    `Restored ${rows.users ?? 0} accounts as of ${moment(header.made_at)}. Everybody is signed out.`,
  ]
  lines.push(...aboutActs(lost), ...aboutLeads(leadsGivenUp))
  const data = { file, made_at: header.made_at, rows, leads_given_up: leadsGivenUp, acts_taken_back: lost }
  return { data, lines }
}

/** What operators did since, as the data that is replaced has it. */
async function actsLost(tools: Tools, connection: SocketConnection, since: Date) {
  const pool = createPool(connection, { max: 1 })
  try {
    return await actsSince(tools.contextOver(openDb(pool)), since)
  } catch (error) {
    // A new machine has no such table yet.
    if (pgErrorCode(error) === '42P01') return []
    throw error
  } finally {
    await pool.end()
  }
}

function aboutActs(lost: Awaited<ReturnType<typeof actsSince>>): string[] {
  if (lost.length === 0) return []
  const rows = lost.map(one => [moment(one.createdAt), one.actor, one.act, one.subject, one.reason ?? ''])
  return [
    'Operators’ acts that it takes back, to be done again where they still matter:',
    ...columns(['When', 'Who', 'What', 'To whom or what', 'Why'], rows),
  ]
}

async function undo(call: Call) {
  const { tools } = call
  const database = await oursAlone(call)
  await makeSure(
    call,
    'All data is replaced by that from before the last restore, and everybody is signed out.',
  )
  let leadsGivenUp = 0
  await undoRestore({
    connection: database.connection,
    migrationsFolder: tools.migrationsFolder,
    settle: async db => {
      const ctx = tools.contextOver(db)
      leadsGivenUp = await endWhatWasOpen(ctx)
      await noteAct(ctx, { actor: tools.actor, act: 'undo-restore', subject: 'database' })
    },
  })
  const lines = [
    'The data from before the restore is back. Everybody is signed out.',
    ...aboutLeads(leadsGivenUp),
  ]
  return { data: { leads_given_up: leadsGivenUp }, lines }
}

/** The embedded database, with no product on it. @throws CommandError */
async function oursAlone({ tools }: Call) {
  const database = await tools.embeddedDatabase()
  if (!database.isOurs) throw new CommandError('refused', 'The product is running: stop it first')
  return database
}

async function afterRestore(call: Call) {
  const { tools } = call
  await makeSure(call, 'Everybody is signed out, and what waited to be sent is given up.')
  const ctx = await tools.openDatabase()
  const leadsGivenUp = await inTransaction(ctx, async ctx => {
    await noteAct(ctx, { actor: tools.actor, act: 'after-restore', subject: 'database' })
    return endWhatWasOpen(ctx)
  })
  const lines = ['Everybody is signed out, and no link from before works.', ...aboutLeads(leadsGivenUp)]
  return { data: { leads_given_up: leadsGivenUp }, lines }
}

/** Asks, unless the call says not to. @throws CommandError for any other answer than the word */
async function makeSure({ options, tools }: Call, what: string): Promise<void> {
  if (options.yes === true) return
  const answer = await tools.ask(`${what}\nType '${answerThatMeansIt}' to go on: `)
  if (answer?.trim() !== answerThatMeansIt) throw new CommandError('refused', 'Nothing was changed')
}

const aboutLeads = (count: number) =>
  count === 0
    ? []
    : [`${count} requests for support were not in the CRM then: see tickets list, tickets retry`]

/** What was ended, used or sent after the backup is in it as if it were open. Answers how many tickets wait for a person. */
async function endWhatWasOpen(ctx: Context): Promise<number> {
  // Loaded only here: no other command has to wait for them.
  const [{ revokeEveryShare }, { endLinkCodes }] = await Promise.all([
    import('../../chat/chat.ts'),
    import('../../social/social.ts'),
  ])
  return inTransaction(ctx, async ctx => {
    await endEverySession(ctx)
    await endLinkCodes(ctx)
    await revokeEveryShare(ctx)
    await giveUpMails(ctx, reason)
    return giveUpWaitingLeads(ctx, reason)
  })
}
