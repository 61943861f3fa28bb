import { inTransaction } from '../../platform/context.ts'
import { closeTicket, findTickets, retryLead, type WholeTicket, wholeTicket } from '../../support/support.ts'
import { noteAct } from '../acts.ts'
import { type Call, type Command, CommandError, textOption, wholeNumber } from '../command.ts'
import { columns, facts, moment, plainText } from '../plain-text.ts'

const ticket = '<ticket>'
const ticketIs = 'A ticket is named by its id or the first characters of it.'

export const ticketCommands: readonly Command[] = [
  {
    name: 'tickets list',
    words: [],
    says: 'List requests for support, newest first: the open ones.',
    options: {
      closed: { says: 'the closed ones' },
      all: { says: 'both' },
      limit: { value: '<number>', says: 'at most so many, 50 without it, never more than 200' },
    },
    run: list,
  },
  {
    name: 'tickets show',
    words: [ticket],
    says: 'Show one request whole, as its sender wrote it.',
    more: [ticketIs],
    run: show,
  },
  {
    name: 'tickets close',
    words: [ticket],
    says: 'Close a request.',
    more: [ticketIs],
    options: { note: { value: '<text>', says: 'what became of it' } },
    run: close,
  },
  {
    name: 'tickets retry',
    words: [ticket],
    says: 'Hand a request to the CRM again after that was given up.',
    more: [ticketIs],
    run: retry,
  },
]

const crmWords = {
  waiting: 'waits for the CRM',
  handed_over: 'in the CRM',
  given_up: 'NOT in the CRM',
} as const

async function list(call: Call) {
  const which = call.options.all ? 'all' : call.options.closed ? 'closed' : 'open'
  const limit = wholeNumber(textOption(call, 'limit') ?? '50', '--limit', 1, 200)
  const tickets = await findTickets(await call.tools.openDatabase(), { which, limit })
  const rows = tickets.map(one => [
    one.id.slice(0, 8),
    moment(one.createdAt),
    one.closedAt ? 'closed' : 'open',
    one.crm ? crmWords[one.crm] : '',
    one.beginning.slice(0, 60),
  ])
  const lines =
    rows.length > 0
      ? columns(['Ticket', 'When', 'State', 'CRM', 'Begins'], rows)
      : ['There is no such request']
  return { data: { tickets }, lines }
}

async function show({ words, tools }: Call) {
  const found = await wholeTicket(await tools.openDatabase(), words[0] ?? '')
  return { data: found, lines: linesOf(found) }
}

function linesOf(found: WholeTicket): string[] {
  const { lead } = found
  const closed = found.closedAt
    ? `${moment(found.closedAt)} by ${found.closedBy}: ${found.closingNote ?? ''}`
    : 'no'
  const crm = lead
    ? [crmWords[lead.state], lead.leadId, lead.lastError].filter(part => part).join(', ')
    : 'none is set'
  return [
    ...facts([
      ['Ticket', found.id],
      ['Account', found.userId],
      ['When', moment(found.createdAt)],
      ['Closed', closed],
      ['CRM', crm],
      ['Name', `${found.firstName ?? ''} ${found.lastName ?? ''}`],
      ['Email', found.email ?? ''],
      ['Phone', found.phone ?? ''],
      ['Company', found.company ?? ''],
      ['Sent from', found.leadSource ?? ''],
    ]),
    ...quoted('Message', found.description),
    ...quoted('Last question', found.lastPrompt),
    ...quoted('Its answer', found.lastPromptResponse),
  ]
}

/** Each line marked as somebody's own, so that none can pass for ours. */
function quoted(title: string, text: string | null): string[] {
  if (!text?.trim()) return []
  const lines = plainText(text.trim()).split('\n')
  return ['', `${title}:`, ...lines.map(line => `> ${line}`)]
}

async function close(call: Call) {
  const { tools, words } = call
  const note = textOption(call, 'note') ?? null
  const ctx = await tools.openDatabase()
  const { id } = await wholeTicket(ctx, words[0] ?? '')
  const isClosed = await inTransaction(ctx, async ctx => {
    const isClosed = await closeTicket(ctx, { id, by: tools.actor, note })
    if (isClosed)
      await noteAct(ctx, {
        actor: tools.actor,
        act: 'tickets close',
        subject: id,
        reason: note ?? undefined,
      })
    return isClosed
  })
  return {
    data: { id, changed: isClosed },
    lines: [isClosed ? `${id} is closed` : `${id} was closed already`],
  }
}

async function retry({ words, tools }: Call) {
  const ctx = await tools.openDatabase()
  const { id } = await wholeTicket(ctx, words[0] ?? '')
  const isInLine = await inTransaction(ctx, async ctx => {
    const isInLine = await retryLead(ctx, id)
    if (isInLine) await noteAct(ctx, { actor: tools.actor, act: 'tickets retry', subject: id })
    return isInLine
  })
  if (!isInLine) throw new CommandError('refused', `${id} was not given up: see tickets show`)
  return { data: { id }, lines: [`${id} waits for the CRM again`] }
}
