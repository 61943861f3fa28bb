import type { MessageId } from '../answer/messages.ts'
import type { Draft } from '../markup/write-markup.ts'
import { countsOf, sizes } from './counts.ts'
import type { Operation, TalkContext } from './talk-context.ts'

const line = ({ messages }: TalkContext, id: MessageId, values = {}): Draft => ({
  type: 'headline',
  pieces: messages.say(id, values),
})

const says =
  (id: MessageId): Operation =>
  context => ({ drafts: [line(context, id)] })

export const hello: Operation = context => ({ drafts: [line(context, 'talk.hello'), ...canDo(context)] })
export const thanks = says('talk.thanks')
export const bye = says('talk.bye')
export const sorry = says('talk.sorry')
export const who: Operation = context => ({
  drafts: [line(context, 'talk.who', countsOf(context, sizes(context))), ...canDo(context)],
})

/** What can be asked, a point each. */
export const help: Operation = context => ({
  drafts: [line(context, 'talk.help', countsOf(context, sizes(context))), ...canDo(context)],
})

const abilities = ['market', 'economy', 'compare', 'study', 'talk'] as const

const canDo = ({ messages }: TalkContext): Draft[] => [
  {
    ...{ type: 'list', heading: null },
    items: abilities.map(one => messages.say(`talk.can.${one}`)),
  },
]

/** What is no business of a market analyst: said plainly, with what can be asked instead. */
export const refuse: Operation = context => {
  const [what = 'other'] = context.talk.parts.details
  return { drafts: [line(context, 'talk.refuse', { what })] }
}
