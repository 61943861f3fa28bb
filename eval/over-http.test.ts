import { expect, test } from 'vitest'
import type * as contract from '../src/contract/chat.ts'
import type { AnswerOf } from '../src/contract/endpoint.ts'
import { anAsker } from '../src/server/testing/chat-world.ts'
import { testDatabase } from '../src/server/testing/database.ts'
import { panelForTests } from '../src/server/testing/panel-for-tests.ts'
import { openServerUnderTest } from '../src/server/testing/server-under-test.ts'
import { openAnalyst } from './ask-in-process.ts'
import { type Asked, askQuestions, type Conversation } from './ask-questions.ts'
import { readQuickSet } from './floor.ts'
import { readQuestions, withWhatWentBefore } from './questions.ts'

const first = readQuickSet().slice(0, 40)
const questions = withWhatWentBefore(readQuestions(), ({ id }) => first.includes(id))

/** Opens conversations of one user with a server. */
const converseWith = (origin: string, headers: Record<string, string>) => (): Conversation => {
  let sessionKey: string | null = null
  return {
    async ask(question) {
      const answer = await fetch(`${origin}/api/chat/reply`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'x-timezone': 'UTC' },
        body: JSON.stringify({ message: question, session_key: sessionKey }),
      })
      if (!answer.ok) throw new Error(`status ${answer.status}: ${await answer.text()}`)
      const reply = (await answer.json()) as AnswerOf<typeof contract.reply>
      sessionKey = reply.session_key
      return { message: reply.message, document: reply.document, cost: reply.credits }
    },
  }
}

const gradesOf = (asked: readonly Asked[]) =>
  asked.map(({ question, verdict, faults, got, version, cost }) => ({
    ...{ id: question.id, verdict, faults, got, version, cost },
  }))

test('forty questions over HTTP get the grades and prices that they get in the process', async () => {
  const database = await testDatabase()
  const server = await openServerUnderTest(database)
  const { headers } = await anAsker(database, 1_000)
  // A server goes by the clock, so the other side is asked on the same day.
  const analyst = await openAnalyst(await panelForTests(), { today: new Date().toISOString().slice(0, 10) })
  try {
    const overHttp = await askQuestions(questions, converseWith(server.origin, headers))
    const inProcess = await askQuestions(questions, analyst.converse)
    expect(overHttp).toHaveLength(40)
    expect(gradesOf(overHttp)).toEqual(gradesOf(inProcess))
    expect(new Set(overHttp.map(({ verdict }) => verdict)).size).toBeGreaterThan(1)
  } finally {
    await analyst.close()
    await server.close()
  }
}, 180_000)
