import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadLabels } from './spread-labels.ts'

test('labels with room stay where they wish to be', () => {
  const wishes = [30, 80, 55].map(wanted => ({ wanted, height: 15 }))
  expect(spreadLabels(wishes, 0, 100)).toEqual([30, 80, 55])
})

test('labels never overlap and stay between the edges where they fit at all', () => {
  const label = fc.record({ wanted: fc.integer({ min: -50, max: 350 }), height: fc.constantFrom(15, 30, 45) })
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 10 }), labels => {
      const room = labels.reduce((sum, { height }) => sum + height, 0) + 20
      const placed = spreadLabels(labels, 10, 10 + room)
      const spans = labels
        .map(({ height }, index) => ({
          top: (placed[index] ?? 0) - height / 2,
          bottom: (placed[index] ?? 0) + height / 2,
        }))
        .toSorted((a, b) => a.top - b.top)
      spans.forEach((span, index) => {
        expect(span.top).toBeGreaterThanOrEqual((spans[index - 1]?.bottom ?? 10) - 1e-6)
        expect(span.bottom).toBeLessThanOrEqual(10 + room + 1e-6)
      })
    }),
  )
})

test('labels keep the order of their wishes', () => {
  const wishes = [
    { wanted: 50, height: 15 },
    { wanted: 49, height: 15 },
    { wanted: 51, height: 15 },
  ]
  const [middle = 0, upper = 0, lower = 0] = spreadLabels(wishes, 0, 100)
  expect(upper).toBeLessThan(middle)
  expect(middle).toBeLessThan(lower)
})
