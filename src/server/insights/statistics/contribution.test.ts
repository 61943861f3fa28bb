import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contribution } from './contribution.ts'

test('worked by hand: 60 → 72 and 40 → 38 is 10% growth, of which 12 and −2 points', () => {
  expect(contribution([60, 40], [72, 38])).toEqual({
    kind: 'contribution',
    difference: 10,
    growth: 10,
    members: [
      { difference: 12, points: 12, share: 1.2 },
      { difference: -2, points: -2, share: -0.2 },
    ],
  })
})

test('where the total stays, members have points but no share of the change', () => {
  const result = contribution([0.1, 0.2], [0.3, 0])
  if (result.kind === 'unavailable') throw new Error(result.why)
  expect(result.members.map(member => member.share)).toEqual([null, null])
  expect(result.members[0]?.points).toBeCloseTo(200 / 3, 9)
})

test.each([
  ['a gap', [1, null], [1, 2], { why: 'gap' }],
  ['a total before of zero', [5, -5], [1, 2], { why: 'not_positive' }],
  ['a negative total before', [-5, 1], [1, 2], { why: 'not_positive' }],
  ['unequal lengths', [1], [1, 2], { why: 'lengths_differ' }],
  ['no member', [], [], { why: 'too_short', need: 1 }],
])('%s is refused', (_, before, after, expected) => {
  expect(contribution(before, after)).toEqual({ kind: 'unavailable', ...expected })
})

test('points add up to the growth, shares to one, whatever the order', () => {
  const figure = fc.integer({ min: 0, max: 1e6 })
  fc.assert(
    fc.property(fc.array(fc.tuple(figure, figure), { minLength: 1, maxLength: 12 }), rows => {
      const result = contribution(
        rows.map(row => row[0]),
        rows.map(row => row[1]),
      )
      const turned = contribution(rows.map(row => row[0]).reverse(), rows.map(row => row[1]).reverse())
      if (result.kind === 'unavailable' || turned.kind === 'unavailable') return
      const points = result.members.reduce((sum, member) => sum + member.points, 0)
      expect(points).toBeCloseTo(result.growth, 6)
      expect(turned.members.at(-1)?.points).toBeCloseTo(result.members[0]?.points as number, 9)
      if (result.members[0]?.share === null) return
      expect(result.members.reduce((sum, member) => sum + (member.share as number), 0)).toBeCloseTo(1, 9)
    }),
  )
})
