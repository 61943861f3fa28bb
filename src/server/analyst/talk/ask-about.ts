import type { TalkContext, TalkReply } from './talk-context.ts'

/** There is no answer yet that the question could be about. */
export const askAbout = ({ messages, talk }: TalkContext): TalkReply => ({
  drafts: [{ type: 'ask', question: messages.text('talk.about', { act: talk.acts[0] ?? '' }), choices: [] }],
})
