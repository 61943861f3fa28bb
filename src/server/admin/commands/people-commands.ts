import { randomUUID } from 'node:crypto'
import {
  disableAccount,
  dropFactor,
  enableAccount,
  findAccounts,
  makeFirstAdmin,
  operatedAccount,
} from '../../auth/auth.ts'
import { adjust, balance, isPaused } from '../../credits/credits.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { noteAct, readActs, wasGranted } from '../acts.ts'
import { type Call, type Command, CommandError, neededOption, textOption, wholeNumber } from '../command.ts'
import { columns, facts, moment, plainLine } from '../plain-text.ts'

const grantAtMost = 1_000_000
const statuses = ['active', 'unverified', 'disabled'] as const
const user = '<user>'
const userIs = 'The user is named by id or by email address.'

export const peopleCommands: readonly Command[] = [
  {
    name: 'first-admin',
    words: [user],
    says: 'Make an account the first admin, while there is none.',
    more: [userIs, 'The account is registered and verified in the product before.'],
    run: firstAdmin,
  },
  {
    name: 'users find',
    words: ['[text]'],
    says: 'List accounts whose email, name or company holds the text, newest first.',
    options: {
      status: { value: '<status>', says: `only ${statuses.join(', ')}` },
      limit: { value: '<number>', says: 'at most so many, 50 without it, never more than 200' },
    },
    run: find,
  },
  { name: 'users show', words: [user], says: 'Show one account.', more: [userIs], run: show },
  {
    name: 'users disable',
    words: [user],
    says: 'Close an account: it is signed out at once and cannot sign in.',
    more: [userIs],
    options: { reason: { value: '<why>', says: 'kept with the act; needed' } },
    run: call => turn(call, 'users disable', disableAccount, 'disabled'),
  },
  {
    name: 'users enable',
    words: [user],
    says: 'Open a closed account again; its owner signs in anew.',
    more: [userIs],
    options: { reason: { value: '<why>', says: 'kept with the act; needed' } },
    run: call => turn(call, 'users enable', enableAccount, 'enabled'),
  },
  {
    name: 'users drop-second-factor',
    words: [user],
    says: 'Take the second factor off an account whose owner lost authenticator and recovery codes.',
    more: [userIs, 'Be sure first that it is the owner who asks. They are told by mail, and sign in anew.'],
    options: { reason: { value: '<why>', says: 'kept with the act; needed' } },
    run: call => turn(call, 'users drop-second-factor', dropFactor, 'without a second factor'),
  },
  {
    name: 'users grant',
    words: [user, '<credits>'],
    says: 'Add credits to an account, as an entry of its ledger.',
    more: [userIs],
    options: {
      reason: { value: '<why>', says: 'stands in the ledger; needed' },
      ref: { value: '<ref>', says: 'names the cause: the same again adds nothing' },
    },
    run: grantCredits,
  },
  {
    name: 'acts',
    words: [],
    says: 'List what operators did, newest first.',
    options: { limit: { value: '<number>', says: 'at most so many, 20 without it' } },
    run: acts,
  },
]

async function firstAdmin({ words: [who = ''], tools }: Call) {
  const ctx = await tools.openDatabase()
  const account = await operatedAccount(ctx, who)
  if (account.status !== 'active')
    throw new CommandError('refused', `The account is ${account.status}: only an active one can be admin`)
  const isMade = await inTransaction(ctx, async ctx => {
    const isMade = await makeFirstAdmin(ctx, account.id)
    if (isMade) await noteAct(ctx, { actor: tools.actor, act: 'first-admin', subject: account.id })
    return isMade
  })
  if (!isMade) throw new CommandError('refused', 'There is an admin already')
  return { data: { id: account.id, roles: ['admin'] }, lines: [`${account.email} is admin now`] }
}

