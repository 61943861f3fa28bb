import { type FakeCall, startFakeModelServer, usualScript } from '../src/server/testing/fake-model-server.ts'

/**
 * A fake model in a process of its own. The question says how it answers: 'at 20 ms a word', or 'refused'. It counts how
 * often each question was put to it, which is once for each time that an analyst began to answer it.
 */
export interface ModelAsk {
  kind: 'count'
}
export type ModelNews = { url: string } | { counts: Record<string, number> }

const counts = new Map<string, number>()

/** The newest question: what stood in the conversation before comes earlier. */
const questionIn = ({ messages }: FakeCall): string =>
  [...JSON.stringify(messages).matchAll(/GDP of Ghana, [^"\\]*/g)].at(-1)?.[0] ?? ''

const script = (call: FakeCall, at: number) => {
  const question = questionIn(call)
  if (call.messages.at(-1)?.role !== 'tool') counts.set(question, (counts.get(question) ?? 0) + 1)
  if (question.includes('refused')) return { status: 400 }
  return usualScript(Number(/at (\d+) ms a word/.exec(question)?.[1] ?? 0))(call, at)
}

if (import.meta.main) {
  const server = await startFakeModelServer(script)
  process.on('disconnect', () => process.exit())
  process.on('message', ({ kind }: ModelAsk) => {
    if (kind === 'count') tell({ counts: Object.fromEntries(counts) })
  })
  tell({ url: server.url })
}

function tell(news: ModelNews): void {
  process.send?.(news)
}
