import { operatedAccount } from '../../auth/auth.ts'
import { checkInvariants, closeDebts, openDebts, resume, tellBalance } from '../../credits/credits.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { noteAct } from '../acts.ts'
import { type Call, type Command, neededOption } from '../command.ts'
import { columns, moment } from '../plain-text.ts'

export const creditCommands: readonly Command[] = [
  {
    name: 'credits debts',
    words: [],
    says: 'List credits that were spent before their purchase was taken back, oldest first.',
    more: ['Spending of these accounts is paused: see users resume.'],
    run: debts,
  },
  {
    name: 'credits check',
    words: [],
    says: 'Compare every account with its whole ledger; the server does so every night.',
    more: ['Ends with 1 where one does not agree: its spending is paused, and the log has its sums.'],
    run: check,
  },
  {
    name: 'users resume',
    words: ['<user>'],
    says: 'Close what a user owes and let the account spend again.',
    more: [
      'Credits of the account that are free are taken first, up to what is owed.',
      'The user is named by id or by email address. An account whose books do not agree stays paused until they do.',
    ],
    options: { reason: { value: '<why>', says: 'how the debt was made good; kept with it; needed' } },
    run: resumeUser,
  },
]

async function debts({ tools }: Call) {
  const open = await openDebts(await tools.openDatabase())
  const rows = open.map(({ since, userId, amountCredits, ref }) => [
    ...[moment(since), userId, String(amountCredits), ref],
  ])
  const lines = rows.length > 0 ? columns(['Since', 'User', 'Credits', 'Of'], rows) : ['Nobody owes anything']
  return { data: { debts: open }, lines }
}

async function check({ tools }: Call) {
  const wrong = await checkInvariants(await tools.openDatabase())
  const lines =
    wrong.length > 0
      ? ['These accounts do not agree with their ledger, and may not spend:', ...wrong]
      : ['Every account agrees with its ledger']
  return { data: { wrong }, lines, hasFound: wrong.length > 0 }
}

async function resumeUser(call: Call) {
  const reason = neededOption(call, 'reason')
  const { actor } = call.tools
  const ctx = await call.tools.openDatabase()
  const { id: userId, name } = await whoOwes(ctx, call.words[0] ?? '')
  const done = await inTransaction(ctx, async ctx => {
    const word = { userId, actor, reason }
    const owes = (await openDebts(ctx, userId)).length > 0
    const closed = owes ? await closeDebts(ctx, word) : null
    const isResumed = owes || (await resume(ctx, word))
    const detail = { closed_credits: closed?.owedCredits ?? 0, taken_credits: closed?.takenCredits ?? 0 }
    if (isResumed) await noteAct(ctx, { actor, act: 'users resume', subject: userId, reason, detail })
    if (closed && closed.takenCredits > 0) await tellBalance(ctx, userId, closed.balanceCredits)
    return { isResumed, detail }
  })
  const { isResumed, detail } = done
  const words = isResumed
    ? `${name} can spend again${debtWords(detail)}`
    : `${name} was not paused and owes nothing`
  return { data: { id: userId, changed: isResumed, ...detail }, lines: [words] }
}

function debtWords({ closed_credits: closed, taken_credits: taken }: Record<string, number>): string {
  if (!closed) return ''
  const how = taken ? `: ${taken} were still on the account and are taken` : ''
  return `; a debt of ${closed} credits is closed${how}`
}

/** The account, or what is left of one that was deleted: its debt is still to be closed. */
async function whoOwes(ctx: Context, who: string): Promise<{ id: string; name: string }> {
  try {
    const { id, email } = await operatedAccount(ctx, who)
    return { id, name: email }
  } catch (error) {
    const isDeleted = (await openDebts(ctx)).some(({ userId }) => userId === who.toLowerCase())
    if (!(error instanceof AppError) || !isDeleted) throw error
    return { id: who.toLowerCase(), name: `The deleted account ${who}` }
  }
}
