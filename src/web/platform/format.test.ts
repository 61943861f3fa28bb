import { expect, test } from 'vitest'
import { formatCredits, formatDateTime, formatNumber, initialsOf } from './format.ts'
import { makeId } from './make-id.ts'

test('one credit is one, others are many', () => {
  expect([0, 1, 3].map(formatCredits)).toEqual(['0 credits', '1 credit', '3 credits'])
})

test('numbers are written as in answers, with no decimal that says nothing', () => {
  expect([0, 100, 1_234_500, 0.5, 12.345, -3, 1_000.1].map(formatNumber)).toEqual([
    '0',
    '100',
    '1,234,500',
    '0.5',
    '12.35',
    '−3',
    '1,000.1',
  ])
})

test('a person is two letters: the first name’s and the last one’s', () => {
  expect(['Ama Mensah', ' Aïcha  Béatrice Koné ', 'Ama', ''].map(initialsOf)).toEqual(['AM', 'AK', 'A', ''])
})

test('what is no time stands as it is', () => {
  expect(formatDateTime('soon')).toBe('soon')
  expect(formatDateTime('2026-11-21T10:00:00Z')).toContain('2026')
})

test('a made id is a version 4 UUID, never the same', () => {
  const ids = Array.from({ length: 1_000 }, makeId)
  expect(new Set(ids).size).toBe(1_000)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
