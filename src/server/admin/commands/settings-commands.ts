import { inTransaction } from '../../platform/context.ts'
import {
  currentSettings,
  type FrontPart,
  frontParts,
  partOf,
  setPart,
  undoPart,
  versionsOf,
} from '../../settings/settings.ts'
import { noteAct } from '../acts.ts'
import { type Call, type Command, CommandError, neededOption, textOption, wholeNumber } from '../command.ts'
import { columns, moment, plainText } from '../plain-text.ts'

const part = '<part>'
const partsAre = `The parts are ${frontParts.join(', ')}.`

export const settingsCommands: readonly Command[] = [
  {
    name: 'settings show',
    words: ['[part]'],
    says: 'Show what stands on the public screens, or one part of it.',
    more: [partsAre],
    run: show,
  },
  {
    name: 'settings set',
    words: [part],
    says: 'Put a file in the place of a part. It is seen at once.',
    more: [
      partsAre,
      'tagline is a line of text; terms and privacy are HTML, of which what runs or loads is dropped; clients and fonts are',
      'JSON as settings show --json prints it. A logo is a path of this site or a data: picture, since browsers load no other.',
    ],
    options: { file: { value: '<file>', says: 'what to put there; needed' } },
    run: set,
  },
  {
    name: 'settings history',
    words: [part],
    says: 'List the versions of a part, newest first.',
    more: [partsAre],
    run: history,
  },
  {
    name: 'settings undo',
    words: [part],
    says: 'Go back to the version before the newest, or to a named one.',
    more: [
      partsAre,
      'Version 0 is what ships. Going back is a version of its own, so that it can be undone too.',
    ],
    options: { to: { value: '<version>', says: 'the version whose content is to stand' } },
    run: undo,
  },
]

function partNamed(name: string): FrontPart {
  const found = frontParts.find(one => one === name)
  if (!found)
    throw new CommandError('usage', `There is no part '${name}'. There are: ${frontParts.join(', ')}`)
  return found
}

async function show({ words: [name], tools }: Call) {
  const wanted = name === undefined ? frontParts : [partNamed(name)]
  const settings = await currentSettings(await tools.openDatabase(), tools.shippedSettings())
  const lines = wanted.flatMap(one => [`${one}:`, ...wordsOf(partOf(settings, one)), ''])
  const data = name === undefined ? settings : partOf(settings, partNamed(name))
  return { data, lines: lines.slice(0, -1) }
}

/** A part as people read it: the text itself where it is one. */
function wordsOf(content: unknown): string[] {
  const { text, content: html } = content as { text?: unknown; content?: unknown }
  const words = text ?? html
  return plainText(typeof words === 'string' ? words.trim() : JSON.stringify(content, null, 2)).split('\n')
}

async function set(call: Call) {
  const { tools, words } = call
  const name = partNamed(words[0] ?? '')
  const file = neededOption(call, 'file')
  const text = tools.readFile(file)
  const ctx = await tools.openDatabase()
  const version = await inTransaction(ctx, async ctx => {
    const version = await setPart(ctx, { part: name, text, actor: tools.actor })
    await noteAct(ctx, { actor: tools.actor, act: 'settings set', subject: name, detail: { version, file } })
    return version
  })
  return { data: { part: name, version }, lines: [`${name} is version ${version} now`] }
}

async function history({ words, tools }: Call) {
  const name = partNamed(words[0] ?? '')
  const versions = await versionsOf(await tools.openDatabase(), name)
  const rows = versions.map(one => [
    String(one.version),
    moment(one.createdAt),
    one.actor,
    one.content === null ? 'what ships' : (wordsOf(one.content)[0]?.slice(0, 60) ?? ''),
  ])
  const lines =
    rows.length > 0
      ? columns(['Version', 'Since', 'By', 'Begins'], rows)
      : [`${name} was never set: it is what ships`]
  return { data: { part: name, versions }, lines }
}

async function undo(call: Call) {
  const { tools, words } = call
  const name = partNamed(words[0] ?? '')
  const to = textOption(call, 'to')
  const target = to === undefined ? {} : { to: wholeNumber(to, '--to', 0, 1_000_000) }
  const ctx = await tools.openDatabase()
  const version = await inTransaction(ctx, async ctx => {
    const version = await undoPart(ctx, { part: name, ...target, actor: tools.actor })
    await noteAct(ctx, {
      actor: tools.actor,
      act: 'settings undo',
      subject: name,
      detail: { to: version },
    })
    return version
  })
  const what = version === 0 ? 'what ships' : `that of version ${version}`
  return { data: { part: name, content_of_version: version }, lines: [`${name} is ${what} again`] }
}
