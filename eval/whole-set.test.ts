import { afterAll, beforeAll, expect, test } from 'vitest'
import { panelForTests } from '../src/server/testing/panel-for-tests.ts'
import { openAnalyst } from './ask-in-process.ts'
import { askQuestions } from './ask-questions.ts'
import { belowFloor, readFloors } from './floor.ts'
import { readQuestions } from './questions.ts'

let analyst: Awaited<ReturnType<typeof openAnalyst>>
beforeAll(async () => {
  analyst = await openAnalyst(await panelForTests())
}, 120_000)
afterAll(() => analyst?.close())

test('all questions are answered within three minutes, at least as many right and at most as many wrong as before', async () => {
  const asked = await askQuestions(readQuestions(), analyst.converse)
  expect(asked.length).toBeGreaterThan(700)
  expect(belowFloor(asked, readFloors().whole)).toEqual([])
}, 180_000)
