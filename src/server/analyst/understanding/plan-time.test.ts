import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../insights/insights.ts'
import { createUnderstanding } from './understand.ts'

const understand = createUnderstanding(loadCatalogue(join(import.meta.dirname, '../../../../data')))
const read = (question: string) => understand({ question, last: null, today: '2026-11-21', depth: 'quick' })

describe('part of a year', () => {
  test('is looked up where only goods and a place are named', () => {
    for (const [question, period] of [
      ['tea in South Africa Q3 2024', { from: '2024-07', to: '2024-09', grain: 'month', name: null }],
      ['beer in Kenya in March 2023', { from: '2023-03', to: '2023-03', grain: 'month', name: null }],
    ] as const) {
      const plan = read(question)
      expect([plan.operation, plan.measures, plan.period]).toEqual(['lookup', ['panel_value_usd'], period])
    }
  })

  test('is told as its whole year in a profile, which says so', () => {
    for (const question of [
      'Give me a summary of tea in South Africa in Q3 2024',
      'What was tea consumer behaviour in South Africa in March 2024?',
      'What is the feasibility of diapers in Ghana in H1 2024?',
    ]) {
      const plan = read(question)
      expect(plan.period, question).toEqual({ from: '2024', to: '2024', grain: 'year', name: null })
      expect(plan.gaps.map(({ kind }) => kind)).toEqual(['grain'])
    }
  })
})

test('youth unemployment is not answered by the rate of all', () => {
  const plan = read('youth unemployment in South Africa')
  expect([plan.operation, plan.gaps[0]?.asked]).toEqual(['gap', 'youth unemployment'])
  expect(plan.gaps[0]?.nearest?.question).toMatch(/unemployment/)
  expect(read('unemployment in South Africa').measures).toEqual(['unemployment'])
})
