import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { panelForTests } from '../src/server/testing/panel-for-tests.ts'
import { openAnalyst } from './ask-in-process.ts'
import { askQuestions } from './ask-questions.ts'
import { belowFloor, readFloors, readQuickSet } from './floor.ts'
import { readQuestions, withWhatWentBefore } from './questions.ts'

const ids = readQuickSet()
const quick = withWhatWentBefore(readQuestions(), ({ id }) => ids.includes(id))

let analyst: Awaited<ReturnType<typeof openAnalyst>>
beforeAll(async () => {
  analyst = await openAnalyst(await panelForTests())
}, 120_000)
afterAll(() => analyst?.close())

describe('the questions of every check', () => {
  test('are eighty, in whole conversations, of every language, and so are their first forty', () => {
    expect(quick.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(ids).toHaveLength(80)
    const first = ids.slice(0, 40)
    expect(quick.filter(({ id }) => first.includes(id)).flatMap(({ follows = [] }) => follows)).toSatisfy(
      (before: string[]) => before.every(id => first.includes(id)),
    )
    for (const set of [quick, quick.filter(({ id }) => first.includes(id))])
      expect([...new Set(set.map(({ lang }) => lang))].sort()).toEqual(['ar', 'en', 'fr', 'pcm', 'pt', 'sw'])
  })

  test('are answered with at least as many right and at most as many wrong as before', async () => {
    const asked = await askQuestions(quick, analyst.converse)
    expect(belowFloor(asked, readFloors().quick)).toEqual([])
  })
})