async function find(call: Call) {
  const status = textOption(call, 'status')
  const wanted = statuses.find(one => one === status)
  if (status !== undefined && !wanted)
    throw new CommandError('usage', `--status is one of ${statuses.join(', ')}`)
  const ctx = await call.tools.openDatabase()
  const accounts = await findAccounts(ctx, {
    text: call.words[0] ?? '',
    ...(wanted && { status: wanted }),
    limit: wholeNumber(textOption(call, 'limit') ?? '50', '--limit', 1, 200),
  })
  const rows = accounts.map(one => [one.id, one.email, one.name, one.status, moment(one.createdAt)])
  const lines =
    rows.length > 0 ? columns(['Id', 'Email', 'Name', 'Status', 'Since'], rows) : ['Nobody was found']
  return { data: { users: accounts }, lines }
}

async function show({ words: [who = ''], tools }: Call) {
  const ctx = await tools.openDatabase()
  const account = await operatedAccount(ctx, who)
  const credits = await balance(ctx, account.id)
  const isSpendingPaused = await isPaused(ctx, account.id)
  const acts = await readActs(ctx, account.id)
  const lines = [
    ...facts([
      ['Id', account.id],
      ['Email', account.email],
      ['Name', account.name],
      ['Company', account.company ?? ''],
      ['Status', account.status],
      ['Roles', account.roles.join(', ') || 'none'],
      ['Credits', isSpendingPaused ? `${credits}; spending is paused, see credits debts` : String(credits)],
      ['Since', moment(account.createdAt)],
      ['Verified', moment(account.verifiedAt) || 'not yet'],
      ['Signed in', account.seenAt ? `yes, last seen ${moment(account.seenAt)}` : 'no'],
    ]),
    ...acts.map(act =>
      plainLine(`${moment(act.createdAt)}  ${act.act} by ${act.actor}: ${act.reason ?? ''}`),
    ),
  ]
  return { data: { ...account, credits, spending_paused: isSpendingPaused, acts }, lines }
}

async function turn(
  call: Call,
  act: string,
  verb: (ctx: Context, userId: string) => Promise<boolean>,
  state: string,
) {
  const reason = neededOption(call, 'reason')
  const ctx = await call.tools.openDatabase()
  const account = await operatedAccount(ctx, call.words[0] ?? '')
  const isChanged = await inTransaction(ctx, async ctx => {
    const isChanged = await verb(ctx, account.id)
    if (isChanged) await noteAct(ctx, { actor: call.tools.actor, act, subject: account.id, reason })
    return isChanged
  })
  const words = isChanged ? `${account.email} is ${state} now` : `${account.email} was ${state} already`
  return { data: { id: account.id, changed: isChanged }, lines: [words] }
}

async function grantCredits(call: Call) {
  const { tools, words } = call
  const reason = neededOption(call, 'reason')
  const amountCredits = wholeNumber(words[1] ?? '', 'The credits', 1, grantAtMost)
  const ref = `operator:${textOption(call, 'ref') ?? randomUUID()}`
  const ctx = await tools.openDatabase()
  const account = await operatedAccount(ctx, words[0] ?? '')
  const { isRepeat, credits } = await inTransaction(ctx, async ctx => {
    const credits = await adjust(ctx, { userId: account.id, ref, amountCredits, reason, actor: tools.actor })
    const isRepeat = await wasGranted(ctx, ref)
    const detail = { credits: amountCredits, ref }
    if (!isRepeat)
      await noteAct(ctx, { actor: tools.actor, act: 'users grant', subject: account.id, reason, detail })
    return { isRepeat, credits }
  })
  const what = isRepeat ? `had them already: it has ${credits} credits` : `has ${credits} credits now`
  return {
    data: { id: account.id, granted: isRepeat ? 0 : amountCredits, credits, ref },
    lines: [`${account.email} ${what}`],
  }
}

async function acts(call: Call) {
  const ctx = await call.tools.openDatabase()
  const limit = wholeNumber(textOption(call, 'limit') ?? '20', '--limit', 1, 1_000)
  const found = await readActs(ctx, null, limit)
  const rows = found.map(one => [moment(one.createdAt), one.actor, one.act, one.subject, one.reason ?? ''])
  return {
    data: { acts: found },
    lines: rows.length > 0 ? columns(['When', 'Who', 'What', 'To whom or what', 'Why'], rows) : ['None yet'],
  }
}
